import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Registration, payment, figures and backup days. */
export function termRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('registration'),
      component: lazyPage(() => import('./registrations.page.tsx'), 'RegistrationsPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('payment'),
      component: lazyPage(() => import('./payments.page.tsx'), 'PaymentsPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('backupDay'),
      component: lazyPage(() => import('./backup-days.page.tsx'), 'BackupDaysPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('student', 'statusStatistics'),
      component: lazyPage(() => import('./status-statistics.page.tsx'), 'StatusStatisticsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('student', 'statusReturn'),
      component: lazyPage(() => import('./status-returns.page.tsx'), 'StatusReturnsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('student', 'myRegistration'),
      component: lazyPage(() => import('./my-registration.page.tsx'), 'MyRegistrationPage'),
    }),
  ];
}
