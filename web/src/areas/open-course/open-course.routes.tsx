import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Open-course tasks, whose pages have more than their declarations say. */
export function openCourseRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('teachingJob'),
      component: lazyPage(() => import('./teaching-jobs.page.tsx'), 'TeachingJobsPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('publicElectiveTask'),
      component: lazyPage(() => import('./elective-tasks.page.tsx'), 'ElectiveTasksPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('plateCourseTimeSetting'),
      component: lazyPage(() => import('./plates.page.tsx'), 'PlatesPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('physicalProjectTask'),
      component: lazyPage(() => import('./physical-tasks.page.tsx'), 'PhysicalTasksPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('specialItemGroup'),
      component: lazyPage(() => import('./item-groups.page.tsx'), 'ItemGroupsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('openCourseTask', 'teacherHours'),
      component: lazyPage(() => import('./teacher-hours.page.tsx'), 'TeacherHoursPage'),
    }),
  ];
}
