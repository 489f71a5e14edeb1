// @vitest-environment jsdom
import {
  createSystemUser,
  printPasswordSlips,
  querySystemUsers,
  queryUsers,
  resetUserPasswords,
  setUserPassword,
  setUserRoles,
  syncUserInfo,
  systemUserDetail,
} from '@jwxt/contracts/access/account.operations.ts';
import { passwordMail, sendPasswords } from '@jwxt/contracts/access/password-mail.operations.ts';
import { viewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { roleNames } from '@jwxt/contracts/access/role.operations.ts';
import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { leaveTo } from '../../lib/leave-to.ts';
import { ok, refused, stubApi, type Answering } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { SystemUsersPage } from './system-users.page.tsx';
import { UsersPage } from './users.page.tsx';

vi.mock('../../lib/leave-to.ts', () => ({ leaveTo: vi.fn() }));
signedOutAfterwards();

const account = {
  userName: 'teacher2',
  name: '郑老师',
  userType: '1',
  userTypeName: '教师',
  businessCode: 'T08',
  departmentName: '数学学院',
  roleCodes: ['06'],
  roleNames: ['任课教师'],
  lentBy: ['孙教务'],
  accountStatus: '2',
  accountStatusName: '锁定',
  ssoBound: '0',
  pwdMustChange: '0',
  mfaEnabled: '0',
  validTo: null,
  lastLoginTime: null,
};
const issued = { userName: 'teacher2', name: '郑老师', departmentName: '数学学院', password: 'Ab3defghjkmn' };
const start = (permissions: readonly PermissionCode[], answers: readonly Answering[]) => {
  signIn({ permissions: [...permissions] });
  return stubApi([
    [queryUsers, () => ok({ rows: [account], total: 1 })],
    [querySystemUsers, () => ok({ rows: [account], total: 1 })],
    [findAllDepChild, () => ok([])],
    [
      roleNames,
      () =>
        ok([
          { jsbh: '04', jsmc: '院系审核人' },
          { jsbh: '06', jsmc: '任课教师' },
        ]),
    ],
    ...answers,
  ]);
};
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));
const helping: PermissionCode[] = [
  'user:query',
  'user:setRoles',
  'user:updateUserDefaultPassword',
  'user:manualUpdatePassword',
];

it('以其身份查看: asks why, and then shows the home page with those eyes; not offered for administrators', async () => {
  sessionStorage.setItem('kept', 'mine');
  const administrator = { ...account, userName: 'admin2', name: '管理员', roleCodes: ['01'] };
  const api = start(
    ['user:query', 'user:viewAs'],
    [
      [queryUsers, () => ok({ rows: [account, administrator], total: 2 })],
      [viewAs, () => ok({ name: '郑老师', until: '2026-11-22 09:30:00' })],
    ],
  );
  const { user, unmount } = render(<UsersPage />);
  await user.click(await screen.findByRole('button', { name: '以其身份查看 郑老师' }));
  expect(screen.queryByRole('button', { name: '以其身份查看 管理员' })).toBeNull();
  const form = await dialog(/以其身份查看：郑老师/);
  await user.click(form.getByRole('button', { name: '开始查看' }));
  expect(form.getByText('请输入查看原因')).toBeDefined();
  expect(api.to(viewAs)).toEqual([]);
  await user.type(form.getByLabelText(/查看原因/), '看不到教学班');
  await user.click(form.getByRole('button', { name: '开始查看' }));
  await waitFor(() => {
    expect(leaveTo).toHaveBeenCalledWith('/');
  });
  expect(api.to(viewAs)[0]?.fields).toMatchObject({ userName: 'teacher2', reason: '看不到教学班' });
  expect(sessionStorage.getItem('kept')).toBeNull();
  sessionStorage.clear();
  unmount();
});

// SYSADMIN-11, PERM-12
it('用户管理: roles are set, and a reset password is shown once, with slips to print', async () => {
  const api = start(helping, [
    [setUserRoles, () => ok({ added: ['04'], removed: [] })],
    [resetUserPasswords, () => ok({ passwords: [issued] })],
  ]);
  const { user, unmount } = render(<UsersPage />);
  await user.click(await screen.findByRole('button', { name: '设置角色 郑老师' }));
  expect(screen.getAllByText('锁定').length).toBeGreaterThan(0);
  const roles = await dialog(/设置角色：郑老师/);
  await user.click(roles.getByRole('combobox', { name: '角色' }).closest('input') ?? roles.getByLabelText('角色'));
  await user.click(await screen.findByRole('option', { name: '院系审核人' }));
  await user.click(roles.getByRole('button', { name: '确定' }));
  expect(await screen.findByText('操作成功')).toBeDefined();
  expect(api.to(setUserRoles)[0]?.fields).toMatchObject({ userName: 'teacher2', jsbhs: ['04', '06'] });

  await user.click(within(await screen.findByRole('row', { name: /郑老师/ })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '重置为初始密码' }));
  await user.click(await screen.findByRole('button', { name: '重置密码' }));
  const shown = await dialog(/初始密码（1 人）/);
  expect(shown.getByText('Ab3defghjkmn')).toBeDefined();
  await user.click(shown.getByRole('button', { name: '打印密码条' }));
  expect(api.to(printPasswordSlips)[0]?.fields).toMatchObject({ slips: [issued] });
  unmount();
});

/** Opens the dialog with passwords that were just made. */
async function reset(user: ReturnType<typeof render>['user']) {
  await user.click(within(await screen.findByRole('row', { name: /郑老师/ })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '重置为初始密码' }));
  await user.click(await screen.findByRole('button', { name: '重置密码' }));
}
it('初始密码: sent by mail, told of each person, and again to those only who did not get theirs', async () => {
  const second = { ...issued, userName: 'teacher3', name: '钱老师' };
  let refusing = true;
  const api = start(helping, [
    [resetUserPasswords, () => ok({ passwords: [issued, second] })],
    [passwordMail, () => ok({ missing: [] })],
    [
      sendPasswords,
      ({ passwords }) => {
        const results = (passwords as unknown as { userName: string }[]).map(({ userName }) =>
          refusing && userName === 'teacher3'
            ? { userName, result: 'refused', message: '邮件服务器拒收：no such mailbox' }
            : { userName, result: 'sent', message: '已发送' },
        );
        refusing = false;
        return ok({ results });
      },
    ],
  ]);
  const { user, unmount } = render(<UsersPage />);
  await reset(user);
  const shown = await dialog(/初始密码（2 人）/);
  await user.click(await shown.findByRole('button', { name: '邮件发送' }));
  await user.click(await screen.findByRole('button', { name: '发送' }));
  expect(await shown.findByText('邮件服务器拒收：no such mailbox')).toBeDefined();
  expect(shown.getByRole('status').textContent).toContain('已发送 1 人，未能发送 1 人');
  await user.click(shown.getByRole('button', { name: '继续发送' }));
  await user.click(await screen.findByRole('button', { name: '发送' }));
  await waitFor(() => {
    expect(shown.getByRole('status').textContent).toContain('已发送 2 人');
  });
  expect(api.to(sendPasswords).map(({ fields }) => fields.passwords)).toMatchObject([
    [{ userName: 'teacher2', password: issued.password }, { userName: 'teacher3' }],
    [{ userName: 'teacher3' }],
  ]);
  unmount();
});
it('初始密码: without a mail server there is no button, and it is said what is missing', async () => {
  start(helping, [
    [resetUserPasswords, () => ok({ passwords: [issued] })],
    [passwordMail, () => ok({ missing: ['SMTP_URL', 'MAIL_FROM'] })],
  ]);
  const { user, unmount } = render(<UsersPage />);
  await reset(user);
  const shown = await dialog(/初始密码（1 人）/);
  expect(await shown.findByText(/未配置邮件服务器（SMTP_URL、MAIL_FROM），不能邮件发送。/)).toBeDefined();
  expect(shown.queryByRole('button', { name: '邮件发送' })).toBeNull();
  unmount();
});

// PERM-13
it('修改密码: the rules of the own password hold, before anything is sent', async () => {
  const api = start(helping, [[setUserPassword, () => ok({})]]);
  const { user, unmount } = render(<UsersPage />);
  await user.click(await screen.findByRole('button', { name: '修改密码 郑老师' }));
  const form = await dialog(/修改密码：郑老师/);
  await user.type(form.getByLabelText(/^\*?新密码/), 'abc');
  await user.click(form.getByRole('button', { name: '确定' }));
  expect(form.getByText('必须包含一个大写，一个小写字母，且长度为6到16位')).toBeDefined();
  expect(form.getByText('请再次输入密码！')).toBeDefined();
  expect(api.to(setUserPassword)).toEqual([]);
  unmount();
});

// PICKERS-075, PICKERS-076, PICKERS-077, SYSADMIN-22
it('新增: the mobile phone has 11 digits from 13 to 19, or is empty, and can be cleared', async () => {
  const api = start(
    ['systemUser:query', 'systemUser:create'],
    [[createSystemUser, () => ok({ ...issued, userName: 'guest', name: '专家' })]],
  );
  const { user, unmount } = render(<SystemUsersPage />);
  await user.click(await screen.findByRole('button', { name: '新增' }));
  const form = await dialog(/新增临时用户/);
  const mobile = form.getByLabelText('手机');
  await user.type(form.getByLabelText(/账号/), 'guest');
  await user.type(form.getByLabelText(/姓名/), '专家');
  for (const wrong of ['12800000000', '1380000000', '03800000000']) {
    await user.clear(mobile);
    await user.type(mobile, wrong);
    await user.click(form.getByRole('button', { name: '确定' }));
    expect(form.getByText('手机号码格式有误')).toBeDefined();
  }
  expect(api.to(createSystemUser)).toEqual([]);
  await user.click(form.getByRole('button', { name: '清空手机号码' }));
  expect(mobile).toHaveProperty('value', '');
  await user.click(form.getByRole('button', { name: '确定' }));
  expect(await dialog(/初始密码（1 人）/)).toBeDefined();
  expect(api.to(createSystemUser)[0]?.fields).toMatchObject({ userName: 'guest', name: '专家', mobile: '' });
  unmount();
});

// SYSADMIN-22
it('修改 asks for what lists do not tell; 同步 goes on until nobody is left, and shows all passwords', async () => {
  const detail = { ...account, departmentId: '102', mobile: '13900000000', email: '', failCount: 5, version: '3' };
  let left = 2;
  let lost = true;
  const api = start(
    ['systemUser:query', 'systemUser:detail', 'systemUser:update', 'systemUser:syncUserInfo'],
    [
      [{ path: systemUserDetail.path.replace('{userName}', 'teacher2') }, () => ok(detail)],
      [
        syncUserInfo,
        () => {
          if (left === 1 && lost) {
            lost = false;
            return refused('SERVICE_UNAVAILABLE', '系统繁忙，请稍后再试', 503);
          }
          left -= 1;
          const passwords = [{ ...issued, userName: `teacher${String(left)}` }];
          return ok({ opened: 1, ended: 0, remaining: left, taken: [], passwords });
        },
      ],
    ],
  );
  const { user, unmount } = render(<SystemUsersPage />);
  await user.click(await screen.findByRole('button', { name: '修改 teacher2' }));
  const form = await dialog(/修改用户/);
  expect(await screen.findByDisplayValue('13900000000')).toBeDefined();
  expect((await dialog(/修改用户/)).getByLabelText<HTMLInputElement>(/姓名/).disabled).toBe(true);
  await user.click(form.getByRole('button', { name: '取消' }));
  await user.click(screen.getByRole('button', { name: '同步人员账号' }));
  await user.click((await dialog(/同步人员账号/)).getByRole('button', { name: '开始同步' }));
  await user.click(await (await dialog(/同步人员账号/)).findByRole('button', { name: '继续同步' }));
  expect(await dialog(/初始密码（2 人）/)).toBeDefined();
  // The lost one was the same command again.
  const ids = api.to(syncUserInfo).map(({ fields }) => fields['commandId']);
  expect(ids).toEqual([ids[0], ids[1], ids[1]]);
  unmount();
});
