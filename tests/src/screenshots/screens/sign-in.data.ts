import { randomUUID } from 'node:crypto';
import { kickOutUsers, queryOnlineUsers } from '@jwxt/contracts/session/open-session.operations.ts';
import { SSO_DONE_PATH, SSO_FAILED_PATH } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Page } from 'playwright';
import { at, dialogOf, type Screen } from '../screen.ts';

/** Each time as somebody else: who failed before is asked for a captcha first. */
async function failToSignIn(page: Page): Promise<void> {
  await page.getByLabel('用户名').fill(`teacher${String((Date.now() % 1_000_000) + 1000)}`);
  await page.getByLabel('密码', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: /^登\s*录$/ }).click();
  await dialogOf(page, '登录失败').waitFor();
}

const personal =
  (item: string, dialog: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /个人菜单/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialogOf(page, dialog).waitFor();
  };

/** How a person comes in, and what concerns the own account. */
export const signInScreens: readonly Screen[] = [
  { file: 'login', title: '登录', person: null, path: '/login' },
  { file: 'login-dark', title: '登录（深色）', person: null, path: '/login', dark: true },
  {
    file: 'login-slider',
    title: '登录（要求滑动验证）',
    person: null,
    path: '/login',
    arrange: (stage) => stage.setParameter('LOGIN_VRIFY', '1'),
    prepare: (page) => page.getByRole('button', { name: /按住向右拖动/ }).waitFor(),
  },
  { file: 'login-failed', title: '登录失败', person: null, path: '/login', prepare: failToSignIn },
  {
    file: 'login-captcha',
    title: '登录（要求验证码）',
    person: null,
    path: '/login',
    prepare: async (page) => {
      await failToSignIn(page);
      await dialogOf(page, '登录失败').getByRole('button', { name: '确定' }).click();
      await page.getByRole('textbox', { name: '验证码' }).waitFor();
    },
  },
  {
    file: 'temp-login-failed',
    title: '临时登录未成功',
    person: null,
    path: '/tempLogin?token=used',
    prepare: (page) => page.getByRole('link', { name: '返回登录页' }).waitFor(),
  },
  { file: 'sso-failed', title: '统一身份认证未成功', person: null, path: `${SSO_FAILED_PATH}?reason=unknown` },
  { file: 'sso-done', title: '统一身份认证完成', person: null, path: SSO_DONE_PATH },
  { file: 'password', title: '密码修改', person: 'teacher1', path: '/', prepare: personal('修改密码', '密码修改') },
  { file: 'devices', title: '登录设备', person: 'teacher1', path: '/', prepare: personal('登录设备', '登录设备') },
  { file: 'logout', title: '退出登录', person: 'teacher1', path: '/', prepare: personal('退出登录', '提示') },
  {
    file: 'session-expired',
    title: '会话已过期',
    person: 'clerk2',
    path: at('messageSystem', 'approval'),
    prepare: async (page, stage) => {
      const admin = await stage.person('admin');
      const { list } = await admin.call(queryOnlineUsers, { userName: 'clerk2' });
      await admin.call(kickOutUsers, { commandId: randomUUID(), sessionIds: list.map(({ sessionId }) => sessionId) });
      await page.getByRole('dialog').filter({ hasText: '会话已过期！' }).waitFor();
    },
  },
];
