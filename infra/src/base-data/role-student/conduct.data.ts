import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** Rights in rewards, punishments, leave and grades (STUDENT-STATUS-29, 35, 38, 39), by who holds them. */
export const statusConductRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [],
  unit: [],
  reading: [],
  teacher: [],
  student: [],
};
