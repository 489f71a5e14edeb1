// @vitest-environment jsdom
import { systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import { mySessions } from '@jwxt/contracts/session/open-session.operations.ts';
import { passSecondStep } from '@jwxt/contracts/session/second-factor.operations.ts';
import { captcha, login, ssoCheck } from '@jwxt/contracts/session/session.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { DEFAULT_APPEARANCE } from '../lib/appearance.ts';
import { leaveTo } from '../lib/leave-to.ts';
import { sessionStore } from '../lib/session-store.ts';
import { readUserCookie } from '../lib/user-cookie.ts';
import { ok, refused, setUserCookie, stubApi, type Answering } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { dean, signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { SessionDialog } from './session-dialog.tsx';

vi.mock('../lib/leave-to.ts', () => ({ leaveTo: vi.fn() }));

const settings: Answering = [systemSet, () => ok(DEFAULT_APPEARANCE)];
const answersOf = (...answers: ReturnType<typeof ok>[]) => {
  const last = answers.at(-1)!;
  return () => answers.shift() ?? last;
};
const dialog = () => screen.findByRole('dialog', { name: '提示' });

beforeEach(() => {
  vi.mocked(leaveTo).mockClear();
  sessionStorage.setItem('kept', 'x');
});
signedOutAfterwards();

describe('会话已过期！', () => {
  it.each([
    ['53000010', 401],
    ['51000010', 510],
  ])(
    'SESSION-21, SESSION-22: code %s with status %i opens the dialog; after signing in there the call goes on',
    async (code, status) => {
      signIn();
      const answers = [refused(code, '会话已过期！', status), ok({ list: [] })];
      const { to } = stubApi([
        settings,
        [mySessions, () => answers.shift() ?? ok({ list: [] })],
        [login, () => ok({ ...dean, csrfSecret: 'new' })],
      ]);
      const { user } = render(
        <>
          <input aria-label="正在填写" />
          <SessionDialog />
        </>,
      );
      await user.type(screen.getByLabelText('正在填写'), '没有保存的内容');
      const waiting = call(mySessions, {});
      expect(within(await dialog()).getByText('会话已过期！')).toBeTruthy();
      await user.type(screen.getByPlaceholderText('请输入密码'), 'Jwxt@2026');
      await user.click(screen.getByRole('button', { name: '重新登录' }));
      expect(await waiting).toEqual({ list: [] });
      expect(to(login)[0]?.fields).toMatchObject({ userName: 'dean1' });
      await waitFor(() => {
        expect(screen.queryByRole('dialog', { name: '提示' })).toBeNull();
      });
      expect(screen.getByLabelText<HTMLInputElement>('正在填写').value).toBe('没有保存的内容');
    },
  );

  it('asks for the code after the password, and only then goes on with what waited', async () => {
    signIn();
    const { to } = stubApi([
      settings,
      [mySessions, answersOf(refused('53000010', '会话已过期！', 401), ok({ list: [] }))],
      [login, () => ok({ ...dean, csrfSecret: 'half', secondStep: 'code' })],
      [passSecondStep, answersOf(refused('SECOND_CODE_WRONG', '验证码错误', 400), ok({ ...dean, csrfSecret: 'new' }))],
    ]);
    const { user } = render(<SessionDialog />);
    const waiting = call(mySessions, {});
    await dialog();
    await user.type(screen.getByPlaceholderText('请输入密码'), 'Jwxt@2026');
    await user.click(screen.getByRole('button', { name: '重新登录' }));
    const field = await screen.findByRole('textbox', { name: /验证码/ });
    await user.type(field, '12 34');
    await user.click(screen.getByRole('button', { name: '验 证' }));
    expect(await screen.findByText('请输入6位数字验证码，或一个恢复码')).toBeTruthy();
    expect(to(passSecondStep)).toHaveLength(0);
    await user.type(field, '56');
    await user.click(screen.getByRole('button', { name: '验 证' }));
    expect(await screen.findByText('验证码错误')).toBeTruthy();
    expect(to(mySessions)).toHaveLength(1);
    await user.type(field, '654321');
    await user.click(screen.getByRole('button', { name: '验 证' }));
    expect(await waiting).toEqual({ list: [] });
    expect(to(passSecondStep).map(({ fields }) => fields['code'])).toEqual(['12 3456', '654321']);
  });

  // SESSION-28, SESSION-29
  it('a call without a user cookie is not sent and opens the dialog, except those that need nobody', async () => {
    signIn();
    setUserCookie(null);
    const { calls } = stubApi([settings, [ssoCheck, () => ok({ enabled: '0', url: '' })]]);
    render(<SessionDialog />);
    const cancelled = call(mySessions, {}).catch((error: unknown) => error);
    await dialog();
    expect(calls.map(({ path }) => path)).not.toContain(mySessions.path);
    expect(await call(ssoCheck, {})).toEqual({ enabled: '0', url: '' });
    sessionStore.signedOut();
    expect(await cancelled).toMatchObject({ code: 'SIGNED_OUT', message: '会话已过期！' });
    expect(calls.map(({ path }) => path)).not.toContain(mySessions.path);
  });

  // SESSION-23, SESSION-24
  it('leaving clears what the session left and goes to the login page, to come back here', async () => {
    signIn();
    stubApi([settings]);
    history.replaceState(null, '', '/jwxt/gly/scoreManage/entry?tab=1');
    const { user } = render(<SessionDialog />);
    void sessionStore.expire();
    await dialog();
    await user.click(screen.getByRole('button', { name: '返回登录页' }));
    expect(leaveTo).toHaveBeenCalledWith('/login?returnUrl=%2Fjwxt%2Fgly%2FscoreManage%2Fentry%3Ftab%3D1');
    expect([sessionStorage.getItem('kept'), readUserCookie(), sessionStore.get().user]).toEqual([null, null, null]);
  });

  it('SESSION-25: a single-sign-on user signs in again there, in a window of its own or leaving this one', async () => {
    signIn({ sso: '1' });
    stubApi([settings, [ssoCheck, () => ok({ enabled: '1', url: '/api/cas/login' })]]);
    history.replaceState(null, '', '/jwxt/gly/guide');
    const { user } = render(<SessionDialog />);
    void sessionStore.expire();
    await dialog();
    expect(screen.queryByLabelText('密码')).toBeNull();
    await waitFor(() => {
      expect(screen.getByRole('link', { name: '重新登录' }).getAttribute('href')).toBe(
        '/api/cas/login?returnUrl=%2Fsso%2Fdone',
      );
    });
    await user.click(screen.getByRole('button', { name: '离开本页重新登录' }));
    await waitFor(() => {
      expect(leaveTo).toHaveBeenCalledWith('/api/cas/login?returnUrl=%2Fjwxt%2Fgly%2Fguide');
    });
    expect([sessionStorage.getItem('kept'), readUserCookie()]).toEqual([null, null]);
  });

  it('a wrong password is told in place, with a captcha for the next try', async () => {
    signIn();
    stubApi([
      settings,
      [login, () => refused('LOGIN_FAILED', '账号或密码错误！')],
      [captcha, () => ok({ image: 'data:image/png;base64,AAAA' })],
    ]);
    const { user } = render(<SessionDialog />);
    void sessionStore.expire();
    await dialog();
    await user.type(screen.getByPlaceholderText('请输入密码'), 'wrong{Enter}');
    expect(await screen.findByText('账号或密码错误！')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: '验证码' })).toBeTruthy();
    expect(sessionStore.get().expired).toBe(true);
  });
});
