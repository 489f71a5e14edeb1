import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];

const reading: Rights = [
  'professionalDiversion:query',
  'professionalDiversion:detail',
  'majorOrDirection:query',
  'majorOrDirection:detail',
  'transferBatch:query',
  'transferBatch:detail',
  'transferQuota:query',
  'transferQuota:detail',
  'transferQuota:exportExcel',
  'shuntAction:query',
  'shuntAction:exportExcel',
  'transferMajor:exportExcel',
];

/** Rights in streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41), by who holds them. */
export const statusDivertRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    'shuntAction:query',
    'shuntAction:exportExcel',
    'shuntAction:compute',
    'shuntAction:adjust',
    'shuntAction:publish',
    'shuntAction:submit',
    'shuntAction:implement',
    'transferMajor:exportExcel',
    'transferMajor:assignClass',
    'transferMajor:publish',
    'transferMajor:doImplement',
  ],
  // Who keeps the main class computes and sends its list; who receives interviews and gives classes.
  unit: [
    ...reading,
    'shuntAction:compute',
    'shuntAction:adjust',
    'shuntAction:publish',
    'shuntAction:submit',
    'interviewScore:query',
    'interviewScore:detail',
    'interviewScore:create',
    'interviewScore:update',
    'interviewScore:delete',
    'interviewScore:batchDelete',
    'interviewScore:exportExcel',
    'interviewScore:import',
    'transferMajor:assignClass',
  ],
  reading: [...reading, 'interviewScore:query', 'interviewScore:detail'],
  teacher: [],
  student: ['shuntAction:own'],
};
