import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Pages of the module 数据监控: the screen that the ball opens (MONITOR-08), points, results, and what was cleaned. */
export function dataMonitorRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: modulePath('dataMonitor', 'monitorscreen'),
      component: lazyPage(() => import('./monitor-screen.page.tsx'), 'MonitorScreenPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('dataMonitor', 'monitorPoint'),
      component: lazyPage(() => import('./monitor-points.page.tsx'), 'MonitorPointsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('dataMonitor', 'monitorResult'),
      component: lazyPage(() => import('./monitor-results.page.tsx'), 'MonitorResultsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('dataMonitor', 'dataClean'),
      component: lazyPage(() => import('./merges.page.tsx'), 'MergesPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('dataMonitor', 'monitorTask'),
      component: lazyPage(() => import('./monitor-tasks.page.tsx'), 'MonitorTasksPage'),
    }),
  ];
}
