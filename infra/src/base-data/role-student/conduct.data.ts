import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
const lists: Rights = ['reward:query', 'reward:detail', 'leaveResult:query', 'leaveResult:detail', 'studentGrade:query'];
const reading: Rights = [...lists, 'studentGrade:detail', 'punishment:query', 'punishment:detail'];

/** Rights in rewards, punishments, leave and grades (STUDENT-STATUS-29, 35, 38, 39), by who holds them. */
export const statusConductRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    'punishment:deliver',
    'punishment:decideAppeal',
    'punishment:remove',
    'punishment:revoke',
    'leaveResult:back',
    'studentGrade:computeStudy',
  ],
  unit: [
    'reward:query',
    'reward:detail',
    'reward:exportExcel',
    'punishment:query',
    'punishment:detail',
    'punishment:reveal',
    'punishment:exportExcel',
    'punishment:deliver',
    ...codesOfResource('leaveResult'),
    'leaveResult:back',
    ...codesOfResource('studentGrade'),
  ],
  reading,
  teacher: ['leaveResult:ofClasses'],
  student: ['conduct:own'],
};

/** What an adviser (班主任、辅导员) does for the students of the own classes: leave, and what else is known of them. */
export const statusOfAdvisers: Rights = [
  ...reading,
  'leaveApply:query',
  'leaveResult:ofClasses',
  'leaveResult:back',
  'rewardApply:query',
];
