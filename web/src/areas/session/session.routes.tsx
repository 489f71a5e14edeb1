import { safeReturnUrl } from '@jwxt/contracts/session/return-url.ts';
import {
  SSO_DONE_PATH,
  SSO_FAILED_PATH,
  ssoFailures,
  type SsoFailure,
} from '@jwxt/contracts/session/session.vocabulary.ts';
import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { loadSession } from '../../lib/session.ts';

const reasons = Object.keys(ssoFailures) as [SsoFailure, ...SsoFailure[]];

/**
 * Pages of visitors, outside the shell: `/login` (SESSION-01), `/redirect` (SESSION-02), `/tempLogin` (LOGIN-43),
 * `/secondStep` after the password, and the ends of single sign-on.
 */
export function sessionRoutes(parent: AnyRoute) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/login',
      validateSearch: z.object({ returnUrl: z.string().optional().catch(undefined) }),
      // A signed-in person has nothing to do here (SESSION-11). A server that does not answer is no reason to hide the
      // page.
      beforeLoad: async () => {
        if (await loadSession().catch(() => null)) redirect({ to: '/', throw: true });
      },
      component: lazyRouteComponent(() => import('./login.page.tsx'), 'LoginPage'),
    }),
    createRoute({
      // Links from outside (mails, messages of the school's portal) name a page of ours here; anything else leads to
      // the index.
      getParentRoute,
      path: '/redirect',
      validateSearch: z.object({ url: z.string().optional().catch(undefined) }),
      beforeLoad: ({ search }: { search: { url?: string | undefined } }) => {
        redirect({ href: safeReturnUrl(search.url), replace: true, throw: true });
      },
    }),
    createRoute({
      getParentRoute,
      path: '/tempLogin',
      component: lazyRouteComponent(() => import('./temp-login.page.tsx'), 'TempLoginPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/secondStep',
      beforeLoad: async () => {
        const user = await loadSession();
        if (!user?.secondStep) redirect({ to: '/', replace: true, throw: true });
      },
      component: lazyRouteComponent(() => import('./second-step.page.tsx'), 'SecondStepPage'),
    }),
    createRoute({
      getParentRoute,
      path: SSO_FAILED_PATH,
      validateSearch: z.object({ reason: z.enum(reasons).optional().catch(undefined) }),
      component: lazyRouteComponent(() => import('./sso-failed.page.tsx'), 'SsoFailedPage'),
    }),
    createRoute({
      getParentRoute,
      path: SSO_DONE_PATH,
      component: lazyRouteComponent(() => import('./sso-done.page.tsx'), 'SsoDonePage'),
    }),
  ];
}

/** Pages of administrators, inside the shell: `/jwxt/gly/systemManage/apiToken`, the tokens of programs. */
export function sessionPageRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/systemManage/apiToken',
      component: lazyPage(() => import('./api-tokens.page.tsx'), 'ApiTokensPage'),
    }),
  ];
}
