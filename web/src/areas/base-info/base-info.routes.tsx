import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Base data whose page has more than its declaration says, rosters, timetables, and imports as they were. */
export function baseInfoRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('semester'),
      component: lazyPage(() => import('./semester.page.tsx'), 'SemesterPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('teachingClass'),
      component: lazyPage(() => import('./teaching-class.page.tsx'), 'TeachingClassPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('arrange', 'timetable'),
      component: lazyPage(() => import('./timetable.page.tsx'), 'OwnTimetablePage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('arrange', 'timetableQuery'),
      component: lazyPage(() => import('./timetable.page.tsx'), 'TimetableQueryPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('teachingClassStudent'),
      component: lazyPage(() => import('./class-roster.page.tsx'), 'ClassRosterPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('courseManage'),
      component: lazyPage(() => import('./course.page.tsx'), 'CoursePage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('baseInfo', 'importRecord'),
      component: lazyPage(() => import('./import-records.page.tsx'), 'ImportRecordsPage'),
    }),
  ];
}
