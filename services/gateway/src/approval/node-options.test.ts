import {
  approvalConfig,
  approvalDetail,
  approvalLog,
  approve,
  queryApprovals,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let clerk: Browser;
let applyId: string;

beforeAll(async () => {
  school = await startSchool({ services: true });
  // A class of unit 102 by a teacher of another unit: whose clerk sees nothing of it but what is copied.
  await school.pool.query(`update base.teacher set dwh = '101' where gh = 'T08'`);
  await school.pool.query(`update base.user_account set department_id = '102' where user_name = 'clerk2'`);
  const standard = processDefinitions.find(({ processNo }) => processNo === 'ZKCJSP')!;
  const [unit, office] = standard.nodes;
  await school.commands.publish({
    ...standard,
    batchAllowed: false,
    nodes: [
      { ...unit!, ccRoles: ['03'] },
      { ...office!, canReject: ['ZKCJSP-1'] },
    ],
  });
  clerk = await school.browser('clerk2');
  applyId = await submitSheet(await school.browser('teacher2'), 'TC2', { S2026003: { ps: '30', qm: '40' } });
});
afterAll(() => school.stop());

it('SYSADMIN-23: a process that is decided one by one refuses several at once, and takes each by itself', async () => {
  const teacher = await school.browser('teacher1');
  const other = await submitSheet(teacher, 'TC1', {
    S2026001: { ps: '80', qm: '80' },
    S2026002: { ps: '80', qm: '80' },
  });
  const dean = await school.browser('dean1');
  const { list } = await dean.get(queryApprovals, { type: '1' });
  expect(list).toMatchObject([{ applyId: other, mayBatch: false }]);
  const { results } = await dean.get(approve, {
    approvalStatus: '0',
    keyList: [other, applyId],
    revisions: { [other]: list[0]!.revision, [applyId]: 0 },
  });
  for (const one of [other, applyId]) expect(results[one]).toMatchObject({ code: 'APPROVAL_BATCH_REFUSED' });
  expect(await decide(dean, other, '0')).toMatchObject({ code: '200' });
});

// SYSADMIN-24
describe('nodes that are copied, and send back to few', () => {
  it('shows an application to those to whom a node is copied, once it has decided', async () => {
    expect(await clerk.call(approvalDetail, { applyId })).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    await decide(await school.browser('dean2'), applyId, '0');
    await school.settled();
    expect(await clerk.get(approvalDetail, { applyId })).toMatchObject({ applyId, mayApprove: false });
    const { list } = await clerk.get(approvalLog, { businessId: 'TC2.1', processNo: 'ZKCJSP' });
    expect(list.map(({ kind }) => kind)).toEqual(['submitted', 'decided']);
    const nobody = await school.browser('teacher1b');
    expect(await nobody.call(approvalDetail, { applyId })).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  });

  it('offers whoever rejects the nodes of the version alone', async () => {
    const registrar = await school.browser('registrar1');
    expect((await registrar.get(approvalConfig, { instanceIds: applyId })).nodes).toEqual([
      { processNodeId: 'ZKCJSP-1', processNodeName: '院系审核' },
    ]);
    expect(await decide(registrar, applyId, '2', { backNode: '0', approvalOpinion: '请核对' })).toMatchObject({
      code: 'APPROVAL_BACK_NODE_REFUSED',
    });
    expect(await decide(registrar, applyId, '2', { backNode: 'ZKCJSP-1', approvalOpinion: '请核对' })).toMatchObject({
      code: '200',
    });
  });
});
