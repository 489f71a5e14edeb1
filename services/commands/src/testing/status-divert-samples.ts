import { majorOrDirection, professionalDiversion } from '@jwxt/contracts/student-status/divert/diversion.resource.ts';
import { transferBatch, transferQuota } from '@jwxt/contracts/student-status/divert/transfer.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { load, oneRow, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { asStudent } from './grade-exam-samples.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };
const days = (n: number): string => toDateTimeText(Date.now() + n * 86_400_000);
const at = new Date(Date.now() - 4 * 86_400_000).toISOString();

async function made(t: TestApp, { commands }: Pick<Resource, 'commands'>, values: object): Promise<string> {
  return (await t.accept<{ key: string }>(commands.create.name, { values }, envelope)).key;
}

/** Two majors of a grade that nobody else has, each with a class; ten students are in the first. */
async function newMajors(t: TestApp, n: number): Promise<{ source: string; target: string; student: string }> {
  const [source, target] = [`DS${String(n)}`, `DT${String(n)}`];
  const of = (code: string) => ({ zydm: code, dwh: '101', pyccm: '1', xz: 40 });
  const shared = (code: string) => ({ njzydm: code, njdm: '2026', dwh: '101', zydm: code, xqdm: '1' });
  const codes = [source, target];
  await load(
    t,
    'major',
    codes.map((code) => ({ ...of(code), ywbm: code, zymc: code, gjzydm: '080902', xkmlm: '08' })),
  );
  await load(
    t,
    'gradeMajor',
    codes.map((code) => ({ ...of(code), ...shared(code), njzymc: `2026级${code}`, xslbdm: '1' })),
  );
  await load(
    t,
    'classInfo',
    codes.map((code) => ({ ...shared(code), bjdm: code, ywbm: code, bjmc: `${code}班` })),
  );
  const student = `D${String(n)}-0`;
  await load(
    t,
    'student',
    Array.from({ length: 10 }, (_one, at) => ({
      ...shared(source),
      studentCode: `D${String(n)}-${String(at)}`,
      studentNumber: `2026D${String(n)}${String(at)}`,
      studentName: `分流${String(n)}`,
      xbm: '1',
      bjdm: source,
      xslbdm: '1',
      dqztm: '01',
    })),
  );
  return { source, target, student };
}

const diversionValues = (n: number, sourceGradeMajorId: string, own: object = {}) => ({
  diversionName: `分流${String(n)}`,
  sourceGradeMajorId,
  diversionType: '1',
  volunteerBegin: days(-1),
  volunteerEnd: days(1),
  volunteerNum: 1,
  admitRule: '2',
  scoreBasis: '1',
  sortRuleId: null,
  interviewRatio: null,
  needInterview: '0',
  allowShort: '1',
  publishStatus: '0',
  ...own,
});
const placeValues = (diversionId: string, targetGradeMajorId: string) => ({
  diversionId,
  targetGradeMajorId,
  directionName: null,
  quota: 20,
  classNum: 1,
  minScore: null,
  limitText: null,
});
const batchValues = (n: number, own: object = {}) => ({
  batchName: `转专业${String(n)}`,
  beginTime: days(-1),
  endTime: days(1),
  limitRatio: 100,
  interviewRatio: 0,
  publishStatus: '1',
  ...own,
});

interface Streamed {
  readonly diversionId: string;
  readonly majorOrDirectionKey: string;
  readonly student: string;
}

/** A published batch whose window is open. */
async function openBatch(t: TestApp, n: number): Promise<Streamed> {
  const { source, target, student } = await newMajors(t, n);
  const diversionId = await made(t, professionalDiversion, diversionValues(n, source));
  const majorOrDirectionKey = await made(t, majorOrDirection, placeValues(diversionId, target));
  await t.app.services.pool.query(
    `update base.professional_diversion set publish_status = '1' where diversion_id = $1`,
    [diversionId],
  );
  return { diversionId, majorOrDirectionKey, student };
}
async function closedBatch(t: TestApp, n: number): Promise<Streamed> {
  const batch = await openBatch(t, n);
  await t.app.services.pool.query(
    `update base.professional_diversion set volunteer_begin = now() - interval '9 days',
        volunteer_end = now() - interval '8 days' where diversion_id = $1`,
    [batch.diversionId],
  );
  return batch;
}
async function computed(t: TestApp, n: number): Promise<Streamed> {
  const batch = await closedBatch(t, n);
  await t.accept('shuntAction.compute', { diversionId: batch.diversionId }, { ...envelope, at });
  return batch;
}
async function shown(t: TestApp, n: number): Promise<Streamed> {
  const batch = await computed(t, n);
  const { diversionId, majorOrDirectionKey } = batch;
  await t.accept(
    'shuntAction.assignClass',
    { diversionId, majorOrDirectionKey, bjdm: null, studentCodes: [] },
    { ...envelope, at },
  );
  await t.accept('shuntAction.publish', { diversionId }, { ...envelope, at });
  return batch;
}

/** A transfer that both units have passed, of a batch that is over. */
async function passedTransfer(t: TestApp, n: number): Promise<{ transferBatchId: string; applyId: string }> {
  const { source, target, student } = await newMajors(t, n);
  const transferBatchId = await made(t, transferBatch, batchValues(n));
  await made(t, transferQuota, {
    transferBatchId,
    gradeMajorId: target,
    quotaIn: 0,
    quotaOut: null,
    limitText: null,
  });
  const applyId = crypto.randomUUID();
  const { pool } = t.app.services;
  await pool.query('update base.transfer_quota set quota_in = 5 where transfer_batch_id = $1', [transferBatchId]);
  await pool.query(
    `insert into base.major_transfer (apply_id, transfer_batch_id, student_code, source_grade_major_id,
        target_grade_major_id) values ($1, $2, $3, $4, $5)`,
    [applyId, transferBatchId, student, source, target],
  );
  await pool.query(
    `update base.transfer_batch set begin_time = now() - interval '9 days', end_time = now() - interval '8 days'
      where transfer_batch_id = $1`,
    [transferBatchId],
  );
  return { transferBatchId, applyId };
}

/** Rows of streaming and transfers, each unlike any other. */
export const statusDivertSettings: readonly Setting[] = [
  {
    name: 'professionalDiversion',
    values: async (t, n) => diversionValues(n, (await newMajors(t, n)).source),
    changed: (values) => ({ ...values, volunteerNum: 2 }),
  },
  {
    name: 'majorOrDirection',
    async values(t, n) {
      const { source, target } = await newMajors(t, n);
      return placeValues(await made(t, professionalDiversion, diversionValues(n, source)), target);
    },
    changed: (values) => ({ ...values, quota: 21 }),
  },
  {
    name: 'interviewScore',
    async values(t, n) {
      const { source, student } = await newMajors(t, n);
      return {
        batchId: await made(t, professionalDiversion, diversionValues(n, source)),
        studentCode: student,
        targetGradeMajorId: source,
        writtenScore: '80',
        interviewScore: '90',
        writtenRatio: 50,
        passSign: '1',
      };
    },
    changed: (values) => ({ ...values, interviewScore: '95' }),
  },
  {
    name: 'transferBatch',
    values: (_t, n) => batchValues(n),
    changed: (values) => ({ ...values, limitRatio: 90 }),
  },
  {
    name: 'transferQuota',
    values: async (t, n) => ({
      transferBatchId: await made(t, transferBatch, batchValues(n)),
      gradeMajorId: (await newMajors(t, n)).source,
      quotaIn: 2,
      quotaOut: null,
      limitText: null,
    }),
    changed: (values) => ({ ...values, quotaIn: 3 }),
  },
];

/** A batch for {@link transferForm}; a student who may ask, and where to. */
export async function transferForm(t: TestApp, n: number): Promise<object> {
  const { source, target, student } = await newMajors(t, n);
  // Students of a later semester: the school is in the first one of 2026.
  await load(t, 'grade', [{ njdm: '2025', njmc: '2025级', sfzx: '1' }]);
  for (const table of ['grade_major', 'class_info', 'student'])
    await t.app.services.pool.query(`update base.${table} set njdm = '2025' where njzydm = any($1)`, [
      [source, target],
    ]);
  const batchId = await made(t, transferBatch, batchValues(n));
  await t.app.services.pool.query(
    `insert into base.transfer_quota (transfer_quota_id, transfer_batch_id, grade_major_id, quota_in)
      values ($1, $2, $3, 1)`,
    [crypto.randomUUID(), batchId, target],
  );
  return {
    studentId: student,
    form: { batchId, targetGradeMajorId: target, transferReason: '2', reasonText: '兴趣' },
  };
}

/** What else is done with them. */
export const statusDivertSamples: CommandSamples = {
  'shuntAction.fileVolunteers': {
    async prepare(t, n) {
      const { diversionId, majorOrDirectionKey, student } = await openBatch(t, n);
      return { payload: { diversionId, choices: [majorOrDirectionKey] }, envelope: asStudent(student) };
    },
  },
  'shuntAction.compute': {
    prepare: async (t, n) => ({ payload: { diversionId: (await closedBatch(t, n)).diversionId }, envelope }),
  },
  'shuntAction.adjust': {
    async prepare(t, n) {
      const { diversionId, student } = await computed(t, n);
      return {
        payload: { diversionId, studentCode: student, majorOrDirectionKey: null, reason: '本人放弃' },
        envelope,
      };
    },
  },
  'shuntAction.assignClass': {
    async prepare(t, n) {
      const { diversionId, majorOrDirectionKey } = await computed(t, n);
      return { payload: { diversionId, majorOrDirectionKey, bjdm: null, studentCodes: [] }, envelope };
    },
  },
  'shuntAction.publish': {
    prepare: async (t, n) => ({ payload: { diversionId: (await computed(t, n)).diversionId }, envelope }),
  },
  'shuntAction.submit': {
    prepare: async (t, n) => ({ payload: { diversionId: (await shown(t, n)).diversionId }, envelope }),
  },
  'shuntAction.implement': {
    async prepare(t, n) {
      const { diversionId } = await shown(t, n);
      await t.accept('shuntAction.submit', { diversionId }, envelope);
      const { applyId } = await oneRow<{ applyId: string }>(
        t,
        'select apply_id as "applyId" from base.shunt where diversion_id = $1',
        [diversionId],
      );
      for (const [revision, actor] of [people.dean, people.registrar].entries())
        await t.accept(
          'application.decide',
          { applyId, approvalStatus: '0', approvalOpinion: '同意', revision },
          { actor },
        );
      return { payload: { diversionId, effectiveDate: days(0).slice(0, 10) }, envelope };
    },
  },
  'transferMajor.publish': {
    prepare: async (t, n) => ({
      payload: { transferBatchId: (await passedTransfer(t, n)).transferBatchId },
      envelope,
    }),
  },
  'transferMajor.assignClass': {
    async prepare(t, n) {
      const { transferBatchId, applyId } = await passedTransfer(t, n);
      await t.accept('transferMajor.publish', { transferBatchId }, envelope);
      return { payload: { applyId, bjdm: `DT${String(n)}` }, envelope };
    },
  },
  'transferMajor.doImplement': {
    async prepare(t, n) {
      const { transferBatchId } = await passedTransfer(t, n);
      await t.accept('transferMajor.publish', { transferBatchId }, envelope);
      await t.app.services.pool.query(
        `update base.transfer_batch set publish_time = now() - interval '4 days' where transfer_batch_id = $1`,
        [transferBatchId],
      );
      return { payload: { transferBatchId, effectiveDate: days(0).slice(0, 10) }, envelope };
    },
  },
};
