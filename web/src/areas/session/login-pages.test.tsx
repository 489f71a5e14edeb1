// @vitest-environment jsdom
import { qrCheck, systemSet, type Appearance } from '@jwxt/contracts/session/appearance.operations.ts';
import {
  captcha,
  currentUser,
  finishSlide,
  login,
  ssoCheck,
  startSlide,
} from '@jwxt/contracts/session/session.operations.ts';
import { decodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APPEARANCE_KEY, DEFAULT_APPEARANCE } from '../../lib/appearance.ts';
import { forgetSession } from '../../lib/session.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { readUserCookie } from '../../lib/user-cookie.ts';
import { ok, refused, setUserCookie, stubApi, type Answering } from '../../testing/api-stub.ts';
import { dean } from '../../testing/signed-in-user.ts';
import { openLoginPages } from './login-pages.fixture.tsx';

const png = 'data:image/png;base64,iVBORw0KGgo=';
const settings = (own: Partial<Appearance> = {}): Answering => [systemSet, () => ok({ ...DEFAULT_APPEARANCE, ...own })];
const off: Answering[] = [
  [ssoCheck, () => ok({ enabled: '0', url: '' })],
  [qrCheck, () => ok({ enabled: '0', url: '' })],
];
const wrong = () => refused('LOGIN_FAILED', '账号或密码错误！');
const picture: Answering = [captcha, () => ok({ image: png })];

beforeEach(() => {
  setUserCookie(null);
  forgetSession();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function fill(user: ReturnType<typeof openLoginPages>['user'], password = 'Jwxt@2026') {
  await user.clear(await screen.findByLabelText('用户名'));
  await user.type(screen.getByLabelText('用户名'), 'dean1');
  await user.type(screen.getByLabelText('密码'), password);
}
const submit = () => screen.getByRole('button', { name: '登 录' });
async function closeFailure(user: ReturnType<typeof openLoginPages>['user']) {
  const dialog = await screen.findByRole('dialog', { name: '登录失败' });
  const told = dialog.textContent;
  await user.click(within(dialog).getByRole('button', { name: '确定' }));
  return told;
}

describe('the login page', () => {
  // SESSION-01, LOGIN-01, LOGIN-02, LOGIN-03, LOGIN-04, LOGIN-05, LOGIN-09, LOGIN-10
  it('shows what the school set, and keeps it for the tab', async () => {
    stubApi([
      settings({
        schoolName: '明湖大学',
        dlbt: '明湖教务',
        zxx: '求实',
        yxx: '创新',
        COPYRIGHT: '© 明湖大学',
        xxlogo: png,
        dlybj: png,
        dlnybj: png,
      }),
      ...off,
    ]);
    const { container } = openLoginPages('/login');
    expect((await screen.findByText('明湖教务')).tagName).toBe('H1');
    expect(document.title).toBe('明湖教务');
    for (const text of ['明湖大学', '求实', '创新', /© 明湖大学/]) expect(screen.getByText(text)).toBeTruthy();
    for (const name of ['xxlogo', 'dlybj']) expect(screen.getByTestId(name).getAttribute('src')).toBe(png);
    expect(container.querySelector<HTMLElement>('section')?.style.backgroundImage).toContain(png);
    expect(JSON.parse(sessionStorage.getItem(APPEARANCE_KEY) ?? '')).toMatchObject({ dlbt: '明湖教务', dlybj: png });
  });

  it('LOGIN-10, LOGIN-11: what the tab kept shows at once, and defaults where nothing is known', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    // A visitor's storage is cleared when the page opens (SESSION-07); later it keeps the settings.
    const { unmount } = openLoginPages('/sso/failed?reason=unknown');
    expect(await screen.findByRole('heading', { name: '教务系统' })).toBeTruthy();
    expect(screen.getByText('厚德博学')).toBeTruthy();
    unmount();
    sessionStorage.setItem(APPEARANCE_KEY, JSON.stringify({ dlbt: '已存标题' }));
    openLoginPages('/sso/failed?reason=unknown');
    expect(await screen.findByRole('heading', { name: '已存标题' })).toBeTruthy();
  });

  // LOGIN-06, LOGIN-33, LOGIN-35, LOGIN-37
  it('signs in with the encoded password, stores the person and goes to the index', async () => {
    const { to } = stubApi([settings(), ...off, [login, () => ok(dean)]]);
    const { user, router } = openLoginPages('/login?returnUrl=%2Fjwxt%2Fgly%2FscoreManage%2Fentry');
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('首页内容')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/');
    expect(sessionStore.get().user).toEqual(dean);
    const sent = to(login)[0]?.fields ?? {};
    expect(sent).toMatchObject({
      userName: 'dean1',
      pattern: 'manager-login',
      timestamp: expect.stringMatching(/^\d{13}$/),
    });
    expect(decodePassword(sent['token'] ?? '')).toBe('Jwxt@2026');
  });

  it('LOGIN-36: a single-sign-on user goes where the address says', async () => {
    stubApi([settings(), ...off, [login, () => ok({ ...dean, sso: '1' })]]);
    const { user, router } = openLoginPages('/login?returnUrl=%2Fjwxt%2Fgly%2FscoreManage%2Fentry');
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('另一页')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/jwxt/gly/scoreManage/entry');
  });

  // LOGIN-07, LOGIN-13, LOGIN-23, LOGIN-38, LOGIN-39, LOGIN-41, LOGIN-42
  it('a failure is told, forgets the person and brings a captcha, a new one each time', async () => {
    const { to } = stubApi([settings(), ...off, picture, [login, wrong]]);
    const { user } = openLoginPages('/login');
    await fill(user, 'wrong');
    expect(screen.queryByLabelText('验证码')).toBeNull();
    setUserCookie({ userName: 'somebody', name: '某人' });
    await user.click(submit());
    expect(await closeFailure(user)).toContain('账号或密码错误！');
    expect(readUserCookie()).toBeNull();
    expect(sessionStore.get().user).toBeNull();
    expect(await screen.findByRole('img', { name: '验证码' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('用户名').value).toBe('dean1');
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('');
    const first = to(captcha)[0]?.fields;
    expect(first).toMatchObject({
      pattern: 'manager-login',
      _t: expect.stringMatching(/^\d{10}$/),
      uuid: expect.stringMatching(/^[\w-]{36}$/),
    });

    // LOGIN-32: from now on it is required.
    await user.type(screen.getByLabelText('密码'), 'wrong');
    await user.click(submit());
    expect(await screen.findByText('请输入验证码')).toBeTruthy();
    expect(to(login)).toHaveLength(1);
    await user.type(screen.getByRole('textbox', { name: '验证码' }), 'ab3d');
    await user.click(submit());
    await closeFailure(user);
    expect(to(login)[1]?.fields).toMatchObject({ vrifyCode: 'ab3d', uuid: first?.['uuid'] });
    await waitFor(() => {
      expect(to(captcha)).toHaveLength(2);
    });
    expect(to(captcha)[1]?.fields['uuid']).not.toBe(first?.['uuid']);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '验证码' }).value).toBe('');
  });

  it('LOGIN-40: without a word from the server it says 账号或密码错误！', async () => {
    stubApi([settings(), ...off, picture, [login, () => ({ status: 400, body: {} })]]);
    const { user } = openLoginPages('/login');
    await fill(user);
    await user.click(submit());
    expect(await closeFailure(user)).toContain('账号或密码错误！');
  });

  // LOGIN-24, LOGIN-29
  it('where the slider is asked for, signing in is stopped without it, and carries its proof with it', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(338);
    const { to } = stubApi([
      settings({ LOGIN_VRIFY: '1' }),
      ...off,
      [login, () => ok(dean)],
      [startSlide, () => ok({ challenge: 'c'.repeat(32) })],
      [finishSlide, () => ok({ proof: 'the-proof' })],
    ]);
    const { user } = openLoginPages('/login');
    await screen.findByRole('button', { name: /按住向右拖动/ });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('请向右滑动滑块，完成验证！')).toBeTruthy();
    expect(to(login)).toHaveLength(0);
    screen.getByRole('button', { name: /按住向右拖动/ }).focus();
    await user.keyboard('{ArrowRight>8/}');
    await screen.findByText('验证成功');
    await user.click(submit());
    await screen.findByText('首页内容');
    expect(to(login)[0]?.fields).toMatchObject({ proof: 'the-proof' });
    vi.restoreAllMocks();
  });

  it('LOGIN-24: otherwise there is no slider', async () => {
    stubApi([settings({ LOGIN_VRIFY: '0' }), ...off]);
    openLoginPages('/login');
    await screen.findByLabelText('用户名');
    expect(screen.queryByRole('button', { name: /按住向右拖动/ })).toBeNull();
  });

  it('LOGIN-21, SESSION-09: shows single sign-on and the scanned code where the school has them', async () => {
    stubApi([
      settings(),
      [ssoCheck, () => ok({ enabled: '1', url: '/api/cas/login' })],
      [qrCheck, () => ok({ enabled: '1', url: 'https://sso.example.edu.cn/qr' })],
    ]);
    openLoginPages('/login?returnUrl=%2Fx');
    expect((await screen.findByRole('link', { name: '统一身份认证登录' })).getAttribute('href')).toBe(
      '/api/cas/login?returnUrl=%2Fx',
    );
    expect((await screen.findByRole('link', { name: '扫码登录' })).getAttribute('href')).toBe(
      'https://sso.example.edu.cn/qr',
    );
  });
});

describe('addresses of visitors', () => {
  it('SESSION-11: a signed-in person who opens the login page is led to the index', async () => {
    setUserCookie({ userName: 'dean1', name: '李院长' });
    stubApi([settings(), ...off, [currentUser, () => ok(dean)]]);
    openLoginPages('/login');
    expect(await screen.findByText('首页内容')).toBeTruthy();
  });

  // SESSION-06, SESSION-07
  it('without a person in the cookie the visitor is signed out, and session storage is cleared', async () => {
    stubApi([settings(), ...off]);
    sessionStorage.setItem('kept', 'x');
    openLoginPages('/login');
    await screen.findByLabelText('用户名');
    expect(sessionStorage.getItem('kept')).toBeNull();
  });

  it.each([
    ['/redirect?url=%2Fjwxt%2Fgly%2Fguide%3Fid%3D7', '/jwxt/gly/guide'],
    ['/redirect?url=https%3A%2F%2Fevil.example', '/'],
    ['/redirect?url=%2F%2Fevil.example', '/'],
    ['/redirect', '/'],
  ])('SESSION-02: %s leads to %s', async (address, pathname) => {
    stubApi([]);
    const { router } = openLoginPages(address);
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(pathname);
    });
  });

  // LOGIN-43, LOGIN-44, LOGIN-45
  it('a temporary link says 正在跳转，请稍等, signs in once by its first value, and goes to the index', async () => {
    const { to } = stubApi([settings(), [login, () => ok(dean)]]);
    history.replaceState(null, '', '/tempLogin?k=the-token&other=1');
    openLoginPages('/tempLogin?k=the-token&other=1');
    expect(await screen.findByText('正在跳转，请稍等')).toBeTruthy();
    expect(await screen.findByText('首页内容')).toBeTruthy();
    expect(to(login).map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ userName: 'templogin', pattern: 'templogin', token: 'the-token' }),
    ]);
  });

  it('LOGIN-43: one that is no longer good says so', async () => {
    stubApi([
      settings(),
      [login, () => refused('TEMP_LOGIN_INVALID', '临时登录链接无效、已使用或已过期，请联系管理员重新获取')],
    ]);
    history.replaceState(null, '', '/tempLogin?k=old');
    openLoginPages('/tempLogin?k=old');
    expect(await screen.findByText('临时登录链接无效、已使用或已过期，请联系管理员重新获取')).toBeTruthy();
    expect(screen.getByRole('link', { name: '返回登录页' }).getAttribute('href')).toBe('/login');
  });

  it('says why single sign-on failed', async () => {
    stubApi([settings(), [ssoCheck, () => ok({ enabled: '1', url: '/api/cas/login' })]]);
    openLoginPages('/sso/failed?reason=unknown');
    expect(await screen.findByText('您的账号尚未在教务系统开通，请联系教务处')).toBeTruthy();
    expect((await screen.findByRole('link', { name: '重新登录' })).getAttribute('href')).toBe('/api/cas/login');
  });
});
