import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

type Rights = readonly PermissionCode[];
const photosSeen: Rights = ['studentPhoto:query', 'studentPhoto:detail', 'studentPhoto:show'];
const photosTaken: Rights = [...photosSeen, 'studentPhoto:exportExcel', 'studentPhoto:exportMissing'];
const progressSeen: Rights = ['studentInformationApproval:query', 'infoCheckTime:progress'];
const checksSeen: Rights = [...progressSeen, 'infoCheckTime:query'];
const workbooks: Rights = ['studentInformationApproval:export', 'studentInformationApproval:exportExcel'];
const checksTaken: Rights = [...checksSeen, ...workbooks];
/** Class teachers look after the students of the classes that they lead. */
export const statusCheckScopes = ['studentInformationApproval', 'infoCheckTime', 'studentPhoto'].map((menu) => ({
  jsbh: '06',
  qxbh: `student/${menu}`,
  sjqxbh: 'XZB',
  fwz: '$BJ',
}));
/** Rights in photos and info checks (STUDENT-STATUS-08, 21; PERM-14), by who holds them. */
export const statusCheckRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: [
    ...progressSeen,
    ...workbooks,
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
  student: ['studentInformationApproval:confirm', 'studentPhoto:show', 'studentPhoto:upload'],
};
