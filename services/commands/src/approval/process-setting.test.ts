import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import type { SimulatedNode } from '@jwxt/contracts/approval/process-setting.operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSmallSchool, twoNodes } from '../testing/small-school.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';

let t: TestApp;
const course = (kch: string, kkxy: string) => ({
  kch,
  ywbm: kch,
  kcmc: `课程${kch}`,
  kkxy,
  kcsx: '1',
  kcxz: '1',
  xf: 20,
  zxs: 32,
  khfs: '1',
  scoreHierarchyCode: 'bfz',
});

beforeAll(async () => {
  t = await startTestApp();
  await loadSmallSchool(t);
  const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
  await load('course', [course('K1', '101'), course('K2', '1011'), course('K3', '102')]);
  await load('rolePermission', [
    { jsbh: '04', qxbh: 'system:approve' },
    { jsbh: '05', qxbh: 'system:approve' },
  ]);
});
afterAll(async () => {
  await t.stop();
});

const save = (definition: ProcessDefinition, revision: number) => t.send('process.saveDraft', { revision, definition });
const problemsOf = async (definition: ProcessDefinition): Promise<string[]> => {
  const { problems } = await t.accept<{ problems: { text: string }[] }>('process.check', definition);
  return problems.map(({ text }) => text);
};
const withFirst = (change: Partial<ProcessDefinition['nodes'][number]>): ProcessDefinition => ({
  ...twoNodes,
  nodes: twoNodes.nodes.map((node, index) => (index === 0 ? { ...node, ...change } : node)),
});

// SYSADMIN-23, SYSADMIN-24
describe('the draft of a process', () => {
  it('is kept once, edited by who has seen it, published as the next version, and gone then', async () => {
    const changed: ProcessDefinition = { ...twoNodes, timeLimitDays: 5 };
    expect(await save(changed, 0)).toMatchObject({ result: { revision: 1 } });
    expect(await save(twoNodes, 0)).toMatchObject({ code: 'PROCESS_DRAFT_CHANGED' });
    expect(await save(twoNodes, 1)).toMatchObject({ result: { revision: 2 } });
    expect(await t.send('process.publishDraft', { processNo: 'ZKCJSP', revision: 2 })).toMatchObject({
      code: 'PROCESS_UNCHANGED',
      message: '草稿与已发布的版本 1 相同，不需要发布',
    });
    await save(changed, 2);
    expect(await t.send('process.publishDraft', { processNo: 'ZKCJSP', revision: 2 })).toMatchObject({
      code: 'PROCESS_DRAFT_CHANGED',
    });
    expect(await t.accept('process.publishDraft', { processNo: 'ZKCJSP', revision: 3 })).toEqual({
      processNo: 'ZKCJSP',
      version: 2,
    });
    expect(await t.send('process.publishDraft', { processNo: 'ZKCJSP', revision: 3 })).toMatchObject({
      code: 'PROCESS_NO_DRAFT',
    });
    const { rows } = await t.app.services.pool.query(
      `select operation from base.operation_log where key = 'ZKCJSP' and resource = 'processDraft' order by id`,
    );
    expect(rows).toEqual([{ operation: 'create' }, { operation: 'update' }, { operation: 'update' }]);
  });

  it('is let go, and belongs to a process that there is', async () => {
    await save(twoNodes, 0);
    expect(await t.accept('process.removeDraft', { processNo: 'ZKCJSP', revision: 1 })).toMatchObject({ revision: 0 });
    expect(await t.send('process.removeDraft', { processNo: 'ZKCJSP', revision: 1 })).toMatchObject({
      code: 'PROCESS_NO_DRAFT',
      message: '“正考成绩审批”没有草稿，可能已被发布或删除，请刷新后查看',
    });
    expect(await save({ ...twoNodes, processNo: 'XX' }, 0)).toMatchObject({ code: 'PROCESS_UNKNOWN' });
  });
});

describe('the check before publishing', () => {
  it('finds a node without a holder in a unit that can come up, and names the units', async () => {
    expect(await problemsOf(twoNodes)).toEqual([]);
    expect(await problemsOf(withFirst({ roleCode: '05', scopeRule: 'KKDW' }))).toEqual([]);
    await t.accept('reference.load', { resource: 'course', rows: [course('K4', '100')] });
    expect(await problemsOf(twoNodes)).toEqual(['节点“院系审核”：学校没有人担任“院系审核人”']);
    await t.accept('reference.load', { resource: 'course', rows: [{ ...course('K4', '101') }] });
    expect(await problemsOf(withFirst({ roleCode: '06' }))).toEqual(['节点“院系审核”：角色“任课教师”没有审批权限']);
  });

  it('finds conditions and units that its applications do not have', async () => {
    const condition = { field: 'maxChange', operator: '>' as const, value: 1000, text: '改动' };
    expect(await problemsOf(withFirst({ conditions: [condition] }))).toEqual([
      '节点“院系审核”：该流程的申请没有“最大改动分数”',
    ]);
    expect(await problemsOf(withFirst({ conditions: [{ ...condition, field: 'failRate', operator: '=' }] }))).toEqual([
      '节点“院系审核”：“不及格率”不能用“为”比较',
    ]);
    expect(await problemsOf(withFirst({ scopeRule: 'XSDW' }))).toContain(
      '节点“院系审核”：该流程的申请没有“学生所在单位”，不能按此确定审批人',
    );
  });

  it('finds that nobody is there to report to above the last node', async () => {
    const reporting: ProcessDefinition = { ...twoNodes, timeoutAction: '1' };
    expect(await problemsOf(reporting)).toEqual(['没有教务处管理员，最后一个节点超时后无处上报']);
    await t.accept('reference.load', { resource: 'userRole', rows: [{ userName: 'teacher2', jsbh: '02' }] });
    expect(await problemsOf(reporting)).toEqual([]);
  });

  it('finds nodes that send back to nowhere, and roles that cannot read copies, at the field', async () => {
    const withSecond = (change: Partial<ProcessDefinition['nodes'][number]>): ProcessDefinition => ({
      ...twoNodes,
      nodes: twoNodes.nodes.map((node, index) => (index === 1 ? { ...node, ...change } : node)),
    });
    const found = async (definition: ProcessDefinition) =>
      (await t.accept<{ problems: object[] }>('process.check', definition)).problems;
    expect(await found(withSecond({ canReject: ['ZKCJSP-1'] }))).toEqual([]);
    expect(await found(withSecond({ canReject: [] }))).toEqual([
      { nodeId: 'ZKCJSP-2', field: 'canReject', text: '节点“教务处审核”：请至少选择一个可驳回到的节点' },
    ]);
    expect(await found(withFirst({ canReject: ['ZKCJSP-2'] }))).toMatchObject([
      { nodeId: 'ZKCJSP-1', field: 'canReject', text: '节点“院系审核”：可驳回到的节点应在本节点之前' },
    ]);
    const conditions = twoNodes.nodes[1]!.conditions;
    expect(
      await found({
        ...twoNodes,
        nodes: [
          { ...twoNodes.nodes[0]!, conditions },
          { ...twoNodes.nodes[1]!, canReject: ['ZKCJSP-1'] },
        ],
      }),
    ).toMatchObject([{ nodeId: 'ZKCJSP-2', field: 'canReject' }]);
    expect(await found(withFirst({ ccRoles: ['99'] }))).toMatchObject([
      { nodeId: 'ZKCJSP-1', field: 'ccRoles', text: '角色“99”不存在' },
    ]);
    expect(await found(withFirst({ ccRoles: ['06'] }))).toEqual([
      {
        nodeId: 'ZKCJSP-1',
        field: 'ccRoles',
        text: '节点“院系审核”：角色“任课教师”没有查看审批的权限，不能抄送',
      },
    ]);
    await t.accept('reference.load', {
      resource: 'rolePermission',
      rows: [{ jsbh: '06', qxbh: 'systemApprove:query' }],
    });
    expect(await found(withFirst({ ccRoles: ['06'] }))).toEqual([]);
  });

  it('keeps a draft that is not ready from being published, and says why', async () => {
    await save(withFirst({ roleCode: '06' }), 0);
    expect(await t.send('process.publishDraft', { processNo: 'ZKCJSP', revision: 1 })).toMatchObject({
      code: 'PROCESS_NOT_READY',
      message: '草稿还不能发布：节点“院系审核”：角色“任课教师”没有审批权限',
    });
    await t.accept('process.removeDraft', { processNo: 'ZKCJSP', revision: 1 });
  });

  it('finds nothing in the conditions of the standard processes', async () => {
    for (const definition of processDefinitions)
      expect(
        (await problemsOf(definition)).filter((text) => !/没有人担任|没有审批权限|不存在/.test(text)),
        definition.processNo,
      ).toEqual([]);
  });
});

describe('the simulation', () => {
  const simulate = async (wanted: object) =>
    await t.accept<{ nodes: SimulatedNode[]; version: number | null }>('process.simulate', wanted);

  it('shows who would decide and why, by what a submission would freeze', async () => {
    const { nodes, version } = await simulate({
      processNo: 'ZKCJSP',
      units: { KKDW: '1011' },
      userName: 'teacher1',
      figures: { failRate: 301, hasRemark: [] },
    });
    expect(version).toBe(2);
    expect(nodes).toMatchObject([
      {
        processNodeName: '院系审核',
        roleName: '院系审核人',
        scopeUnitName: '软件系',
        entered: true,
        reason: '每份申请都经过',
        timeLimitDays: 5,
        holders: [
          { userName: 'dean1', name: '姓名dean1', departmentName: '计算机学院', excluded: null },
          { userName: 'dean3', excluded: null },
          { userName: 'teacher1', excluded: '是申请人，不能审批' },
        ],
      },
      { entered: true, reason: '达到进入条件：不及格率超过30%', holders: [{ userName: 'registrar1' }] },
    ]);
    const skipped = await simulate({
      processNo: 'ZKCJSP',
      units: { KKDW: '102' },
      figures: { failRate: 0, hasRemark: [] },
    });
    expect(skipped.nodes[1]).toMatchObject({
      entered: false,
      reason: '未达到审批条件（不及格率超过30%，有作弊备注），跳过',
    });
    const unknown = await simulate({ processNo: 'ZKCJSP', units: { KKDW: '102' }, figures: { failRate: 0 } });
    expect(unknown.nodes[1]).toMatchObject({ entered: true, reason: '未给出“有作弊备注”，按进入处理' });
  });

  it('goes by the draft where it is asked to, and refuses what it cannot know at the field', async () => {
    await save({ ...withFirst({ processNodeName: '草稿节点', ccRoles: ['05'] }), timeoutAction: '1' }, 0);
    const { nodes, version } = await simulate({ processNo: 'ZKCJSP', source: 'draft', units: { KKDW: '101' } });
    expect([version, nodes[0]?.processNodeName]).toEqual([null, '草稿节点']);
    expect(nodes).toMatchObject([
      { backNodeNames: ['申请人'], copied: [{ roleName: '教务处审核人', names: ['姓名registrar1'] }] },
      { backNodeNames: ['申请人', '草稿节点'], copied: [] },
    ]);
    expect(nodes.map(({ timeoutText }) => timeoutText)).toEqual([
      '提醒审批人，并上报教务处审核',
      '提醒审批人，并上报教务处',
    ]);
    const refused = (wanted: object) => t.send('process.simulate', { processNo: 'ZKCJSP', ...wanted });
    expect(await refused({})).toMatchObject({ fieldErrors: [{ field: 'units.KKDW', message: '请选择开课单位' }] });
    expect(await refused({ units: { KKDW: '101' }, userName: 'nobody' })).toMatchObject({
      fieldErrors: [{ field: 'userName', message: '没有账号“nobody”' }],
    });
    expect(await refused({ units: { KKDW: '101' }, studentNumber: '1' })).toMatchObject({
      fieldErrors: [{ field: 'studentNumber', message: '没有学号为“1”的学生' }],
    });
    expect(await refused({ applyId: 'nothing' })).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  });
});
