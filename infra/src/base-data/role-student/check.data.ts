import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** Rights in photos and info checks (STUDENT-STATUS-08, 21; PERM-14), by who holds them. */
export const statusCheckRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [],
  unit: [],
  reading: [],
  teacher: [],
  student: [],
};
