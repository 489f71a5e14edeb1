import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** Rights in the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34), by who holds them. */
export const statusFileRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [],
  unit: [],
  reading: [],
  teacher: [],
  student: [],
};
