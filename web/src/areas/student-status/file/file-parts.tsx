import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { OWN_FILE_PATH } from '@jwxt/contracts/student-status/file/student-file.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Pages about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileParts: WebArea = {
  routes: (parent) => [
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('student', 'studentFile'),
      component: lazyPage(() => import('./student-file.page.tsx'), 'StudentFilePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: OWN_FILE_PATH,
      component: lazyPage(() => import('./student-file.page.tsx'), 'OwnFilePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('student', 'studentBatchUpdate'),
      component: lazyPage(() => import('./student-batch-update.page.tsx'), 'StudentBatchUpdatePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: resourcePath('studentInfo'),
      component: lazyPage(() => import('./students.page.tsx'), 'StudentsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: resourcePath('studentCertificate'),
      component: lazyPage(() => import('./certificates.page.tsx'), 'CertificatesPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: resourcePath('studentLabel'),
      component: lazyPage(() => import('./student-labels.page.tsx'), 'StudentLabelsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: resourcePath('temporaryStudent'),
      component: lazyPage(() => import('./temporary-students.page.tsx'), 'TemporaryStudentsPage'),
    }),
  ],
};
