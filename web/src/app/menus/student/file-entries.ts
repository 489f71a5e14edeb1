import {
  IconCertificate,
  IconFolder,
  IconTag,
  IconTags,
  IconUserHeart,
  IconUserPause,
  IconUsersGroup,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

/** Entries about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34), in the module 学籍管理. */
export const statusFileEntries: readonly MenuEntry[] = [
  {
    key: 'studentFileGroup',
    name: '学生档案',
    icon: IconFolder,
    children: [
      resourceEntry(
        'studentFamily',
        IconUsersGroup,
        async () => (await import('@jwxt/contracts/student-status/file/family.resource.ts')).studentFamily,
      ),
      resourceEntry(
        'guardian',
        IconUserHeart,
        async () => (await import('@jwxt/contracts/student-status/file/family.resource.ts')).guardian,
      ),
      resourceEntry(
        'studentCertificate',
        IconCertificate,
        async () => (await import('@jwxt/contracts/student-status/file/certificate.resource.ts')).studentCertificate,
      ),
      resourceEntry(
        'studentLabel',
        IconTags,
        async () => (await import('@jwxt/contracts/student-status/file/label.resource.ts')).studentLabel,
      ),
      resourceEntry(
        'studentLabelMember',
        IconTag,
        async () => (await import('@jwxt/contracts/student-status/file/label.resource.ts')).studentLabelMember,
      ),
      resourceEntry(
        'temporaryStudent',
        IconUserPause,
        async () =>
          (await import('@jwxt/contracts/student-status/file/temporary-student.resource.ts')).temporaryStudent,
      ),
    ],
  },
];
