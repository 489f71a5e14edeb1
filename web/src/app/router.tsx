import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate, Outlet, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { parseSearch, stringifySearch } from '../lib/page-state.ts';
import { loadSession } from '../lib/session.ts';
import { areas } from './areas.ts';
import { PageError, PagePending } from './page-faces.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  component: Outlet,
  // An unmatched address goes to the index (SESSION-05).
  notFoundComponent: () => <Navigate to="/" replace />,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ returnUrl: z.string().optional().catch(undefined) }),
  // A signed-in person has nothing to do here (SESSION-11). A server that does not answer is no reason to hide the page.
  beforeLoad: async () => {
    if (await loadSession().catch(() => null)) redirect({ to: '/', throw: true });
  },
  component: lazyRouteComponent(() => import('../areas/login/login.page.tsx'), 'LoginPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (await loadSession() === null) redirect({ to: '/login', search: location.href === '/' ? {} : { returnUrl: location.href }, throw: true });
  },
  component: Shell,
  pendingComponent: PagePending,
  errorComponent: PageError,
});

/** All pages. */
export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(areas.flatMap((routes) => routes(shell)))]),
  parseSearch, stringifySearch,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultPendingMs: 300,
  scrollRestoration: false,
});
