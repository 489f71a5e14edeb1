import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** Rights in freshmen, class division and numbers (STUDENT-STATUS-11…15, 19), by who holds them. */
export const statusFreshmanRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [],
  unit: [],
  reading: [],
  teacher: [],
  student: [],
};
