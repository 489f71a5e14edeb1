// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../lib/session-store.ts';
import { render } from '../../testing/render.tsx';
import { dean } from '../../testing/signed-in-user.ts';
import { menuPages } from '../menu.ts';
import { openTabs } from './open-tabs.ts';
import { PageArea } from './page-area.tsx';
import { FADE_IN_MS, FADE_OUT_MS, type RoutedPage } from './page-frame.tsx';

const Typing = () => <input aria-label="输入" />;
const pageAt = (key: string): RoutedPage => ({
  pathname: `/jwxt/gly/scoreManage/${key}`,
  params: {},
  search: {},
  component: Typing,
  bare: false,
});
let show: (page: RoutedPage) => void;

function Area() {
  const [page, setPage] = useState(pageAt('entry'));
  useEffect(() => {
    show = setPage;
  }, []);
  return <PageArea page={page} />;
}

const frames = () => [...document.querySelectorAll<HTMLElement>('[style*="animation-duration"]')];

beforeEach(async () => {
  sessionStore.signedIn({ ...dean, permissions: ['scoreEntry:query', 'scoreChange:query'] });
  const router = createRouter({ routeTree: createRootRoute({ component: Area }), history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  await screen.findByLabelText('输入');
});
afterEach(() => {
  openTabs.close(openTabs.get().tabs);
  vi.useRealTimers();
});

// SHELL-03, SHELL-58
it('a page fades in over 500 ms, the one before it out over 300 ms, and then it is hidden, not gone', async () => {
  expect([FADE_IN_MS, FADE_OUT_MS]).toEqual([500, 300]);
  expect(frames().map(({ style }) => style.animationDuration)).toEqual(['500ms']);
  vi.useFakeTimers();
  act(() => {
    show(pageAt('change'));
  });
  expect(frames().map((frame) => [frame.style.animationDuration, frame.hasAttribute('inert')])).toEqual([
    ['300ms', true],
    ['500ms', false],
  ]);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(frames().map(({ style }) => style.display)).toEqual(['none', '']);
});

it('SHELL-60, SHELL-63: a page is there as it was left; one with cache none starts anew', async () => {
  const change = menuPages.find(({ key }) => key === 'change');
  if (change) change.cache = 'none';
  const field = () =>
    frames()
      .find((frame) => frame.style.display !== 'none' && !frame.hasAttribute('inert'))
      ?.querySelector('input');
  const type = (text: string) => {
    const input = field();
    if (input) input.value = text;
  };
  const shown = () => field()?.value;
  type('第一页');
  act(() => {
    show(pageAt('change'));
  });
  type('第二页');
  act(() => {
    show(pageAt('entry'));
  });
  expect(shown()).toBe('第一页');
  await waitFor(() => {
    expect(frames()).toHaveLength(1);
  });
  act(() => {
    show(pageAt('change'));
  });
  expect(shown()).toBe('');
  if (change) delete change.cache;
});

it('what is around a page is painted before the page is begun', () => {
  const happened: string[] = [];
  const Page = () => {
    happened.push('page');
    return null;
  };
  function Around() {
    useLayoutEffect(() => {
      happened.push('around');
    }, []);
    return <PageArea page={{ ...pageAt('change'), component: Page }} />;
  }
  render(
    <RouterProvider
      router={createRouter({ routeTree: createRootRoute({ component: Around }), history: createMemoryHistory() })}
    />,
  );
  return waitFor(() => {
    expect(happened.slice(0, 2)).toEqual(['around', 'page']);
  });
});
