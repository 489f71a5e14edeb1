// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { MenuSearch } from './menu-search.tsx';
import { rememberPage } from './recent-pages.ts';

signedOutAfterwards();
let user: ReturnType<typeof render>['user'];
let address: () => string;

beforeEach(async () => {
  stubApi([]);
  vi.stubGlobal('scrollTo', () => undefined);
  const { userName } = signIn({ permissions: ['scoreEntry:query', 'systemApprove:query'] });
  rememberPage(userName, '/jwxt/gly/scoreManage/entry');
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <input aria-label="页面" />
          <MenuSearch userName={userName} />
        </>
      ),
    }),
    history: createMemoryHistory(),
  });
  ({ user } = render(<RouterProvider router={router} />));
  address = () => router.state.location.pathname;
  (await screen.findByLabelText('页面')).focus();
});

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '搜索菜单' });

it('Ctrl+K has the keyboard at once: no letter typed after it is lost, and Enter opens what they find', async () => {
  // One key after the other without a pause, as quick as fingers never are.
  expect(document.querySelector('div[aria-label]:not([role])')).toBeNull();
  fireEvent.keyDown(document.activeElement!, { key: 'k', code: 'KeyK', ctrlKey: true });
  expect(document.activeElement).toBe(box());
  expect(screen.getByRole('dialog', { name: '搜索菜单' }).contains(box())).toBe(true);
  fireEvent.change(box(), { target: { value: 'spzx' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => {
    expect(address()).toBe('/jwxt/gly/messageSystem/approval');
  });
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('Enter opens nothing that was not found; a page opened before is opened when one walks to it', async () => {
  await user.keyboard('{Control>}k{/Control}qqqq');
  await screen.findByText(/没有找到“qqqq”/);
  await user.keyboard('{Enter}');
  expect([address(), box().value]).toEqual(['/', 'qqqq']);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => {
    expect(address()).toBe('/jwxt/gly/scoreManage/entry');
  });
});

// It opens within what is felt as at once (pages.palette): to scroll would have the browser lay the page out first.
it('scrolls to no line until one walks there, and leaves the page behind it as it is', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  fireEvent.keyDown(document.activeElement!, { key: 'k', code: 'KeyK', ctrlKey: true });
  expect(scroll.mock.calls).toEqual([]);
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(false);
  await user.keyboard('{ArrowDown}');
  expect(scroll.mock.calls.length).toBeGreaterThan(0);
  scroll.mockRestore();
});
