import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefused } from '../../kernel/refusal.ts';
import { loadSmallSchool, request, twoNodes } from '../../testing/small-school.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { buildApplicationDraft, type DraftRequest } from './application-draft.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadSmallSchool(t);
});
afterAll(async () => {
  await t.stop();
});

async function built(more: Partial<DraftRequest> = {}) {
  return await buildApplicationDraft(t.app.services.pool, request('A1', more));
}
async function nodes(more: Partial<DraftRequest> = {}) {
  const draft = await built(more);
  if (isRefused(draft)) throw new Error(draft.refused.code);
  return draft.process.nodes;
}

test('nodes get the unit of their scope rule and the names of the day', async () => {
  expect(await nodes()).toMatchObject([
    {
      processNodeId: 'ZKCJSP-1',
      roleName: '院系审核人',
      scopeUnit: '101',
      scopeUnitName: '计算机学院',
      skipped: false,
    },
    { processNodeId: 'ZKCJSP-2', scopeUnit: '*', scopeUnitName: '全校', skipped: false },
  ]);
});

test('a node whose conditions all fail is passed over, saying which', async () => {
  expect((await nodes({ figures: { failRate: 300, hasRemark: ['01'] } }))[1]).toMatchObject({
    skipped: true,
    skipReason: '未达到审批条件（不及格率超过30%，有作弊备注），跳过',
  });
});

test('one condition that holds is enough to ask the node; so is a figure that the content does not have', async () => {
  expect((await nodes({ figures: { failRate: 301, hasRemark: [] } }))[1]?.skipped).toBe(false);
  expect((await nodes({ figures: { failRate: 0, hasRemark: ['04'] } }))[1]?.skipped).toBe(false);
  expect((await nodes({ figures: { failRate: 0 } }))[1]?.skipped).toBe(false);
});

test('when no node would be asked, all are', async () => {
  const conditions = [{ field: 'failRate', operator: '>' as const, value: 300, text: '不及格率超过30%' }];
  await t.accept('process.publish', {
    ...twoNodes,
    processNo: 'CXCJSP',
    nodes: twoNodes.nodes.map((node, index) => ({ ...node, processNodeId: `CXCJSP-${index + 1}`, conditions })),
  });
  expect((await nodes({ processNo: 'CXCJSP', figures: { failRate: 0 } })).map(({ skipped }) => skipped)).toEqual([
    false,
    false,
  ]);
});

test('an approver of a unit above decides for the units below it', async () => {
  expect((await nodes({ units: { KKDW: '1011' } }))[0]).toMatchObject({ scopeUnit: '1011', scopeUnitName: '软件系' });
});

test('a node that nobody could decide refuses the submission, naming the node', async () => {
  expect(await built({ units: { KKDW: '100' } })).toMatchObject({
    refused: { code: 'APPROVAL_NO_APPROVER', details: { node: '院系审核' } },
  });
  expect(await built({ units: {} })).toMatchObject({ refused: { code: 'APPROVAL_NO_APPROVER' } });
  // dean2 alone covers 102: not when dean2 entered the content, and applicants do not count either.
  expect(await built({ units: { KKDW: '102' }, enteredBy: ['dean2'] })).toMatchObject({
    refused: { code: 'APPROVAL_NO_APPROVER' },
  });
  expect(await built({ applicant: { ...request('A1').applicant, userName: 'registrar1' } })).toMatchObject({
    refused: { details: { node: '教务处审核' } },
  });
});

test('a process that was never published refuses by its name', async () => {
  expect(await built({ processNo: 'BHKCJSP' })).toMatchObject({
    refused: { code: 'APPROVAL_PROCESS_MISSING', details: { process: '补缓考成绩审批' } },
  });
});

test('the content hash tells any difference of the content or the business behind it', async () => {
  const hash = async (more: Partial<DraftRequest>) => {
    const draft = await built(more);
    return isRefused(draft) ? null : draft.content.contentHash;
  };
  const first = await hash({});
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await hash({})).toBe(first);
  expect(await hash({ business: { rows: ['other'] } })).not.toBe(first);
  expect(await hash({ content: { title: '标题', pieces: [], differences: [] } })).not.toBe(first);
});

test('a published process gets versions; a draft may go on with the version it began with (C7)', async () => {
  const changed = { ...twoNodes, processName: '正考成绩审批（新）' };
  expect(await t.accept('process.publish', changed)).toEqual({ processNo: 'ZKCJSP', version: 2 });
  expect(await t.accept('process.publish', changed)).toEqual({ processNo: 'ZKCJSP', version: 2 });
  expect(await built()).toMatchObject({ process: { processVersion: 2, processName: '正考成绩审批（新）' } });
  expect(await built({ processVersion: 1 })).toMatchObject({
    process: { processVersion: 1, processName: '正考成绩审批' },
  });
});

test('a definition that could not run is refused with the reason', async () => {
  const publish = (definition: object) => t.send('process.publish', { ...twoNodes, ...definition });
  const [first] = twoNodes.nodes;
  expect(await publish({ nodes: [first, first] })).toMatchObject({
    code: 'PROCESS_INVALID',
    message: '流程定义不完整：节点编号重复',
  });
  expect(await publish({ nodes: [{ ...first, roleCode: '99' }] })).toMatchObject({
    message: '流程定义不完整：角色“99”不存在',
  });
  expect(await publish({ nodes: [{ ...first, processNodeId: 'CJXGSP-1' }] })).toMatchObject({
    code: 'PROCESS_INVALID',
  });
  expect(await publish({ nodes: [] })).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'nodes', message: '至少一个审批节点' }],
  });
});
