import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Grade exams, with what is done to one; what a student sees of them. */
export function gradeExamRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('gradeExam'),
      component: lazyPage(() => import('./grade-exams.page.tsx'), 'GradeExamsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('scoreManage', 'ownGradeExam'),
      component: lazyPage(() => import('./own-grade-exams.page.tsx'), 'OwnGradeExamsPage'),
    }),
  ];
}
