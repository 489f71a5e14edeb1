import {
  ADMIN_BASE,
  modulePath,
  moduleRouteOf,
  modules,
  STUDENT_HOME,
} from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { createRootRoute, createRoute, createRouter, Navigate, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPage, type LazyPage } from '../lib/lazy-page.tsx';
import { parseSearch, stringifySearch } from '../lib/page-state.ts';
import { loadModules } from '../lib/permission-list.ts';
import { loadSession } from '../lib/session.ts';
import { sessionStore } from '../lib/session-store.ts';
import { loginAddress, ssoAddress } from '../lib/sign-in.ts';
import { readUserCookie } from '../lib/user-cookie.ts';
import { openRoutes, shellRoutes } from './all-areas.ts';
import { addressInHash } from './hash-address.ts';
import { PageError, PagePending } from './page-faces.tsx';
import { UnknownPage } from './unknown-page.tsx';

const FIRST_PASSWORD = '/firstPassword';
const SECOND_STEP = '/secondStep';

const root = createRootRoute({
  beforeLoad: ({ location }) => {
    const href = addressInHash(location.hash);
    if (href !== null) redirect({ href, replace: true, throw: true });
  },
  component: Outlet,
  // An unmatched address goes to the index (SESSION-05).
  notFoundComponent: () => <Navigate to="/" replace />,
});

/**
 * Leads a visitor to single sign-on, or else to the login page, to come back to this address (SESSION-08…10). Never
 * returns.
 */
async function toSignIn(returnUrl: string): Promise<never> {
  const sso = await ssoAddress(returnUrl);
  if (sso === null) return redirect({ href: loginAddress(returnUrl), throw: true }) as never;
  window.location.replace(sso);
  return new Promise<never>(() => undefined);
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location, matches }) => {
    if (readUserCookie() !== null) fetchCode(matches);
    if ((await loadSession()) === null) await toSignIn(location.href);
    if (sessionStore.get().user?.secondStep) redirect({ to: SECOND_STEP, replace: true, throw: true });
    if (sessionStore.get().user?.pwdMustChange === yesNo.yes)
      redirect({ to: FIRST_PASSWORD, replace: true, throw: true });
    // Students have one page, and the windows that open from it (HOME-26).
    if (
      sessionStore.get().user?.kind === 'student' &&
      location.pathname !== STUDENT_HOME &&
      !location.pathname.startsWith(`${ADMIN_BASE}/newHome/`)
    )
      redirect({ to: STUDENT_HOME, replace: true, throw: true });
    await loadModules();
  },
  // The login page is quicker without it.
  component: lazyPage(() => import('./shell.tsx'), 'Shell'),
  pendingComponent: PagePending,
  errorComponent: PageError,
});

/** Where a password that was given is changed. Nobody is there whose password is his own. */
const firstPassword = createRoute({
  getParentRoute: () => root,
  path: FIRST_PASSWORD,
  beforeLoad: async ({ location }) => {
    const user = await loadSession();
    if (user === null) await toSignIn(location.href);
    if (user?.secondStep || user?.pwdMustChange !== yesNo.yes) toIndex();
  },
  component: lazyPage(() => import('./first-password.page.tsx'), 'FirstPasswordPage'),
  pendingComponent: PagePending,
  errorComponent: PageError,
});

/** Has the code of what an address leads to come while the server is asked who wants it. */
function fetchCode(matches: readonly { readonly routeId: string }[]): void {
  const routes = router.routesById as Record<
    string,
    { options: { component?: ComponentType & Partial<LazyPage> } } | undefined
  >;
  for (const { routeId } of matches) routes[routeId]?.options.component?.fetch?.();
}

const inShell = () => shell;
const toIndex = () => {
  redirect({ to: '/', replace: true, throw: true });
};

/** Home of every module (SHELL-69). */
const moduleHome = lazyPage(() => import('./module-home/module-home.page.tsx'), 'ModuleHomePage');
/** Named by the vocabulary, not by the menu: that comes with the shell, and the login page does without. */
const homeRoutes = modules.map(({ route }) =>
  createRoute({ getParentRoute: inShell, path: modulePath(route), component: moduleHome }),
);

const fallbacks = [
  createRoute({ getParentRoute: inShell, path: ADMIN_BASE, beforeLoad: toIndex }),
  // Also the module without a page, which is its home.
  createRoute({
    getParentRoute: inShell,
    path: `${ADMIN_BASE}/$module/$`,
    component: UnknownPage,
    beforeLoad: ({ location, params }) => {
      const module = moduleRouteOf(location.pathname);
      if (module === null) toIndex();
      else if (!params._splat) redirect({ to: modulePath(module), replace: true, throw: true });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: `${ADMIN_BASE}/classBegin`,
    component: lazyPage(() => import('./special-entry.page.tsx'), 'ClassBeginPage'),
  }),
  createRoute({
    getParentRoute: inShell,
    path: `${ADMIN_BASE}/MyCourseSelectionResults`,
    component: lazyPage(() => import('./special-entry.page.tsx'), 'SelectionResultsPage'),
  }),
];

/** All pages. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...openRoutes(root),
    firstPassword,
    shell.addChildren([...shellRoutes(shell), ...homeRoutes, ...fallbacks]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultPendingMs: 200,
  scrollRestoration: false,
});
