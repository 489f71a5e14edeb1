import { randomUUID } from 'node:crypto';
import { monthsLater } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { person } from './person.ts';
import { people } from './score-school.ts';

const { clerk, dean, registrar, office } = people;
const today = (): string => toDateTimeText(new Date()).slice(0, 10);
/** A longer time to study, which needs nothing but the student. */
const asked = {
  changeType: '06',
  changeReason: '99',
  reasonText: '实验未完成',
  endDate: '2031-07-01',
  classAfter: null,
  targetSchool: null,
};
const changeOf = async (t: TestApp, n: number) => ({
  studentCode: await newStudent(t, n),
  ...asked,
  effectiveDate: today(),
  studentTypeAfter: null,
  chosenStatus: null,
});

export const statusChangeSettings: readonly Setting[] = [
  {
    name: 'statusChange',
    values: changeOf,
    changed: (values) => ({ ...values, reasonText: '实验和论文未完成' }),
  },
];

async function saved(t: TestApp, n: number, more: object = {}): Promise<{ applyId: string }> {
  const values = { ...(await changeOf(t, n)), ...more };
  const { key } = await t.accept<{ key: string }>('statusChange.create', { values }, { actor: clerk });
  return { applyId: key };
}
async function passed(t: TestApp, n: number, more: object = {}): Promise<{ applyId: string }> {
  const { applyId } = await saved(t, n, more);
  await t.accept('statusChange.submitApproval', { applyId }, { actor: clerk });
  for (const [revision, actor] of [dean, registrar].entries())
    await t.accept(
      'application.decide',
      { applyId, revision, approvalStatus: '0', approvalOpinion: '同意' },
      { actor },
    );
  return { applyId };
}
const document = { documentNumber: null, documentDate: null };

/** Commands of changes of status. */
export const statusChangeSamples: CommandSamples = {
  'statusChange.submitApproval': {
    prepare: async (t, n) => ({ payload: await saved(t, n), envelope: { actor: clerk } }),
  },
  'statusChange.doImplement': {
    prepare: async (t, n) => ({ payload: { ...(await passed(t, n)), ...document }, envelope: { actor: office } }),
  },
  'statusChange.cancel': {
    async prepare(t, n) {
      const { applyId } = await passed(t, n, { effectiveDate: monthsLater(today(), 1) });
      await t.accept('statusChange.doImplement', { applyId, ...document }, { actor: office });
      return { payload: { applyId, reason: '学生撤回' }, envelope: { actor: office } };
    },
  },
  'statusChange.applyOwn': {
    async prepare(t, n) {
      const studentCode = await newStudent(t, n);
      return {
        payload: { applyId: randomUUID(), ...asked, effectiveDate: today() },
        envelope: { actor: person(`own${n}`, { studentCode, departmentId: '101' }) },
      };
    },
  },
};
