import { nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await t.accept('reference.load', {
    resource: 'department',
    rows: ['101', '102'].map((dwh) => ({
      dwh,
      ywbm: dwh,
      dwmc: `学院${dwh}`,
      dwlbm: '1',
      sfjxdw: '1',
      sfkkdw: '1',
      pxh: 1,
    })),
  });
});
afterAll(async () => {
  await t.stop();
});

const query = async <R extends object>(sql: string) => (await t.app.services.pool.query<R>(sql)).rows;
beforeEach(async () => {
  await query(`delete from base.role_scope; delete from base.operation_log; delete from base.role where jsbh = 'k1'`);
  await t.accept('reference.load', { resource: 'role', rows: [{ jsbh: 'k1', jsmc: '范围组', jslx: 'teacher' }] });
  await t.accept('reference.load', { resource: 'roleScope', rows: [{ jsbh: 'k1', sjqxbh: 'DW', fwz: '$DW' }] });
  await query('delete from base.operation_log');
});

const versionNow = async () => {
  const [row] = await query<{ version: string }>(`select base.scope_version('k1') as version`);
  return row?.version ?? '';
};
const at = async (node: string, values: Record<string, string>, more: object = {}) => ({
  yhzbh: 'k1',
  permissionIds: [...nodesBelow(node)],
  listDto: Object.entries(values).map(([sjqxbh, fwz]) => ({ yhzbh: 'k1', qxbh: node, sjqxbh, fwz })),
  version: await versionNow(),
  ...more,
});
const saved = async () =>
  (
    await query<{ text: string }>(
      `select qxbh || ' ' || sjqxbh || ' ' || fwz as text from base.role_scope where jsbh = 'k1' and fwz <> '*'
        order by qxbh, sjqxbh`,
    )
  ).map(({ text }) => text);

it('what a role had before functions had scopes is what the root has', async () => {
  expect(await saved()).toEqual(['* DW $DW']);
});

it('PERM-33, PERM-35: a scope is saved at a function, each dimension with its codes joined by commas', async () => {
  await t.accept('dataPermission.save', await at('scoreManage', { DW: ' 101, 102 ,101' }));
  expect(await saved()).toEqual(['* DW $DW', 'scoreManage DW 101,102']);
  // The other dimensions are stored without restriction, so that nothing comes through from above.
  expect(await query(`select sjqxbh from base.role_scope where qxbh = 'scoreManage'`)).toHaveLength(6);
  expect(
    await query(`select key, before, after->>'fwz' as fwz from base.operation_log where after->>'fwz' <> '*'`),
  ).toEqual([{ key: 'k1/scoreManage/DW', before: null, fwz: '101,102' }]);
});

it('PERM-34: what was saved below is overwritten; what is saved below later stays', async () => {
  await t.accept('dataPermission.save', await at('examSet:rollback', { DW: '101' }));
  expect(await t.accept('dataPermission.save', await at('scoreManage', { DW: '$DWB' }))).toEqual({ overwritten: 1 });
  expect(await saved()).toEqual(['* DW $DW', 'scoreManage DW $DWB']);
  await t.accept('dataPermission.save', await at('examSet:rollback', { DW: '102' }));
  expect(await saved()).toEqual(['* DW $DW', 'examSet:rollback DW 102', 'scoreManage DW $DWB']);
});

it('no rows give a function back to what stands above it', async () => {
  await t.accept('dataPermission.save', await at('scoreManage', { DW: '101' }));
  await t.accept('dataPermission.save', await at('scoreManage', {}));
  expect(await saved()).toEqual(['* DW $DW']);
});

it('approvers follow the scope of approving, or of what is above it', async () => {
  const reached = async () =>
    (
      await query<{ fwz: string | null }>(
        `select base.scope_value('k1', array['system:approve', 'shared/system', 'shared', '*'], 'DW') as fwz`,
      )
    )[0]?.fwz;
  expect(await reached()).toBe('$DW');
  await t.accept('dataPermission.save', await at('shared', { NJ: '*' }));
  expect(await reached()).toBe('*');
  await t.accept('dataPermission.save', await at('system:approve', { DW: '102' }));
  expect(await reached()).toBe('102');
});

it('values that do not exist are told at their dimension; macros only where they mean something', async () => {
  expect(await t.send('dataPermission.save', await at('scoreManage', { DW: '101,999' }))).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'listDto.0.fwz', message: '没有这个单位：999' }],
  });
  expect(await t.send('dataPermission.save', await at('scoreManage', { NJ: '$DW' }))).toMatchObject({
    fieldErrors: [{ field: 'listDto.0.fwz', message: '年级不能这样设置：$DW' }],
  });
  expect(await saved()).toEqual(['* DW $DW']);
});

it('an old look, an unknown group or other functions than those below are refused', async () => {
  expect(await t.send('dataPermission.save', await at('scoreManage', { DW: '101' }, { version: 'old' }))).toMatchObject(
    { code: 'SCOPE_CHANGED' },
  );
  expect(
    await t.send('dataPermission.save', await at('scoreManage', { DW: '101' }, { permissionIds: ['scoreManage'] })),
  ).toMatchObject({ code: 'SCOPE_NODES' });
  expect(
    await t.send('dataPermission.save', {
      yhzbh: 'none',
      permissionIds: ['examSet:rollback'],
      listDto: [],
      version: '',
    }),
  ).toMatchObject({ code: 'SCOPE_GROUP_UNKNOWN' });
});
