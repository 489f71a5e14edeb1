import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** Rights in changes of status and what they do everywhere (STUDENT-STATUS-16, 40), by who holds them. */
export const statusChangeRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    'statusChange:submitApproval',
    'statusChange:doImplement',
    'statusLog:query',
    'statusLog:exportExcel',
    'statusLog:timeline',
  ],
  unit: [
    'statusChange:query',
    'statusChange:detail',
    'statusChange:create',
    'statusChange:update',
    'statusChange:delete',
    'statusChange:exportExcel',
    'statusChange:import',
    'statusChange:submitApproval',
    'statusLog:query',
    'statusLog:exportExcel',
    'statusLog:timeline',
  ],
  reading: ['statusChange:query', 'statusChange:detail', 'statusLog:query', 'statusLog:timeline'],
  teacher: ['statusChange:query', 'statusChange:detail', 'statusLog:timeline'],
  student: ['statusChange:applyOwn', 'statusLog:timeline'],
};
