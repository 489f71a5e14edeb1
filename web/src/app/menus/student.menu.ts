import { IconUsers } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';
import { statusFileEntries } from './student/file-entries.ts';
import { statusCheckEntries } from './student/check-entries.ts';
import { statusChangeEntries } from './student/change-entries.ts';
import { statusFreshmanEntries } from './student/freshman-entries.ts';
import { statusTermEntries } from './student/term-entries.ts';
import { statusConductEntries } from './student/conduct-entries.ts';
import { statusWarningEntries } from './student/warning-entries.ts';
import { statusDivertEntries } from './student/divert-entries.ts';

/** 学籍管理. */
export const studentMenu: readonly MenuEntry[] = [
  resourceEntry('studentInfo', IconUsers),
  ...statusFileEntries,
  ...statusCheckEntries,
  ...statusChangeEntries,
  ...statusFreshmanEntries,
  ...statusTermEntries,
  ...statusConductEntries,
  ...statusWarningEntries,
  ...statusDivertEntries,
];
