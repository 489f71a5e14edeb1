import { IconArrowsExchange, IconUserCheck, IconUserSquare } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** What is different for single grade-majors and students, in the module 培养方案 (SCHEME-35…39). */
export const individualEntries: readonly MenuEntry[] = [
  {
    key: 'schemeIndividual',
    name: '替代与个人培养',
    icon: IconUserSquare,
    children: [
      resourceEntry(
        'gradeCourseReplace',
        IconArrowsExchange,
        async () => (await import('@jwxt/contracts/scheme/individual/course-replace.resource.ts')).gradeCourseReplace,
      ),
      resourceEntry(
        'studentTagsReplace',
        IconUserCheck,
        async () => (await import('@jwxt/contracts/scheme/individual/course-replace.resource.ts')).studentTagsReplace,
      ),
    ],
  },
];
