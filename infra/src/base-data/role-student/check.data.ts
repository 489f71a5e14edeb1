import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
const photosSeen: Rights = ['studentPhoto:query', 'studentPhoto:detail', 'studentPhoto:show'];
const photosTaken: Rights = [...photosSeen, 'studentPhoto:exportExcel', 'studentPhoto:exportMissing'];
const checksSeen: Rights = ['studentInformationApproval:query', 'infoCheckTime:query', 'infoCheckTime:progress'];
const checksTaken: Rights = [
  ...checksSeen,
  'studentInformationApproval:export',
  'studentInformationApproval:exportExcel',
];
/** Rights in photos and info checks (STUDENT-STATUS-08, 21; PERM-14), by who holds them. */
export const statusCheckRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    ...checksTaken,
    'studentInformationApproval:approval',
    'infoCheckTime:urge',
    'studentPhoto:upload',
    'studentPhoto:batchUpload',
    'studentPhoto:show',
    'studentPhoto:check',
    'studentPhoto:download',
    'studentPhoto:exportMissing',
  ],
  unit: [
    ...checksTaken,
    'studentInformationApproval:approval',
    'infoCheckTime:urge',
    ...photosTaken,
    'studentPhoto:upload',
    'studentPhoto:batchUpload',
  ],
  reading: [...checksTaken, ...photosTaken],
  teacher: [...checksSeen, ...photosSeen, 'infoCheckTime:urge'],
  student: [
    'studentInformationApproval:apply',
    'studentInformationApproval:confirm',
    'studentPhoto:show',
    'studentPhoto:upload',
  ],
};
