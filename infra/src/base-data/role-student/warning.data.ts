import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
/** What warnings are judged by. */
const settings: Rights = [
  'warningLevel:query',
  'warningLevel:detail',
  'statusWarningType:query',
  'statusWarningType:detail',
  'warningRule:query',
  'warningRule:detail',
  'statusWarningScheme:query',
  'statusWarningScheme:detail',
];
const listed: Rights = ['initialList:query', 'statusWarningResult:query'];
/** Rights in warnings (STUDENT-STATUS-25…28, 30…33), by who holds them. */
export const statusWarningRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    'statusWarningScheme:publish',
    'initialList:compute',
    ...listed,
    'initialList:exportExcel',
    'initialList:exempt',
    'initialList:confirm',
    'statusWarningResult:exportExcel',
    'statusWarningResult:send',
    'statusWarningResult:tellGuardians',
    'statusWarningResult:revoke',
  ],
  unit: [
    ...settings,
    ...listed,
    'initialList:exportExcel',
    'initialList:exempt',
    'initialList:confirm',
    'statusWarningResult:exportExcel',
    'statusWarningResult:send',
    'statusWarningResult:tellGuardians',
    ...codesOfResource('courseWarning'),
    ...codesOfResource('warningRecord'),
  ],
  reading: [
    ...settings,
    ...listed,
    'courseWarning:query',
    'courseWarning:detail',
    'warningRecord:query',
    'warningRecord:detail',
  ],
  teacher: [
    'statusWarningResult:query',
    'courseWarning:warn',
    'courseWarning:query',
    'courseWarning:detail',
    'courseWarning:update',
    'warningRecord:query',
    'warningRecord:detail',
    'warningRecord:create',
    'warningRecord:update',
  ],
  student: ['statusWarningResult:own', 'statusWarningResult:sign'],
};

/** Their own classes are warned by teachers, whoever leads these. */
export const teacherWarningScope = { jsbh: '06', qxbh: 'courseWarning:warn', sjqxbh: 'DW', fwz: '$SELF' };
