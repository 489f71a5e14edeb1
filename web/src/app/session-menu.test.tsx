// @vitest-environment jsdom
import { exportOwnData } from '@jwxt/contracts/audit/person-data.operations.ts';
import { endMySessions, mySessions } from '@jwxt/contracts/session/open-session.operations.ts';
import { casLogout, changePasswordOperation, logout } from '@jwxt/contracts/session/session.operations.ts';
import { decodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveTo } from '../lib/leave-to.ts';
import { sessionStore } from '../lib/session-store.ts';
import { ok, refused, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { SessionMenu } from './session-menu.tsx';

vi.mock('../lib/leave-to.ts', () => ({ leaveTo: vi.fn() }));

beforeEach(() => {
  vi.mocked(leaveTo).mockClear();
  sessionStorage.setItem('kept', 'x');
});
afterEach(() => {
  vi.useRealTimers();
});
signedOutAfterwards();

function open(sso = '0') {
  return render(<SessionMenu user={signIn({ sso })} />);
}
async function choose(item: string, { user }: ReturnType<typeof open>) {
  await user.click(screen.getByRole('button', { name: /个人菜单/ }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
const confirmed = async ({ user }: ReturnType<typeof open>, name = '确定') => {
  await user.click(within(await screen.findByRole('dialog', { name: '提示' })).getByRole('button', { name }));
};

describe('signing out', () => {
  // SESSION-15, SESSION-17, SESSION-19
  it('calls the server, clears session storage, and goes to the login page', async () => {
    const { to } = stubApi([[logout, () => ok({})]]);
    const page = open();
    await choose('退出登录', page);
    await confirmed(page);
    await waitFor(() => {
      expect(leaveTo).toHaveBeenCalledWith('/login');
    });
    expect(to(logout)).toHaveLength(1);
    expect([sessionStorage.getItem('kept'), sessionStore.get().user]).toEqual([null, null]);
  });

  it('SESSION-16, SESSION-18: a single-sign-on user is sent to the sign-out there', async () => {
    const { to } = stubApi([[casLogout, () => ok({ url: 'https://sso.example.edu.cn/cas/logout?service=x' })]]);
    const page = open('1');
    await choose('退出登录', page);
    await confirmed(page);
    await waitFor(() => {
      expect(leaveTo).toHaveBeenCalledWith('https://sso.example.edu.cn/cas/logout?service=x');
    });
    expect(to(logout)).toHaveLength(0);
  });

  it('SESSION-20: a failure is told in a dialog, and the person stays signed in', async () => {
    stubApi([[logout, () => refused('SERVICE_UNAVAILABLE', '服务正在恢复，请稍后再试', 503)]]);
    const page = open();
    await choose('退出登录', page);
    await confirmed(page);
    const failed = await screen.findByRole('dialog', { name: '退出失败' });
    expect(failed.textContent).toContain('您仍处于登录状态');
    expect(leaveTo).not.toHaveBeenCalled();
    expect([sessionStorage.getItem('kept'), sessionStore.get().user?.userName]).toEqual(['x', 'dean1']);
  });
});

describe('密码修改', () => {
  const fields = { oldToken: '原密码', newToken: '新密码', confirmToken: '确认密码' } as const;
  const field = (label: string) =>
    document.querySelector<HTMLInputElement>(
      `#password-${Object.entries(fields).find(([, text]) => text === label)?.[0] ?? ''}`,
    )!;

  // SESSION-30, SESSION-34, SESSION-35, SESSION-36
  it('is a dialog 500 wide with 取消 and 确定, that asks for all three', async () => {
    const { calls } = stubApi([]);
    const page = open();
    await choose('修改密码', page);
    const dialog = await screen.findByRole('dialog', { name: '密码修改' });
    expect(
      dialog.closest('[style*="--modal-size"]')?.getAttribute('style') ??
        document.querySelector('.mantine-Modal-root')?.getAttribute('style'),
    ).toMatch(/--modal-size: (calc\()?(31\.25rem|500px)/);
    expect(within(dialog).getByRole('button', { name: '取消' })).toBeTruthy();
    await page.user.click(within(dialog).getByRole('button', { name: '确定' }));
    for (const text of ['请输入原密码！', '请输入新密码！', '请再次输入密码！'])
      expect(within(dialog).getByText(text)).toBeTruthy();
    expect(calls).toHaveLength(0);
    await page.user.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: '密码修改' })).toBeNull();
    });
  });

  // SESSION-31, SESSION-32, SESSION-40, SESSION-41
  it('sends the encoded passwords, says so, and signs out after 0.8 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const { to } = stubApi([
      [changePasswordOperation, () => ok({})],
      [logout, () => ok({})],
    ]);
    const page = open();
    await choose('修改密码', page);
    await screen.findByRole('dialog', { name: '密码修改' });
    await page.user.type(field('原密码'), 'Jwxt@2026');
    await page.user.type(field('新密码'), 'Newpass1');
    await page.user.type(field('确认密码'), 'Newpass1');
    const delays = vi.spyOn(globalThis, 'setTimeout');
    await page.user.click(screen.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('修改成功，请重新登录')).toBeTruthy();
    expect(delays.mock.calls.map(([, ms]) => ms)).toContain(800);
    const sent = to(changePasswordOperation)[0]?.fields ?? {};
    expect(['oldToken', 'newToken', 'confirmToken'].map((name) => decodePassword(sent[name] ?? ''))).toEqual([
      'Jwxt@2026',
      'Newpass1',
      'Newpass1',
    ]);
    await vi.advanceTimersByTimeAsync(800);
    await waitFor(() => {
      expect(leaveTo).toHaveBeenCalledWith('/login');
    });
    delays.mockRestore();
  });

  it('SESSION-42: is not offered to single-sign-on users', async () => {
    stubApi([]);
    const { user } = open('1');
    await user.click(screen.getByRole('button', { name: /个人菜单/ }));
    expect(await screen.findByRole('menuitem', { name: '退出登录' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: '修改密码' })).toBeNull();
  });
});

it('登录设备 lists where the person is signed in, and ends one of them', async () => {
  const row = {
    clientAddress: '10.0.0.2',
    loginWay: '1',
    loginWayName: '密码',
    loginTime: '2026-11-22 08:00:00',
    lastActiveTime: '2026-11-22 08:30:00',
  };
  const list = [
    { ...row, sessionId: 'a'.repeat(32), browser: 'Chrome 128 · Windows', current: true },
    { ...row, sessionId: 'b'.repeat(32), browser: '微信 8 · Android', current: false },
  ];
  const { to } = stubApi([
    [mySessions, () => ok({ list })],
    [endMySessions, () => ok({ ended: 1 })],
  ]);
  const page = open();
  await choose('登录设备', page);
  const dialog = await screen.findByRole('dialog', { name: '登录设备' });
  expect(await within(dialog).findByText('当前')).toBeTruthy();
  await page.user.click(within(dialog).getByRole('button', { name: '退出 微信 8 · Android 上的登录' }));
  await confirmed(page, '退出登录');
  await waitFor(() => {
    expect(to(endMySessions)[0]?.fields).toMatchObject({ sessionId: 'b'.repeat(32) });
  });
});

it('? shows 快捷键 unless something is typed, as does the menu; single keys can be switched off', async () => {
  stubApi([]);
  const { user } = render(
    <>
      <input aria-label="关键字" />
      <SessionMenu user={signIn({ permissions: ['system:approve'] })} />
    </>,
  );
  await user.type(screen.getByLabelText('关键字'), '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByLabelText('关键字').blur();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: '快捷键' });
  // Of what the person may do.
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['通用', '列表', '审批', '标签页']);
  await user.click(within(dialog).getByRole('switch', { name: /启用单键/ }));
  await user.click(within(dialog).getByText('关闭'));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: /个人菜单/ }));
  await user.click(await screen.findByRole('menuitem', { name: '快捷键' }));
  await user.click(await screen.findByRole('switch', { name: /启用单键/ }));
  expect(localStorage.getItem('jwxt.singleKeys')).toBe('true');
});

it('the copy of the own data is asked for here, and not by who looks with the eyes of somebody else', async () => {
  const { to } = stubApi([[exportOwnData, () => ok({ exportJob: { jobId: 'j1', total: 3 } })]]);
  const page = open();
  await choose('导出我的数据', page);
  await waitFor(() => {
    expect(to(exportOwnData)).toHaveLength(1);
  });
  for (const other of [{ viewAs: { viewer: 'admin', viewerName: '管理员', until: '' } }, { temporary: '1' as const }]) {
    page.unmount();
    const { user, unmount } = render(<SessionMenu user={signIn(other)} />);
    await user.click(screen.getByRole('button', { name: /个人菜单/ }));
    expect(await screen.findByRole('menuitem', { name: '我的导出' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: '导出我的数据' })).toBeNull();
    unmount();
  }
});
