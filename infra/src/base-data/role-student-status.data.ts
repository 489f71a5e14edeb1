import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { statusFileRights } from './role-student/file.data.ts';
import { statusCheckRights } from './role-student/check.data.ts';
import { statusChangeRights } from './role-student/change.data.ts';
import { statusFreshmanRights } from './role-student/freshman.data.ts';
import { statusTermRights } from './role-student/term.data.ts';
import { statusConductRights } from './role-student/conduct.data.ts';
import { statusWarningRights } from './role-student/warning.data.ts';
import { statusDivertRights } from './role-student/divert.data.ts';

const rooms = [
  statusFileRights,
  statusCheckRights,
  statusChangeRights,
  statusFreshmanRights,
  statusTermRights,
  statusConductRights,
  statusWarningRights,
  statusDivertRights,
];
const of = (who: keyof (typeof rooms)[number]): readonly PermissionCode[] => [
  ...new Set(rooms.flatMap((rights) => rights[who])),
];

/** What the office does with student status, besides keeping rows. */
export const statusOfOffice = of('office');
/** What the clerk of a unit does, for its own students. */
export const statusOfUnit = of('unit');
/** Student status, read: by approvers and auditors. */
export const statusReading = of('reading');
/** What teachers do for their own classes. */
export const statusOfTeachers = of('teacher');
/** What students do for themselves. */
export const statusOfStudents = of('student');
