import { ADMIN_BASE, modulePath, STUDENT_HOME } from '@jwxt/contracts/system/module.vocabulary.ts';
import { createRootRoute, createRoute, createRouter, Navigate, Outlet, redirect } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.tsx';
import { parseSearch, stringifySearch } from '../lib/page-state.ts';
import { loadModules } from '../lib/permission-list.ts';
import { loadSession } from '../lib/session.ts';
import { sessionStore } from '../lib/session-store.ts';
import { loginAddress, ssoAddress } from '../lib/sign-in.ts';
import { loginRoutes } from '../areas/login/login.routes.tsx';
import { areas } from './areas.ts';
import { addressInHash } from './hash-address.ts';
import { menuPages, moduleOf } from './menu.ts';
import { PageError, PagePending } from './page-faces.tsx';
import { UnknownPage } from './unknown-page.tsx';

const root = createRootRoute({
  beforeLoad: ({ location }) => {
    const href = addressInHash(location.hash);
    if (href !== null) redirect({ href, replace: true, throw: true });
  },
  component: Outlet,
  // An unmatched address goes to the index (SESSION-05).
  notFoundComponent: () => <Navigate to="/" replace />,
});

/** Leads a visitor to single sign-on, or else to the login page, to come back to this address (SESSION-08…10). Never returns. */
async function toSignIn(returnUrl: string): Promise<never> {
  const sso = await ssoAddress(returnUrl);
  if (sso === null) return redirect({ href: loginAddress(returnUrl), throw: true }) as never;
  window.location.replace(sso);
  return new Promise<never>(() => undefined);
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (await loadSession() === null) await toSignIn(location.href);
    // Students have one page, and the windows that open from it (HOME-26).
    if (sessionStore.get().user?.kind === 'student' && location.pathname !== STUDENT_HOME && !location.pathname.startsWith(`${ADMIN_BASE}/newHome/`)) redirect({ to: STUDENT_HOME, replace: true, throw: true });
    await loadModules();
  },
  // The login page is quicker without it.
  component: lazyPage(() => import('./shell.tsx'), 'Shell'),
  pendingComponent: PagePending,
  errorComponent: PageError,
});

const inShell = () => shell;
const toIndex = () => { redirect({ to: '/', replace: true, throw: true }); };

/** Home of every module (SHELL-69). */
const moduleHome = lazyPage(() => import('./module-home/module-home.page.tsx'), 'ModuleHomePage');

/** Pages that the menu brings itself: the homes of the modules, and entries with a component of their own. */
const menuRoutes = menuPages.flatMap(({ url, key, module, component = key === `${module.route}Home` ? moduleHome : undefined }) => component === undefined ? [] : [createRoute({ getParentRoute: inShell, path: url, component })]);

const fallbacks = [
  createRoute({ getParentRoute: inShell, path: ADMIN_BASE, beforeLoad: toIndex }),
  // Also the module without a page, which is its home.
  createRoute({
    getParentRoute: inShell, path: `${ADMIN_BASE}/$module/$`, component: UnknownPage,
    beforeLoad: ({ location, params }) => {
      const module = moduleOf(location.pathname);
      if (module === null) toIndex();
      else if (!params._splat) redirect({ to: modulePath(module.route), replace: true, throw: true });
    },
  }),
  createRoute({ getParentRoute: inShell, path: `${ADMIN_BASE}/classBegin`, component: lazyPage(() => import('./special-entry.page.tsx'), 'ClassBeginPage') }),
  createRoute({ getParentRoute: inShell, path: `${ADMIN_BASE}/MyCourseSelectionResults`, component: lazyPage(() => import('./special-entry.page.tsx'), 'SelectionResultsPage') }),
];

/** All pages. */
export const router = createRouter({
  routeTree: root.addChildren([...loginRoutes(root), shell.addChildren([...areas.flatMap((routes) => routes(shell)), ...menuRoutes, ...fallbacks])]),
  parseSearch, stringifySearch,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultPendingMs: 200,
  scrollRestoration: false,
});
