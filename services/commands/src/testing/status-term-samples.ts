import { newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { asStudent } from './grade-exam-samples.ts';
import { people } from './score-school.ts';

const office = { actor: people.office };
const SEMESTER = '2026-2027-1';

/** A registration of a student of its own. */
async function newRegistration(t: TestApp, n: number): Promise<string> {
  const key = `registration${String(n)}`;
  await t.app.services.pool.query(
    'insert into base.registration (registration_id, student_code, semester_id) values ($1, $2, $3)',
    [key, await newStudent(t, n), SEMESTER],
  );
  return key;
}

/** A semester of its own, for what there is once in each. */
async function newSemester(t: TestApp, n: number): Promise<string> {
  const year = 3000 + n;
  const xnxq = `${String(year)}-${String(year + 1)}-1`;
  await t.app.services.pool.query(
    `insert into base.semester (xnxq, xnzj, xqm, xnxqmc, ksrq, jsrq, zs)
      values ($1, $2, '1', $1, '2026-09-07', '2027-01-17', 18) on conflict do nothing`,
    [xnxq, xnxq.slice(0, 9)],
  );
  return xnxq;
}

const registrationValues = (studentCode: string) => ({
  semesterId: SEMESTER,
  studentCode,
  registerStatus: '0',
  registerWay: null,
  greenChannel: '0',
  delayReason: null,
  delayTo: null,
  refuseReason: null,
});

/** Rows of registration, payment and backup days, each unlike any other. */
export const statusTermSettings: readonly Setting[] = [
  {
    name: 'registration',
    values: async (t, n) => registrationValues(await newStudent(t, n)),
    changed: (values) => ({ ...values, greenChannel: '1' }),
  },
  {
    name: 'registrationTime',
    values: async (t, n) => ({
      semesterId: await newSemester(t, n),
      beginTime: '2026-09-01 00:00:00',
      endTime: '2026-09-20 23:59:59',
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, endTime: '2026-09-21 23:59:59' }),
  },
  {
    name: 'payment',
    values: async (t, n) => ({
      xnzj: '2026-2027',
      studentCode: await newStudent(t, n),
      expenseCategoryCode: '0102',
      payableAmount: '5000',
      reduceAmount: null,
      payAmountFee: '0',
      payTime: null,
    }),
    changed: (values) => ({ ...values, payAmountFee: '5000' }),
  },
  {
    name: 'backupDay',
    values: (_t, n) => ({ backupName: `备份${String(n)}`, backupDate: '2026-09-30', reportType: '1' }),
    changed: (values) => ({ ...values, backupDate: '2026-10-01' }),
  },
];

/** Commands of registration besides those of its rows. */
export const statusTermSamples: CommandSamples = {
  'registration.change': {
    async prepare(t, n) {
      return { payload: { keys: [await newRegistration(t, n)], to: '1' }, envelope: office };
    },
  },
  'registration.registerClasses': {
    answersOwn: 'the second finds nobody left',
    async prepare(t, n) {
      await newRegistration(t, n);
      return { payload: { semesterId: SEMESTER, classes: ['B1'] }, envelope: office };
    },
  },
  'registration.generate': {
    answersOwn: 'the second finds nobody left',
    async prepare(t, n) {
      await newStudent(t, n);
      return { payload: { semesterId: SEMESTER }, envelope: office };
    },
  },
  'registration.remind': {
    async prepare(t, n) {
      const semesterId = await newSemester(t, n);
      const student = await newStudent(t, n);
      await t.app.services.pool.query(
        `insert into base.registration (registration_id, student_code, semester_id) values ($1, $2, $3)`,
        [`remind${String(n)}`, student, semesterId],
      );
      await t.app.services.pool.query(
        `insert into base.user_account (user_name, name, kind, password_hash, student_code)
          values ($1, $3, 'student', 'x', $2)`,
        [`remind${String(n)}`, student, `新生${String(n)}`],
      );
      return { payload: { semesterId, students: [student] }, envelope: office };
    },
  },
  'registration.registerOwn': {
    async prepare(t, n) {
      const semesterId = await newSemester(t, n);
      await t.app.services.pool.query(
        `insert into base.registration_time (registration_time_id, semester_id, begin_time, end_time)
          values ($1, $1, '2020-01-01', '2040-01-01')`,
        [semesterId],
      );
      return { payload: { semesterId }, envelope: asStudent(await newStudent(t, n)) };
    },
  },
};
