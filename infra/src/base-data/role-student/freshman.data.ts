import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/** What units do with the freshmen of their own: they receive them, and put them into classes and in order. */
const ofUnits = [
  'freshman:report',
  'freshman:batchReport',
  'freshman:absent',
  'freshmanProgress:query',
  'freshmanProgress:exportExcel',
  'classDivision:query',
  'classDivision:exportExcel',
  'classDivision:divide',
  'classDivision:adjust',
  'classDivision:clear',
  'orderClass:sort',
] as const satisfies readonly PermissionCode[];
/** Rows that units read and keep, which the office does anyway. */
const rowsOfUnits = [
  'freshman:query',
  'freshman:detail',
  'freshman:reveal',
  'freshman:exportExcel',
  'classRule:query',
  'classRule:detail',
  'studentIdRule:query',
  'studentIdRule:detail',
  'sortRule:query',
  'sortRule:detail',
  'orderClass:query',
  'orderClass:detail',
  'orderClass:exportExcel',
  'orderClass:create',
  'orderClass:update',
  'orderClass:delete',
  'orderClass:batchDelete',
  'orderClass:import',
] as const satisfies readonly PermissionCode[];

type Rights = readonly PermissionCode[];
/** Rights in freshmen, class division and numbers (STUDENT-STATUS-11…15, 19), by who holds them. */
export const statusFreshmanRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    ...ofUnits,
    'freshman:abandon',
    'freshman:keepQualification',
    'freshman:toStudent',
    'studentIdRule:generate',
    'studentIdRule:clear',
  ],
  unit: [...ofUnits, ...rowsOfUnits],
  reading: [
    'freshman:query',
    'freshman:detail',
    'freshmanProgress:query',
    'freshmanProgress:exportExcel',
    'classDivision:query',
    'sortRule:query',
    'orderClass:query',
  ],
  teacher: ['orderClass:query', 'orderClass:exportExcel'],
  student: [],
};
