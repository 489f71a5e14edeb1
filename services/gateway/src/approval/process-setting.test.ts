import {
  processCheck,
  processDetail,
  processDraftPublish,
  processDraftRemove,
  processDraftSave,
  processSimulate,
  queryProcesses,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import {
  approvalCounts,
  approvalDetail,
  approvalLog,
  queryApprovals,
  transferApproval,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { queryProcessInstances } from '@jwxt/contracts/approval/process-instance.operations.ts';
import { createDelegation } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { auditApplication } from '@jwxt/contracts/audit/audit.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { queryRegularApprovals } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { publishProcessOperation } from '@jwxt/contracts/system/system.operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
});
afterAll(async () => {
  await school.stop();
});
const commandId = () => crypto.randomUUID();

// SYSADMIN-23, SYSADMIN-24
describe('the set-up of processes', () => {
  it('lists processes with their versions, and keeps, checks and publishes a draft', async () => {
    const found = async () =>
      (await office.get(queryProcesses, {})).list.find(({ processNo }) => processNo === 'GXKSQ');
    const before = await found();
    expect(before).toMatchObject({ version: 1, publishStatus: '1', draft: null });
    const definition = { ...before!.definition, processName: '公选课审批' };
    await office.get(processDraftSave, { commandId: commandId(), revision: 0, definition });
    expect((await found())?.draft).toMatchObject({ editedBy: expect.stringMatching(/./) as string });
    expect((await office.get(processDetail, { processNo: 'GXKSQ' })).draft).toMatchObject({
      revision: 1,
      definition: { processName: '公选课审批' },
    });
    const { problems } = await office.get(processCheck, { definition });
    const published = await office.call(processDraftPublish, {
      commandId: commandId(),
      processNo: 'GXKSQ',
      revision: 1,
    });
    if (problems.length === 0) expect(published).toMatchObject({ data: { version: 2 } });
    else expect(published).toMatchObject({ code: 'PROCESS_NOT_READY', data: { problems } });
    const { versions, roles, defaultLimitDays } = await office.get(processDetail, { processNo: 'GXKSQ' });
    expect(versions.at(-1)).toMatchObject({ version: 1, running: expect.any(Number) as number });
    expect(roles.find(({ jsbh }) => jsbh === '04')).toMatchObject({ approves: true });
    expect(defaultLimitDays).toBe(3);
  });

  it('is the office’s and the administrator’s; auditors look and simulate, teachers do not', async () => {
    const auditor = await school.browser('auditor1');
    const { list } = await auditor.get(queryProcesses, {});
    const { definition } = list[0]!;
    expect(await auditor.call(processDraftSave, { commandId: commandId(), revision: 0, definition })).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(
      await auditor.call(processDraftRemove, { commandId: commandId(), processNo: 'GXKSQ', revision: 1 }),
    ).toMatchObject({ code: 'FORBIDDEN' });
    const { nodes } = await auditor.get(processSimulate, { processNo: 'ZKCJSP', units: { KKDW: '101' } });
    expect(nodes[0]).toMatchObject({ processNodeName: '院系审核', entered: true });
    const teacher = await school.browser('teacher1');
    expect(await teacher.call(queryProcesses, {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await teacher.call(processSimulate, { processNo: 'ZKCJSP' })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

// SYSADMIN-24: nodeMode 全部
describe('a node that all of its approvers must pass', () => {
  let applyId: string;
  const people = new Map<string, Browser>();
  const who = (name: string): Browser => people.get(name)!;
  /** The list, its total and the count must agree. */
  const waits = async (name: string): Promise<boolean> => {
    const [{ list, total }, { todo }] = await Promise.all([
      who(name).get(queryApprovals, { type: '1', timeScopeValue: '0' }),
      who(name).get(approvalCounts, {}),
    ]);
    expect([total, todo], name).toEqual([list.length, list.length]);
    const [byArea, all] = await Promise.all([
      who(name).get(queryRegularApprovals, { view: 'todo' }),
      who(name).get(queryApprovals, { type: '0', timeScopeValue: '0' }),
    ]);
    // The area's page shows its own scope, in which the unit of dean2 is not.
    if (name !== 'dean2') expect(byArea.rows.length, name).toBe(list.length);
    expect(all.total, name).toBe(all.list.length);
    return list.some((item) => item.applyId === applyId);
  };
  const revision = async () => (await who('dean1').get(approvalDetail, { applyId })).revision;
  const open = async () =>
    (await who('dean1b').get(approvalDetail, { applyId })).progress.find(({ kind }) => kind === 'waiting');

  const submitted = () =>
    submitSheet(who('teacher1'), 'TC1', { S2026001: { ps: '80', qm: '82.5' }, S2026002: { ps: '70', qm: '75' } });

  beforeAll(async () => {
    const { definition } = (await office.get(queryProcesses, {})).list.find(({ processNo }) => processNo === 'ZKCJSP')!;
    const [first, ...others] = definition.nodes;
    const admin = await school.browser('admin');
    await admin.get(publishProcessOperation, {
      ...definition,
      nodes: [{ ...first!, nodeMode: '2' }, ...others],
      commandId: commandId(),
    });
    for (const name of ['teacher1', 'dean1', 'dean1b', 'dean2', 'auditor1'])
      people.set(name, await school.browser(name));
    applyId = await submitted();
  });

  it('is said by a simulation, and is not handed over by one of them', async () => {
    const { nodes } = await office.get(processSimulate, { applyId });
    expect(nodes.map(({ nodeMode }) => nodeMode)).toEqual(['2', '1']);
    expect(await who('dean1').get(approvalDetail, { applyId })).toMatchObject({ mayApprove: true, mayTransfer: false });
    expect(
      await who('dean1').call(transferApproval, {
        commandId: commandId(),
        applyId,
        revision: await revision(),
        toUser: 'dean1b',
        reason: '出差',
      }),
    ).toMatchObject({ code: 'APPROVAL_TRANSFER_ALL' });
    expect(await open()).toMatchObject({ processNodeRemark: '0/2 已通过，待 吴副院长、李院长 审批' });
  });

  it('leaves the to-dos of who passed it, not those of others; detail, list, log and replay say so', async () => {
    const seen = await revision();
    expect([await waits('dean1'), await waits('dean1b')]).toEqual([true, true]);
    expect(await decide(who('dean1'), applyId, '0')).toMatchObject({
      code: '200',
      data: { approvalBusinessStatus: '1' },
    });
    expect([await waits('dean1'), await waits('dean1b')]).toEqual([false, true]);
    expect(await revision()).toBe(seen);
    expect((await who('dean1').get(queryApprovals, { type: '2' })).list).toMatchObject([
      { applyId, mayApprove: false, mayTransfer: false },
    ]);
    expect(await decide(who('dean1'), applyId, '0')).toMatchObject({ code: 'APPROVAL_ENDORSED' });
    expect(await open()).toMatchObject({ processNodeRemark: '1/2 已通过，待 吴副院长 审批' });
    expect((await office.get(queryProcessInstances, {})).rows.find((row) => row.applyId === applyId)).toMatchObject({
      currentApprovers: '吴副院长（1人已通过）',
    });
    const { list } = await who('teacher1').get(approvalLog, { businessId: 'TC1.1', processNo: 'ZKCJSP' });
    expect(list.at(-1)).toMatchObject({
      kind: 'endorsed',
      processNodeResultName: '会签通过',
      auditPersonName: '李院长',
      processNodeRemark: '同意',
    });
    expect((await who('auditor1').get(auditApplication, { applyId })).steps.at(-1)).toMatchObject({
      title: '院系审核一人通过，待他人审批',
      byName: '李院长',
    });
  });

  it('is left by the first who rejects; sent again, one passes it for himself and for whom he stands in', async () => {
    expect(await decide(who('dean1b'), applyId, '2', { backNode: '0', approvalOpinion: '请核对' })).toMatchObject({
      data: { approvalBusinessStatus: '3' },
    });
    applyId = await submitted();
    const now = Date.now();
    for (const toUser of ['dean1', 'dean2'])
      await who('dean1b').get(createDelegation, {
        commandId: commandId(),
        toUser,
        beginTime: toDateTimeText(now - 60_000),
        endTime: toDateTimeText(now + 86_400_000),
        reason: '出差',
        processNos: [],
      });
    for (const name of ['dean1', 'dean1b', 'dean2']) expect(await waits(name), name).toBe(true);
    expect(await decide(who('dean1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '9' } });
    for (const name of ['dean1', 'dean1b', 'dean2']) expect(await waits(name), name).toBe(false);
    const { list } = await who('teacher1').get(approvalLog, { businessId: 'TC1.1', processNo: 'ZKCJSP' });
    expect(list.slice(-3).map((row) => [row.kind, row.auditPersonName])).toEqual([
      ['endorsed', '李院长'],
      ['decided', '李院长 代 吴副院长'],
      ['skipped', ''],
    ]);
  });
});
