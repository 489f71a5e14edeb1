import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { studentGrade } from '@jwxt/contracts/student-status/conduct/student-grade.resource.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { newStudent, oneRow, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { asStudent } from './grade-exam-samples.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };

/** An award of 2026. */
export const rewardValues = (studentCode: string, own: object = {}) => ({
  studentCode,
  xnzj: '2025-2026',
  rewardName: '三好学生',
  rewardLevel: '3',
  rewardCategory: '5',
  rewardGrade: null,
  rewardType: '2',
  rewardWay: '3',
  rewardAmount: null,
  rewardDate: '2026-06-01',
  awardUnit: '学校',
  documentNumber: null,
  totalPerson: null,
  selfRank: null,
  despitePunishment: '0',
  ...own,
});
/** A demerit of six months that is to be delivered. */
export const punishmentValues = (studentCode: string, own: object = {}) => ({
  studentCode,
  violationType: '05',
  violationDate: '2026-03-01',
  punishName: '3',
  months: 6,
  violationText: '多次旷课',
  punishDate: '2026-03-10',
  documentNumber: '校学〔2026〕8号',
  deliverDate: null,
  removeDate: null,
  ...own,
});
/** A leave of a day in the spring of 2026. */
export const leaveValues = (studentCode: string, own: object = {}) => ({
  studentCode,
  leaveType: '1',
  beginTime: '2026-04-01 08:00:00',
  endTime: '2026-04-01 18:00:00',
  leaveReason: '感冒',
  ...own,
});
const gradeValues = (studentCode: string) => ({
  studentCode,
  xnzj: '2026-2027',
  gradeLevel: '2',
  moralScore: '90',
  studyScore: null,
  sportScore: '80',
});

/** Rows of rewards, punishments, leave and yearly grades, each unlike any other. */
export const conductSettings: readonly Setting[] = [
  {
    name: 'reward',
    values: async (t, n) => rewardValues(await newStudent(t, n)),
    changed: (values) => ({ ...values, awardUnit: '学生处' }),
  },
  {
    name: 'punishment',
    values: async (t, n) => punishmentValues(await newStudent(t, n)),
    changed: (values) => ({ ...values, documentNumber: '校学〔2026〕9号' }),
  },
  {
    name: 'leaveResult',
    values: async (t, n) => leaveValues(await newStudent(t, n)),
    changed: (values) => ({ ...values, leaveReason: '发烧' }),
  },
  {
    name: 'studentGrade',
    values: async (t, n) => gradeValues(await newStudent(t, n)),
    changed: (values) => ({ ...values, gradeLevel: '1' }),
  },
];

async function made(t: TestApp, { commands }: Pick<Resource, 'commands'>, values: object): Promise<string> {
  return (await t.accept<{ key: string }>(commands.create.name, { values }, envelope)).key;
}

/** The day some days ago, by the clock of the database. */
async function daysAgo(t: TestApp, days: number): Promise<string> {
  return (await oneRow<{ day: string }>(t, 'select (base.school_day() - $1::int)::text as day', [days])).day;
}

async function delivered(t: TestApp, n: number, days: number, own: object = {}) {
  const student = await newStudent(t, n);
  const deliverDate = await daysAgo(t, days);
  const early = { violationDate: '2020-03-01', punishDate: '2020-03-10' };
  return { student, key: await made(t, punishment, punishmentValues(student, { ...early, deliverDate, ...own })) };
}

/** Commands of them besides those of their rows. */
export const conductSamples: CommandSamples = {
  'punishment.deliver': {
    async prepare(t, n) {
      const punishmentId = await made(t, punishment, punishmentValues(await newStudent(t, n)));
      return { payload: { punishmentId, deliverDate: '2026-03-20' }, envelope };
    },
  },
  'punishment.appeal': {
    async prepare(t, n) {
      const { student, key } = await delivered(t, n, 3);
      return { payload: { punishmentId: key, appealText: '事实有出入' }, envelope: asStudent(student) };
    },
  },
  'punishment.decideAppeal': {
    async prepare(t, n) {
      const { student, key } = await delivered(t, n, 3);
      await t.accept('punishment.appeal', { punishmentId: key, appealText: '事实有出入' }, asStudent(student));
      return { payload: { punishmentId: key, appealStatus: '2', appealOpinion: '事实清楚' }, envelope };
    },
  },
  'punishment.remove': {
    async prepare(t, n) {
      const { key } = await delivered(t, n, 400);
      return { payload: { punishmentId: key, endReason: '表现良好' }, envelope };
    },
  },
  'punishment.revoke': {
    async prepare(t, n) {
      const { key } = await delivered(t, n, 40);
      return { payload: { punishmentId: key, endReason: '事实不清' }, envelope };
    },
  },
  'leaveResult.back': {
    async prepare(t, n) {
      return { payload: { leaveResultId: await made(t, leaveResult, leaveValues(await newStudent(t, n))) }, envelope };
    },
  },
  'studentGrade.computeStudy': {
    async prepare(t, n) {
      await made(t, studentGrade, { ...gradeValues(await newStudent(t, n)), xnzj: '2024-2025' });
      return { payload: { xnzj: '2024-2025' }, envelope };
    },
  },
};
