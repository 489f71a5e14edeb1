import { STUDENT_HOME, TEACHER_HOME } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { sessionStore } from '../../lib/session-store.ts';

/** Keeps a page to one kind of people: others go to the index, students to their own page. */
function only(kinds: readonly string[]) {
  return () => {
    const kind = sessionStore.get().user?.kind;
    if (kind !== undefined && !kinds.includes(kind))
      redirect({ to: kind === 'student' ? STUDENT_HOME : '/', throw: true });
  };
}

const staff = only(['teacher', 'casual']);

/** `/`, the start page of staff; the personal homes of teachers and students; the light landing page. */
export function homeRoutes(parent: AnyRoute): AnyRoute[] {
  const home = lazyPage(() => import('./home.page.tsx'), 'HomePage');
  return [
    createRoute({ getParentRoute: () => parent, path: '/', beforeLoad: staff, component: home }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/landing',
      beforeLoad: staff,
      component: lazyPage(() => import('./landing.page.tsx'), 'LandingPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: TEACHER_HOME,
      beforeLoad: only(['teacher']),
      component: lazyPage(() => import('./teacher-home.page.tsx'), 'TeacherHomePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: STUDENT_HOME,
      beforeLoad: only(['student']),
      component: lazyPage(() => import('./student-home.page.tsx'), 'StudentHomePage'),
    }),
  ];
}
