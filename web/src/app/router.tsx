import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { verifyRoutes } from '../areas/score-card/verify.routes.tsx';
import { sessionRoutes } from '../areas/session/session.routes.tsx';
import { ApiError } from '../lib/api-error.ts';
import { inTime, PAGE_TIMEOUT, PAGE_TIMEOUT_TEXT, PageTimeoutError, type LazyPage } from '../lib/lazy-page.tsx';
import { nextTask } from '../lib/next-task.ts';
import { parseSearch, stringifySearch } from '../lib/page-state.ts';
import { loadModules } from '../lib/permission-list.ts';
import { loadSession } from '../lib/session.ts';
import { readUserCookie } from '../lib/user-cookie.ts';
import { addressInHash } from './hash-address.ts';
import { PageError, PagePending } from './page-faces.tsx';
import { toSignIn } from './to-sign-in.ts';

/** Has the code of what an address leads to come. */
type FetchCode = (matches: readonly { readonly routeId: string }[]) => void;

/** All addresses below a root of their own: the pages of visitors, and what `rest` brings. */
function treeWith(rest: (root: AnyRoute) => AnyRoute[]): AnyRoute {
  const root: AnyRoute = createRootRoute({
    beforeLoad: ({ location }) => {
      const href = addressInHash(location.hash);
      if (href !== null) redirect({ href, replace: true, throw: true });
    },
    component: Outlet,
    // An unmatched address goes to the index (SESSION-05).
    notFoundComponent: () => <Navigate to="/" replace />,
  });
  return root.addChildren([...sessionRoutes(root), ...verifyRoutes(root), ...rest(root)]);
}

/**
 * Every address that is no page of visitors, until the pages behind it are known: their addresses come with the shell,
 * and the login page, which everybody waits for, does without them.
 */
function behind(
  root: AnyRoute,
  showAll: (rest: (root: AnyRoute, fetchCode: FetchCode) => AnyRoute[]) => void,
): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => root,
      path: '$',
      beforeLoad: async ({ location }) => {
        if (readUserCookie() !== null) void nextTask().then(() => startTogether(location.pathname));
        else if ((await loadSession()) === null) await toSignIn(location.href);
        const { pageRoutes } = await inTime(import('./page-routes.tsx')).catch(tooLate);
        showAll(pageRoutes);
        redirect({ href: location.href, replace: true, throw: true });
      },
    }),
  ];
}

/** Nothing is shown yet that a second try could keep: it begins anew. */
function tooLate(error: unknown): never {
  throw error instanceof PageTimeoutError ? new ApiError(PAGE_TIMEOUT, PAGE_TIMEOUT_TEXT) : error;
}

/**
 * Asks the server who is there, and for whose modules, while the pages come; the index, where most people begin, comes
 * with them.
 */
function startTogether(pathname: string): void {
  // What fails is told by those who wait for it.
  loadSession().catch(() => undefined);
  loadModules().catch(() => undefined);
  if (pathname === '/') import('../areas/home/home.page.tsx').catch(() => undefined);
}

/** All pages; those behind the login once one of them is asked for. */
export function createPages() {
  const router = createRouter({
    routeTree: treeWith((root) => behind(root, showAll)),
    parseSearch,
    stringifySearch,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultPendingMs: 200,
    // What waited for the server is shown when the answer is there: by default half a second later at the earliest.
    defaultPendingMinMs: 0,
    scrollRestoration: false,
  });
  function showAll(rest: (root: AnyRoute, fetchCode: FetchCode) => AnyRoute[]): void {
    router.update({ ...router.options, routeTree: treeWith((root) => rest(root, fetchCode)) });
  }
  /** Has the code of what an address leads to come while the server is asked who wants it. */
  const fetchCode: FetchCode = (matches) => {
    const routes = router.routesById as Record<
      string,
      { options: { component?: ComponentType & Partial<LazyPage> } } | undefined
    >;
    for (const { routeId } of matches) routes[routeId]?.options.component?.fetch?.();
  };
  return router;
}
