import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Execution plans as a matrix and as a list, common plans, and what is taught in a semester. */
export function planRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'gradeMajorPlan'),
      component: lazyPage(() => import('./grade-major-plan.page.tsx'), 'GradeMajorPlanPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('trainingExecutionPlan'),
      component: lazyPage(() => import('./execution-plans.page.tsx'), 'ExecutionPlansPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('commonCoursePlan'),
      component: lazyPage(() => import('./common-plans.page.tsx'), 'CommonPlansPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('specialItemStudent'),
      component: lazyPage(() => import('./special-item-students.page.tsx'), 'SpecialItemStudentsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'coursePlan'),
      component: lazyPage(() => import('./course-plan.page.tsx'), 'CoursePlanPage'),
    }),
  ];
}
