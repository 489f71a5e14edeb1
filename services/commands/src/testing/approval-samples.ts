import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import { load, newStudent, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';
import { submittedSheet } from './score-samples.ts';

const { teacher1, dean, office, clerk } = people;

const infoCheck = async (t: TestApp, n: number) => ({
  studentId: await newStudent(t, n),
  changes: [{ updateFieldCode: 'namePinyin', updateFieldValue: `pinyin${n}`, updateInfo: '更正' }],
});

const days = (count: number): string => toDateTimeText(new Date(Date.now() + count * 86_400_000));
const grant = { toUser: 'dean3', beginTime: days(0), endTime: days(30), reason: '出差' };

/** Commands of approvals and of what is applied for there. */
export const approvalSamples: CommandSamples = {
  'application.decide': {
    async prepare(t, n) {
      const { applyId } = await submittedSheet(t, n);
      return {
        payload: { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意' },
        envelope: { actor: dean },
      };
    },
  },
  'application.recall': {
    prepare: async (t, n) => ({
      payload: { applyId: (await submittedSheet(t, n)).applyId },
      envelope: { actor: teacher1 },
    }),
  },
  'application.cancel': {
    prepare: async (t, n) => ({
      payload: { applyId: (await submittedSheet(t, n)).applyId, reason: '退回修改' },
      envelope: { actor: office },
    }),
  },
  'application.transfer': {
    prepare: async (t, n) => ({
      payload: { applyId: (await submittedSheet(t, n)).applyId, revision: 0, toUser: 'dean3', reason: '出差' },
      envelope: { actor: dean },
    }),
  },
  'application.terminate': {
    prepare: async (t, n) => ({
      payload: { applyId: (await submittedSheet(t, n)).applyId, revision: 0, reason: '重复申请' },
      envelope: { actor: office },
    }),
  },
  'application.urge': {
    prepare: async (t, n) => ({
      payload: { applyId: (await submittedSheet(t, n)).applyId, capacity: 'office' },
      envelope: { actor: office },
    }),
  },
  'secondaryAuth.grant': { prepare: () => ({ payload: grant, envelope: { actor: dean } }) },
  'secondaryAuth.revoke': {
    prepare: async (t) => ({
      payload: await t.accept<{ authId: string }>('secondaryAuth.grant', grant, { actor: dean }),
      envelope: { actor: dean },
    }),
  },
  'adjustCourse.apply': {
    async prepare(t, n) {
      await load(t, 'classSchedule', [
        {
          scheduleId: `M${n}`,
          teachingClassId: 'TC1',
          semesterId: '2026-2027-1',
          weeks: '1-16',
          weekday: 1,
          period: '1-2',
          room: `A${n}`,
          gh: 'T1',
        },
      ]);
      return {
        payload: { scheduleId: `M${n}`, week: 3, adjustType: '2', reason: '开会' },
        envelope: { actor: teacher1, at: '2026-09-09T02:00:00.000Z' },
      };
    },
  },
  'infoCheck.apply': { prepare: async (t, n) => ({ payload: await infoCheck(t, n), envelope: { actor: office } }) },
  'infoCheck.toggle': {
    async prepare(t, n) {
      const { applyId } = await t.accept<{ applyId: string }>('infoCheck.apply', await infoCheck(t, n), {
        actor: office,
      });
      return { payload: { id: `${applyId}:namePinyin` }, envelope: { actor: clerk } };
    },
  },
  'process.saveDraft': { prepare: async (t, n) => ({ payload: await processDraft(t, n) }) },
  'process.removeDraft': { prepare: async (t, n) => ({ payload: await keptDraft(t, n) }) },
  'process.publishDraft': { prepare: async (t, n) => ({ payload: await keptDraft(t, n) }) },
  'process.check': { prepare: () => ({ payload: processDefinitions[0]! }) },
  'process.simulate': { prepare: () => ({ payload: { processNo: 'ZKCJSP', units: { KKDW: '101' } } }) },
  'process.publish': {
    prepare: (_t, n) => ({
      payload: { ...processDefinitions[0]!, processName: `${processDefinitions[0]!.processName}${n}` },
    }),
  },
};

/** The next change of the draft of a process that no sample asks: one node, which the whole school's approver has. */
async function processDraft(t: TestApp, n: number): Promise<{ revision: number; definition: ProcessDefinition }> {
  const { processNo, processName, approvalType, nodes } = processDefinitions.find((one) => one.processNo === 'KCTDSQ')!;
  const { rows } = await t.app.services.pool.query<{ revision: number }>(
    'select revision from base.process_draft where process_no = $1',
    [processNo],
  );
  const node = { ...nodes[0]!, roleCode: '05', scopeRule: 'XX' as const, conditions: [] };
  const definition = { processNo, processName: `${processName}${n}`, approvalType, recallAllowed: true, nodes: [node] };
  return { revision: rows[0]?.revision ?? 0, definition };
}
const keptDraft = async (t: TestApp, n: number): Promise<object> =>
  await t.accept<object>('process.saveDraft', await processDraft(t, n));

/** What the samples of this file need beside the school. */
export async function prepareApprovals(t: TestApp): Promise<void> {
  await load(t, 'rolePermission', [
    { jsbh: '04', qxbh: 'system:approve' },
    { jsbh: '05', qxbh: 'system:approve' },
  ]);
}
