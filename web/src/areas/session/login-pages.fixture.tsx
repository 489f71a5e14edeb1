import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../../lib/page-state.ts';
import { render } from '../../testing/render.tsx';
import { sessionRoutes } from './session.routes.tsx';
// Here already, so that the first test does not wait for their code.
import './login.page.tsx';
import './sso-failed.page.tsx';
import './temp-login.page.tsx';

/** The pages of visitors at an address, with an index to be led to. */
export function openLoginPages(address: string) {
  const root = createRootRoute({ component: Outlet });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>另一页</p> });
  const index = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>首页内容</p> });
  const router = createRouter({
    routeTree: root.addChildren([...sessionRoutes(root), index, elsewhere]),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return { ...render(<RouterProvider router={router} />), router };
}
