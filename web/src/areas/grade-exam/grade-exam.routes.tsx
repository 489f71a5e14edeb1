import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Grade exams, whose page has more than the declaration says. */
export function gradeExamRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('gradeExam'),
      component: lazyPage(() => import('./grade-exams.page.tsx'), 'GradeExamsPage'),
    }),
  ];
}
