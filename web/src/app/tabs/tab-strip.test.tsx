// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { openTabs, tabFor, useUnsavedGuard } from './open-tabs.ts';
import { TabStrip } from './tab-strip.tsx';

const entry = '/jwxt/gly/scoreManage/entry';
const change = '/jwxt/gly/scoreManage/change';
let user: ReturnType<typeof render>['user'];

beforeEach(async () => {
  for (const url of [entry, change]) openTabs.open(tabFor(url, ''));
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <TabStrip activeUrl={entry} /> }),
    history: createMemoryHistory(),
  });
  ({ user } = render(<RouterProvider router={router} />));
  await screen.findAllByRole('link');
});
afterEach(() => {
  openTabs.close(openTabs.get().tabs);
});

const tab = (title: string) => screen.getByRole('link', { name: title });
const menuItem = () => screen.queryByRole('menuitem', { name: '关闭其他' });

// SHELL-57
it('a click on a tab shows its page and no menu; a right click has the menu, and a click beside ends it', async () => {
  const [first, second] = openTabs.get().tabs.map(({ title }) => title);
  await user.click(tab(second!));
  expect(menuItem()).toBeNull();
  fireEvent.contextMenu(tab(first!));
  expect(menuItem()).not.toBeNull();
  await user.click(tab(first!));
  expect(menuItem()).toBeNull();
});

it('✕ on a tab with unsaved work asks, and nothing else lies over the question', async () => {
  const { title } = openTabs.get().tabs[0]!;
  act(() => {
    openTabs.setUnsaved(entry, true);
  });
  await user.click(screen.getByRole('button', { name: `关闭 ${title}` }));
  await screen.findByRole('dialog', { name: '提示' });
  expect(menuItem()).toBeNull();
});

it('what is around the pages is not drawn anew when a tab opens, but when one first has unsaved work', () => {
  const drawn = vi.fn<() => void>();
  function Around() {
    useUnsavedGuard();
    drawn();
    return null;
  }
  render(<Around />);
  act(() => {
    openTabs.open(tabFor('/jwxt/gly/scoreManage/query', ''));
  });
  expect(drawn).toHaveBeenCalledTimes(1);
  act(() => {
    openTabs.setUnsaved(entry, true);
  });
  expect(drawn).toHaveBeenCalledTimes(2);
});
