import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo, type ComponentType } from 'react';
import { pageOf } from './menu.ts';
import type { RoutedPage } from './tabs/page-frame.tsx';

/** The page that the browser's address asks for; null while the router is still on its way to one. */
export function useRoutedPage(): RoutedPage | null {
  const router = useRouter();
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  return useMemo(() => {
    if (match === undefined) return null;
    const component = (router.routesById as Record<string, { options: { component?: ComponentType } } | undefined>)[
      match.routeId
    ]?.options.component;
    if (component === undefined) return null;
    const page = pageOf(match.pathname);
    return {
      pathname: match.pathname,
      params: match.params as Record<string, string>,
      search: match.search as Record<string, unknown>,
      component,
      bare: page !== null && page.url === match.pathname && page.key.endsWith('Home'),
    };
  }, [match, router]);
}
