// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as lazyPages from '../lib/lazy-page.tsx';

const fetched = vi.hoisted((): string[] => []);
vi.mock('../lib/lazy-page.tsx', async (original) => ({
  ...(await original<typeof lazyPages>()),
  lazyPage: (_load: unknown, name: string) =>
    Object.assign(() => null, {
      fetch: () => {
        fetched.push(name);
      },
    }),
}));

const user = encodeURIComponent(
  JSON.stringify({ userName: 'u', name: '王老师', roleNames: [], semester: '', sso: '0' }),
);

beforeEach(() => {
  fetched.length = 0;
  // A server that takes its time.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  document.cookie = 'user=; path=/; max-age=0';
  vi.unstubAllGlobals();
});

it('the code of shell and page comes while the server is still asked who wants them', async () => {
  document.cookie = `user=${user}; path=/`;
  const router = (await import('./router.tsx')).createPages();
  void router.navigate({ to: '/jwxt/gly/messageSystem/approval' });
  await vi.waitFor(() => {
    expect(fetched).toEqual(['Shell', 'ApprovalPage']);
  });
});

it('what waited for the server is shown as soon as the answer is there', async () => {
  const router = (await import('./router.tsx')).createPages();
  expect(router.options.defaultPendingMinMs).toBe(0);
});

it('who is there and for whose modules are asked at once: neither waits for the answer to the other', async () => {
  const asked = vi.fn<(url: string) => Promise<never>>(() => new Promise<never>(() => undefined));
  vi.stubGlobal('fetch', asked);
  document.cookie = `user=${user}; path=/`;
  vi.resetModules();
  const router = (await import('./router.tsx')).createPages();
  void router.navigate({ to: '/jwxt/gly/messageSystem/approval' });
  await vi.waitFor(() => {
    expect(asked.mock.calls.map(([url]) => url.split('?')[0])).toEqual([
      '/api/system/user/current',
      '/api/system/permission/findAllModule',
    ]);
  });
});

it('a visitor, who is on the way to the login page, loads neither', async () => {
  const asked = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', asked);
  const router = (await import('./router.tsx')).createPages();
  void router.navigate({ to: '/jwxt/gly/landing' });
  await vi.waitFor(() => {
    expect(asked).toHaveBeenCalled();
  });
  expect(fetched).toEqual([]);
});

it('SHELL-51: pages whose code hangs on its way are given up after 10 s, and it is said', async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.doMock('./page-routes.tsx', () => new Promise(() => undefined));
  try {
    document.cookie = `user=${user}; path=/`;
    const router = (await import('./router.tsx')).createPages();
    void router.navigate({ to: '/jwxt/gly/landing' });
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => {
      expect(router.state.matches.map(({ error }) => error)).toContainEqual(
        expect.objectContaining({ code: 'PAGE_TIMEOUT', message: '页面在 10 秒内没有下载完成，请检查网络后重试。' }),
      );
    });
  } finally {
    vi.doUnmock('./page-routes.tsx');
    vi.useRealTimers();
  }
});
