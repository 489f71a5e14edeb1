import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
const reading: Rights = [
  'registration:query',
  'registration:detail',
  'registration:exportExcel',
  'registrationTime:query',
  'payment:query',
  'payment:detail',
  'payment:exportExcel',
];
const statistics: Rights = [
  'statusStatistics:query',
  'statusStatistics:exportExcel',
  'statusStatistics:persons',
];
const returns: Rights = ['statusReturn:query', 'statusReturn:exportExcel', 'statusReturn:persons'];
const registering: Rights = ['registration:batchRegister', 'registration:delay', 'registration:cancelRegister'];
/** Rights in registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24), by who holds them. */
export const statusTermRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    ...statistics,
    ...returns,
    ...registering,
    'registration:refuse',
    'registration:generate',
    'registration:remind',
    'backupDay:run',
    'backupDay:compare',
  ],
  unit: [...reading, ...statistics, ...returns, ...registering, 'registration:remind'],
  reading: [...reading, ...statistics, ...returns, 'backupDay:query', 'backupDay:compare'],
  teacher: ['registration:query', 'registration:detail', 'registration:exportExcel', 'registration:remind'],
  student: ['registration:own', 'registration:registerOwn', 'payment:own'],
};
