// @vitest-environment jsdom
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { Bell } from './bell.tsx';

signedOutAfterwards();
beforeEach(() => {
  stubApi([[messagesOfSession, () => ok({ list: [], unreadNum: 3 })]]);
  vi.stubGlobal('scrollTo', () => undefined);
});

/** Opens the bell and follows 系统消息; answers where that leads. */
async function follow(student: boolean, name: string): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Bell student={student} /> }),
    history: createMemoryHistory(),
  });
  const { user } = render(<RouterProvider router={router} />);
  await user.click(await screen.findByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: /系统消息\s*3/ }));
  await waitFor(() => {
    expect(router.state.location.pathname).not.toBe('/');
  });
  return router.state.location.pathname;
}

// NOTICE-38
it('a student, who has no module, gets to all own messages by an address that students may open', async () => {
  signIn({ kind: 'student', roleCodes: ['08'], permissions: ['systemMessageStudent:query'] });
  // The router lets students into what stands below newHome.
  expect(await follow(true, '3 条未读消息')).toBe('/jwxt/gly/newHome/components/messageSystem/systemMessage');
});

it('NOTICE-38: staff get to the page of the module', async () => {
  signIn({ permissions: ['userMessage:query'] });
  expect(await follow(false, '3 条未读消息，没有待办')).toBe('/jwxt/gly/messageSystem/systemMessage');
});
