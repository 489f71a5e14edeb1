// @vitest-environment jsdom
import {
  assignableUsers,
  assignUsers,
  casualUsersOfRole,
  createRole,
  queryRoles,
  removeUsers,
  studentsOfRole,
  teachersOfRole,
  updateRole,
} from '@jwxt/contracts/access/role.operations.ts';
import {
  deletePermission,
  queryPermissions,
  saveRolePermissions,
  selectRoleByJsbh,
} from '@jwxt/contracts/access/role-permission.operations.ts';
import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi, type Answering } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { PermissionsPage } from './permissions.page.tsx';
import { RolesPage } from './roles.page.tsx';

signedOutAfterwards();

const keeping: PermissionCode[] = [
  'role:query',
  'role:queryUser',
  'role:insertRoleInfo',
  'role:updateRoleInfo',
  'role:deleteRoleByid',
  'role:batchDeleteUserByJsbh',
  'role:roleMana:selectRoleByJsbh',
  'roleMana:save',
  'user:setRoles',
];
const role = {
  jsbh: '04',
  jsmc: '院系审核人',
  jslx: '1',
  jslxmc: '教师',
  jsms: '',
  userNum: 2,
  isBuiltIn: '1',
  sfqy: '1',
  version: '7',
};
const open = (answers: readonly Answering[], permissions: readonly PermissionCode[] = keeping) => {
  signIn({ permissions: [...permissions] });
  const api = stubApi([
    [queryRoles, () => ok({ rows: [role], total: 1 })],
    [findAllDepChild, () => ok([])],
    ...answers,
  ]);
  return { api, ...render(<RolesPage />) };
};
const dialog = (name: RegExp) => screen.findByRole('dialog', { name });

// SYSADMIN-13, PERM-18, PERM-19
it('新增: what is missing is said at its field before anything is sent, and so is a number that exists', async () => {
  const { api, user, unmount } = open([
    [
      createRole,
      () =>
        refused('ROLE_EXISTS', '角色编号已存在', 409, { fieldErrors: [{ field: 'jsbh', message: '角色编号已存在' }] }),
    ],
  ]);
  await user.click(await screen.findByRole('button', { name: '新增' }));
  const form = within(await dialog(/新增角色/));
  await user.click(form.getByRole('button', { name: '确定' }));
  expect(form.getByText('角色编号必填')).toBeDefined();
  expect(form.getByText('角色名称必填')).toBeDefined();
  expect(api.to(createRole)).toEqual([]);
  await user.type(form.getByLabelText(/角色编号/), 'zy01');
  await user.type(form.getByLabelText(/角色名称/), '专业负责人');
  await user.click(form.getByRole('button', { name: '确定' }));
  expect(await form.findByText('角色编号已存在')).toBeDefined();
  expect(api.to(createRole)[0]?.fields).toMatchObject({ jsbh: 'zy01', jsmc: '专业负责人', jslx: '1' });
  unmount();
});

// PERM-20
it('修改: number and kind stay, the version travels; 内置 roles have no 删除', async () => {
  const { api, user, unmount } = open([[updateRole, () => ok({ jsbh: '04' })]]);
  await user.click(await screen.findByRole('button', { name: '修改 院系审核人' }));
  const form = within(await dialog(/修改角色/));
  expect(form.getByLabelText<HTMLInputElement>(/角色编号/).disabled).toBe(true);
  await user.type(form.getByLabelText(/角色名称/), '（新）');
  await user.click(form.getByRole('button', { name: '确定' }));
  expect(await screen.findByText('操作成功')).toBeDefined();
  expect(api.to(updateRole)[0]?.fields).toMatchObject({ jsbh: '04', jsmc: '院系审核人（新）', version: '7' });
  expect(screen.queryByRole('button', { name: /^删除 / })).toBeNull();
  unmount();
});

// PERM-23, PERM-24, PERM-11, ERRORS-12
it('用户: three tabs, since when and by whom; people are added for a period and removed after a question', async () => {
  const holder = {
    userName: 'dean1',
    gh: 'T02',
    ywbm: 'T02',
    xm: '李院长',
    dwmc: '计算机学院',
    dqztm: '11',
    dqztmc: '在职',
    fromDate: '2026-09-01',
    toDate: null,
    grantedAt: '2026-08-30 09:00:00',
    grantedBy: '管理员',
    state: '1',
  };
  const { api, user, unmount } = open([
    [teachersOfRole, () => ok({ rows: [holder], total: 1 })],
    [
      assignableUsers,
      () =>
        ok({ rows: [{ userName: 'teacher2', name: '郑老师', businessCode: 'T08', departmentName: '数学' }], total: 1 }),
    ],
    [assignUsers, () => ({ status: 500, body: { code: 'INTERNAL', message: '' } })],
    [removeUsers, () => ok({ removed: 1 })],
  ]);
  await user.click(await screen.findByRole('button', { name: '用户 院系审核人' }));
  const users = within(await dialog(/用户：院系审核人/));
  expect(users.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['教师', '学生', '临时用户']);
  expect(await users.findByRole('cell', { name: '2026-08-30 管理员' })).toBeDefined();
  expect(users.getByText('2026-09-01')).toBeDefined();
  expect(users.getByText('有效')).toBeDefined();
  await user.click(users.getByRole('button', { name: '添加用户' }));
  const adding = within(await dialog(/添加用户/));
  await user.click(await adding.findByRole('row', { name: /郑老师/ }).then((row) => within(row).getByRole('checkbox')));
  await user.click(adding.getByRole('button', { name: '确定' }));
  expect(await screen.findByText(/分配失败/)).toBeDefined();
  expect(api.to(assignUsers)[0]?.fields).toMatchObject({ jsbh: '04', userNames: ['teacher2'] });
  unmount();
});

// PERM-25, PERM-26
it('用户: students and casual users of a role stand in tabs of their own, asked for when opened', async () => {
  const held = { fromDate: null, toDate: null, grantedAt: null, grantedBy: '', state: '1' };
  const student = {
    ...held,
    userName: 'student1',
    studentCode: 'S1',
    studentNumber: '20260001',
    studentName: '陈同学',
    departmentName: '计算机学院',
    gradeMajorName: '2026级软件工程',
    administrativeClassName: '软工2601',
  };
  const casual = { ...held, userName: 'auditor1', name: '冯审计', mobile: '13800000000' };
  const { api, user, unmount } = open([
    [teachersOfRole, () => ok({ rows: [], total: 0 })],
    [studentsOfRole, () => ok({ rows: [student], total: 1 })],
    [casualUsersOfRole, () => ok({ rows: [casual], total: 1 })],
  ]);
  await user.click(await screen.findByRole('button', { name: '用户 院系审核人' }));
  const users = within(await dialog(/用户：院系审核人/));
  expect([api.to(studentsOfRole), api.to(casualUsersOfRole)]).toEqual([[], []]);
  await user.click(users.getByRole('tab', { name: '学生' }));
  expect(await users.findByRole('row', { name: /20260001 陈同学 计算机学院 软工2601/ })).toBeDefined();
  await user.click(users.getByRole('tab', { name: '临时用户' }));
  expect(await users.findByRole('row', { name: /冯审计/ })).toBeDefined();
  expect(api.to(casualUsersOfRole)[0]?.fields).toMatchObject({ jsbh: '04' });
  unmount();
});

// SYSADMIN-12
it('权限: a code is found, chosen, compared with what was saved, and saved after a question', async () => {
  const { api, user, unmount } = open([
    [
      selectRoleByJsbh,
      () => ok({ jsbh: '04', jsmc: '院系审核人', qxbhs: ['user:query'], version: 'v1', defaults: ['user:query'] }),
    ],
    [
      { path: selectRoleByJsbh.path.replace('{jsbh}', '04') },
      () => ok({ jsbh: '04', jsmc: '院系审核人', qxbhs: ['user:query'], version: 'v1', defaults: ['user:query'] }),
    ],
    [saveRolePermissions, () => ok({ added: ['user:setRoles'], removed: ['user:query'] })],
  ]);
  await user.click(await screen.findByRole('button', { name: '权限 院系审核人' }));
  const tree = within(await dialog(/权限：院系审核人/));
  await user.type(await tree.findByLabelText('查找权限'), '用户');
  await user.click(tree.getByLabelText('用户查询'));
  await user.click(tree.getByLabelText('用户角色设置'));
  expect(tree.getByText('将增加 1 项，去掉 1 项')).toBeDefined();
  expect(tree.getByLabelText('只看差异（2）')).toBeDefined();
  await user.click(tree.getByRole('button', { name: '保存' }));
  await user.click(await screen.findByRole('button', { name: '确定' }));
  expect(await screen.findByText(/已保存：增加 1 项，去掉 1 项/)).toBeDefined();
  expect(api.to(saveRolePermissions)[0]?.fields).toMatchObject({
    jsbh: '04',
    version: 'v1',
    qxbhs: ['user:setRoles'],
  });
  unmount();
});

it('who may only look sees no way to change anything', async () => {
  const { unmount } = open([], ['role:query']);
  expect(await screen.findByText('院系审核人')).toBeDefined();
  for (const name of [/新增/, /删除/, /修改/, /复制/, /权限 /])
    expect(screen.queryByRole('button', { name })).toBeNull();
  unmount();
});

it('SYSADMIN-14: a code that nothing uses is 未使用, and may be deleted where it is unknown', async () => {
  signIn({ permissions: ['permission:query', 'permission:delete'] });
  const code = {
    qxmc: '',
    fwbh: '',
    fwmc: '公共',
    operations: [],
    roles: [{ jsbh: '07', jsmc: '审计员' }],
    userNum: 1,
  };
  const { calls } = stubApi([
    [
      queryPermissions,
      () =>
        ok([
          { ...code, qxbh: 'old:thing', known: false },
          {
            ...code,
            qxbh: 'user:query',
            qxmc: '用户查询',
            known: true,
            operations: [{ method: 'POST', path: '/api/x', summary: '查询用户' }],
          },
        ]),
    ],
    [{ path: deletePermission.path.replace('{qxbh}', 'old%3Athing') }, () => ok({ roles: 1 })],
  ]);
  const { user, unmount } = render(<PermissionsPage />);
  const row = within(await screen.findByRole('row', { name: /old:thing/ }));
  expect(row.getByText('未使用')).toBeDefined();
  expect(screen.getByText('查询用户')).toBeDefined();
  await user.click(row.getByRole('button', { name: '删除 old:thing' }));
  await user.click(await screen.findByRole('button', { name: '删除' }));
  expect(await screen.findByText('操作成功')).toBeDefined();
  expect(calls.some(({ path }) => path.includes('permission/delete'))).toBe(true);
  unmount();
});
