import {
  ADMIN_BASE,
  isPageOfStudents,
  modulePath,
  moduleRouteOf,
  modules,
  STUDENT_HOME,
} from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.tsx';
import { loadModules } from '../lib/permission-list.ts';
import { loadSession } from '../lib/session.ts';
import { sessionStore } from '../lib/session-store.ts';
import { readUserCookie } from '../lib/user-cookie.ts';
import { shellRoutes } from './all-areas.ts';
import { PageError, PagePending } from './page-faces.tsx';
import { toSignIn } from './to-sign-in.ts';
import { UnknownPage } from './unknown-page.tsx';

const FIRST_PASSWORD = '/firstPassword';
const SECOND_STEP = '/secondStep';

const toIndex = () => {
  redirect({ to: '/', replace: true, throw: true });
};

/** Has the code of these pages come. */
type FetchCode = (matches: readonly { readonly routeId: string }[]) => void;

/** Sign-in, and what surrounds every page. */
function shellRoute(root: AnyRoute, fetchCode: FetchCode): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: async ({ location, matches }) => {
      if (readUserCookie() !== null) fetchCode(matches);
      if ((await loadSession()) === null) await toSignIn(location.href);
      if (sessionStore.get().user?.secondStep) redirect({ to: SECOND_STEP, replace: true, throw: true });
      if (sessionStore.get().user?.pwdMustChange === yesNo.yes)
        redirect({ to: FIRST_PASSWORD, replace: true, throw: true });
      // Students have one page, and the windows that open from it (HOME-26).
      if (sessionStore.get().user?.kind === 'student' && !isPageOfStudents(location.pathname))
        redirect({ to: STUDENT_HOME, replace: true, throw: true });
      await loadModules();
    },
    component: lazyPage(() => import('./shell.tsx'), 'Shell'),
    pendingComponent: PagePending,
    errorComponent: PageError,
  });
}

/** Where a password that was given is changed. Nobody is there whose password is his own. */
function firstPassword(root: AnyRoute): AnyRoute {
  return createRoute({
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
}

/** Home of every module (SHELL-69). */
const moduleHome = lazyPage(() => import('./module-home/module-home.page.tsx'), 'ModuleHomePage');

/** Homes of modules, and what has no page of its own. */
function fallbacks(shell: AnyRoute): AnyRoute[] {
  const getParentRoute = () => shell;
  return [
    ...modules.map(({ route }) => createRoute({ getParentRoute, path: modulePath(route), component: moduleHome })),
    createRoute({ getParentRoute, path: ADMIN_BASE, beforeLoad: toIndex }),
    // Also the module without a page, which is its home.
    createRoute({
      getParentRoute,
      path: `${ADMIN_BASE}/$module/$`,
      component: UnknownPage,
      beforeLoad: ({ location, params }) => {
        const module = moduleRouteOf(location.pathname);
        if (module === null) toIndex();
        else if (!params._splat) redirect({ to: modulePath(module), replace: true, throw: true });
      },
    }),
    createRoute({
      getParentRoute,
      path: `${ADMIN_BASE}/classBegin`,
      component: lazyPage(() => import('./special-entry.page.tsx'), 'ClassBeginPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${ADMIN_BASE}/MyCourseSelectionResults`,
      component: lazyPage(() => import('./special-entry.page.tsx'), 'SelectionResultsPage'),
    }),
  ];
}

/** All pages behind the login, below `root`. */
export function pageRoutes(root: AnyRoute, fetchCode: FetchCode): AnyRoute[] {
  const shell = shellRoute(root, fetchCode);
  return [firstPassword(root), shell.addChildren([...shellRoutes(shell), ...fallbacks(shell)])];
}
