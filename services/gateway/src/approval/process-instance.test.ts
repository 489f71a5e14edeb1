import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalLog, approve, queryApprovals, urgeApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  exportProcessInstances,
  instanceTargets,
  queryProcessInstances,
  terminateInstance,
  transferInstance,
} from '@jwxt/contracts/approval/process-instance.operations.ts';
import { auditApplication } from '@jwxt/contracts/audit/audit.operations.ts';
import { staffMessages } from '@jwxt/contracts/notice/system-message.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { readXlsx } from 'hucre/xlsx';
import type { Browser } from '../testing/browser.ts';
import { submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const commandId = (): string => crypto.randomUUID();

let school: School;
const people = new Map<string, Browser>();
const who = (name: string): Browser => people.get(name)!;
/** Waits at dean1 and dean1b. */
let first: string;
/** Waits at dean2. */
let second: string;

beforeAll(async () => {
  school = await startSchool({ services: true });
  for (const name of ['teacher1', 'teacher2', 'dean1', 'dean1b', 'office1', 'clerk1', 'auditor1', 'admin'])
    people.set(name, await school.browser(name));
  first = await submitSheet(who('teacher1'), 'TC1', {
    S2026001: { ps: '80', qm: '82.5' },
    S2026002: { ps: '70', qm: '75' },
  });
  second = await submitSheet(who('teacher2'), 'TC2', { S2026003: { ps: '30', qm: '40' } });
});
afterAll(() => school.stop());

const rowsFor = async (name: string, filter: object = {}) => (await who(name).get(queryProcessInstances, filter)).rows;
const found = async (filter: object, name = 'office1') => (await rowsFor(name, filter)).map(({ applyId }) => applyId);
const revisionOf = async (applyId: string): Promise<number> =>
  (await rowsFor('office1')).find((row) => row.applyId === applyId)?.revision ?? -1;

// SYSADMIN-25
describe('approvals of all processes', () => {
  it('show what they are about, where they wait, since when and for whom', async () => {
    const rows = await rowsFor('office1');
    expect(rows.map(({ applyId }) => applyId).toSorted()).toEqual([first, second].toSorted());
    expect(rows.find(({ applyId }) => applyId === first)).toMatchObject({
      approvalProcessName: '正考成绩审批',
      applicantName: '王老师',
      currentNodeName: '院系审核',
      currentApprovers: '吴副院长、李院长',
      waitDays: 0,
      approvalBusinessStatusName: '待审核',
      finishTime: null,
      mayUrge: true,
      mayTransfer: true,
      mayTerminate: true,
    });
  });

  it('are found by process, applicant, node, status, time and how long they wait', async () => {
    expect(await found({ applicantName: '王' })).toEqual([first]);
    expect(await found({ processNo: 'CJXGSP' })).toEqual([]);
    expect(await found({ processNo: 'ZKCJSP', approvalBusinessStatus: businessStatus.awaiting })).toHaveLength(2);
    expect(await found({ currentNodeName: '教务处' })).toEqual([]);
    expect(await found({ currentNodeName: '院系' })).toHaveLength(2);
    const tomorrow = toDateTimeText(Date.now() + 86_400_000);
    expect(await found({ beginTime: tomorrow })).toEqual([]);
    expect(await found({ endTime: tomorrow })).toHaveLength(2);
    expect(await found({ waitDays: 1 })).toEqual([]);
    school.advanceClock(86_400_000);
    try {
      const office = await school.browser('office1');
      expect((await office.get(queryProcessInstances, { waitDays: 1 })).rows).toHaveLength(2);
    } finally {
      school.advanceClock(-86_400_000);
    }
  });

  it('are those of the own scope, and only looked at by whom the office is not', async () => {
    expect(await found({}, 'dean1')).toEqual([first]);
    for (const name of ['dean1', 'auditor1'])
      for (const row of await rowsFor(name))
        expect([row.mayTransfer, row.mayTerminate, row.mayUrge], name).toEqual([false, false, false]);
    expect((await who('teacher1').call(queryProcessInstances, {})).code).toBe('FORBIDDEN');
    const asked = { commandId: commandId(), applyId: first, revision: 0, reason: '重复' };
    for (const name of ['dean1', 'auditor1', 'admin'])
      expect((await who(name).call(terminateInstance, asked)).code, name).toBe('FORBIDDEN');
    expect((await who('auditor1').call(exportProcessInstances, {})).code).toBe('FORBIDDEN');
  });

  it('are exported, as they are found', async () => {
    const { bytes } = await who('office1').call(exportProcessInstances, { applicantName: '王' });
    const sheet = (await readXlsx(bytes)).sheets[0]?.rows;
    expect(sheet).toEqual([
      expect.arrayContaining(['流程', '申请人', '当前节点', '等待天数', '状态']),
      expect.arrayContaining(['正考成绩审批', '王老师', '院系审核', '待审核']),
    ]);
  });

  it('are urged and handed to another approver by the office, who is none of them', async () => {
    await who('office1').get(urgeApproval, { commandId: commandId(), applyId: first, remark: '' });
    expect((await who('office1').get(instanceTargets, { applyId: first })).list.map(({ name }) => name)).toEqual([
      '吴副院长',
      '李院长',
    ]);
    const asked = { applyId: first, revision: await revisionOf(first), toUser: 'dean1b', reason: '出差' };
    expect(
      await who('office1').call(transferInstance, { ...asked, commandId: commandId(), reason: ' ' }),
    ).toMatchObject({ fieldErrors: [{ field: 'reason', message: '必填' }] });
    await who('office1').get(transferInstance, { ...asked, commandId: commandId() });
    expect((await rowsFor('office1')).find(({ applyId }) => applyId === first)).toMatchObject({
      currentApprovers: '吴副院长',
      mayUrge: false,
    });
    const todos = (await who('dean1').get(queryApprovals, { type: '1', timeScopeValue: '0' })).list;
    expect(todos.map(({ applyId }) => applyId)).toEqual([]);
  });

  it('are ended by the office with a reason: not passed, told to the applicant, in log and replay', async () => {
    const asked = { applyId: first, revision: await revisionOf(first), reason: '重复提交' };
    expect(
      await who('office1').call(terminateInstance, { ...asked, commandId: commandId(), reason: '' }),
    ).toMatchObject({ status: 400, fieldErrors: [{ field: 'reason', message: '必填' }] });
    expect(
      await who('office1').call(terminateInstance, { ...asked, commandId: commandId(), revision: 0 }),
    ).toMatchObject({ status: 409 });
    await who('office1').get(terminateInstance, { ...asked, commandId: commandId() });
    const [row] = await rowsFor('office1', { applicantName: '王' });
    expect(row).toMatchObject({
      approvalBusinessStatus: businessStatus.notPassed,
      currentNodeName: null,
      currentApprovers: '',
      waitDays: null,
      mayTerminate: false,
      mayTransfer: false,
    });
    expect(row?.finishTime).toMatch(/^\d{4}-/);
    const { list } = await who('office1').get(approvalLog, { businessId: row!.businessId, processNo: 'ZKCJSP' });
    expect(list.at(-1)).toMatchObject({
      processNodeResultName: '不通过',
      processNodeRemark: '教务处终止：重复提交',
      auditPersonName: '钱办公',
    });
    const told = JSON.stringify(await who('auditor1').get(auditApplication, { applyId: first }));
    expect(told).toContain('教务处在院系审核终止申请');
    await expect
      .poll(async () =>
        (await who('teacher1').get(staffMessages, {})).rows.map(({ systemMessageEntityTitle: title }) => title),
      )
      .toContain('正考成绩审批已终止');
    expect(
      (await who('office1').call(terminateInstance, { ...asked, commandId: commandId(), revision: row!.revision }))
        .code,
    ).toBe('APPROVAL_NOT_IN_APPROVAL');
    // What was handed over is nobody's to-do any more.
    expect((await who('dean1b').get(queryApprovals, { type: '1', timeScopeValue: '0' })).list).toEqual([]);
    const late = {
      keyList: [first],
      revisions: { [first]: asked.revision },
      approvalStatus: '0' as const,
      approvalOpinion: '同意',
    };
    expect((await who('dean1b').get(approve, { ...late, commandId: commandId() })).results[first]?.code).toBe(
      'APPROVAL_ALREADY_DECIDED',
    );
  });
});
