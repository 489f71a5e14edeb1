import { IconChalkboard, IconUserStar, IconUsers } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

const classes = () => import('@jwxt/contracts/base-info/teaching-class.resource.ts');

/** 开课计划. */
export const openCourseTaskMenu: readonly MenuEntry[] = [
  resourceEntry('teachingClass', IconChalkboard),
  resourceEntry('teachingClassTeacher', IconUserStar, async () => (await classes()).teachingClassTeacher),
  resourceEntry('teachingClassStudent', IconUsers),
];
