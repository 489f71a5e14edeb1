import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconCertificate,
  IconEdit,
  IconFolder,
  IconId,
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
      {
        key: 'studentFile',
        url: modulePath('student', 'studentFile'),
        name: '学生档案',
        icon: IconId,
        permission: 'studentFile:query',
      },
      {
        key: 'studentBatchUpdate',
        url: modulePath('student', 'studentBatchUpdate'),
        name: '批量修改',
        icon: IconEdit,
        permission: 'studentBatchUpdate:query',
      },
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
      resourceEntry('studentCertificate', IconCertificate),
      resourceEntry('studentLabel', IconTags),
      resourceEntry(
        'studentLabelMember',
        IconTag,
        async () => (await import('@jwxt/contracts/student-status/file/label.resource.ts')).studentLabelMember,
      ),
      resourceEntry('temporaryStudent', IconUserPause),
    ],
  },
];
