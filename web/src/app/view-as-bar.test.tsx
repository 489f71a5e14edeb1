// @vitest-environment jsdom
import { stopViewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { queryUsers } from '@jwxt/contracts/access/account.operations.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { leaveTo } from '../lib/leave-to.ts';
import { sessionStore } from '../lib/session-store.ts';
import { ok, refused, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { dean, signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { ViewAsBar } from './view-as-bar.tsx';

vi.mock('../lib/leave-to.ts', () => ({ leaveTo: vi.fn() }));
signedOutAfterwards();

const address = '/jwxt/gly/systemManage/userMana?pageNo=2';
beforeEach(() => {
  vi.mocked(leaveTo).mockClear();
  window.dispatchEvent(new Event('pageshow'));
  sessionStorage.clear();
  sessionStorage.setItem('jwxt.ownPlace', JSON.stringify({ address, kept: { tabs: 'mine' } }));
  sessionStorage.setItem('tabs', 'theirs');
});

/** Somebody with whose eyes an administrator looks for so many minutes more. */
const seenFor = (minutes: number) =>
  signIn({
    userName: '1001',
    name: '张三',
    viewAs: { viewer: 'admin', viewerName: '管理员', until: toDateTimeText(Date.now() + minutes * 60_000) },
  });
const back = () => {
  expect(leaveTo).toHaveBeenCalledExactlyOnceWith(address);
  expect([sessionStorage.getItem('tabs'), sessionStorage.getItem('jwxt.ownPlace')]).toEqual(['mine', null]);
};

it('is not there for who is himself', () => {
  render(<ViewAsBar user={signIn({ viewAs: null })} />);
  expect(screen.queryByRole('status')).toBeNull();
});

it('says with whose eyes and how long; ending leads back to where the administrator was', async () => {
  const { to } = stubApi([[stopViewAs, () => ok({})]]);
  const { user } = render(<ViewAsBar user={seenFor(12)} />);
  const bar = screen.getByRole('status');
  expect(bar.textContent).toContain('正在以“张三（1001）”的身份查看，只能查看。');
  expect(bar.textContent).toMatch(/剩余 1[12] 分钟/);
  expect(leaveTo).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '结束查看' }));
  await waitFor(back);
  expect(to(stopViewAs)).toHaveLength(1);
});

it('leads back by itself when the time is up', () => {
  render(<ViewAsBar user={seenFor(-1)} />);
  back();
});

it('leads back when the session is over, and asks nobody for the other password', () => {
  render(<ViewAsBar user={seenFor(12)} />);
  act(() => void sessionStore.expire());
  back();
});

it('leads back when the server says that it is over', async () => {
  stubApi([
    [queryUsers, () => refused('CSRF_REFUSED', '请求校验未通过，请刷新页面后重试', 403)],
    [currentUser, () => ok({ ...dean, userName: 'admin', viewAs: null })],
  ]);
  render(<ViewAsBar user={seenFor(12)} />);
  await Promise.allSettled([1, 2].map(() => call(queryUsers, { pageNo: 1, pageSize: 10 })));
  back();
});
