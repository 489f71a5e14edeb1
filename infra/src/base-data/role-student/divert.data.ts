import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** Rights in streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41), by who holds them. */
export const statusDivertRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [],
  unit: [],
  reading: [],
  teacher: [],
  student: [],
};
