// @vitest-environment jsdom
import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import type { ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { approvalItem } from '../../areas/approval/approval-item.fixture.ts';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { ModuleTodos } from './module-todos.card.tsx';

signedInAlways({ permissions: ['systemApprove:query', 'system:approve'] });
const waiting = ['ZKCJSP', 'GXKSQ', 'TTKSQ', 'XSXXHD', 'ELSEWHERE'];
beforeEach(() => {
  const list = waiting.map((processNo) => approvalItem(processNo, { processNo }));
  stubApi([[queryApprovals, () => ok({ list, total: list.length })]]);
  vi.stubGlobal('scrollTo', () => undefined);
});

/** The processes whose to-dos the home of a module shows. */
async function shownIn(route: ModuleRoute): Promise<string[]> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ModuleTodos route={route} /> }),
    history: createMemoryHistory(),
  });
  const { unmount } = render(<RouterProvider router={router} />);
  await screen.findByText(/^共 \d+ 件$/);
  const shown = waiting.filter((processNo) => screen.queryByText(new RegExp(`^${processNo} `)) !== null);
  unmount();
  return shown;
}

it('each module shows the to-dos of its processes, 消息中心 those of all', async () => {
  expect(await shownIn('scoreManage')).toEqual(['ZKCJSP', 'GXKSQ']);
  expect(await shownIn('arrange')).toEqual(['TTKSQ']);
  expect(await shownIn('student')).toEqual(['XSXXHD']);
  expect(await shownIn('messageSystem')).toEqual(waiting);
});
