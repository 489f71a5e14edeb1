import { resourceNames, resourcePath, type ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPage } from '../lib/lazy-page.tsx';

/**
 * The pages of resources, but for those to whose address an area brings a page with more. `brought`: addresses of the
 * areas' pages.
 */
export function resourcePageRoutes(parent: AnyRoute, brought: ReadonlySet<string>): AnyRoute[] {
  return resourceNames
    .filter((name) => !brought.has(resourcePath(name)))
    .map((name) =>
      createRoute({
        getParentRoute: () => parent,
        path: resourcePath(name),
        component: lazyPage(() => loadPage(name), 'DeclaredPage'),
      }),
    );
}

/** The page of a resource, with its declaration, which the menu leads to: neither comes with the login page. */
async function loadPage(name: ResourceName): Promise<{ DeclaredPage: ComponentType }> {
  const [{ ResourcePage }, resource] = await Promise.all([
    import('../resource/resource.page.tsx'),
    import('./menu.ts').then(({ loadResource }) => loadResource(name)),
  ]);
  return { DeclaredPage: () => <ResourcePage resource={resource} /> };
}
