import type { ProcessNo } from '../approval/approval.vocabulary.ts';
import { ADMIN_BASE, modulePath } from '../kernel/module.vocabulary.ts';

/** `module`: where its pages stand; among the scores where nothing else is said. */
interface ApplicationProcess {
  readonly processNo: ProcessNo;
  readonly byStudent: boolean;
  readonly module?: 'schemeManage' | 'student';
}

/**
 * Every kind of application by its wire name: the process that decides it, and whether students apply themselves;
 * otherwise only those who keep their scores. Every page loads these: what a kind asks for stands in `kinds/`.
 */
export const studentApplicationProcesses = {
  exchangeStudentApply: { processNo: 'JHSSQ', byStudent: true },
  personalScheme: { processNo: 'GRPYFA', byStudent: true, module: 'schemeManage' },
  personalCoursePlanApply: { processNo: 'GRKCJH', byStudent: true, module: 'schemeManage' },
  studentChangeItem: { processNo: 'ZXBGSQ', byStudent: true, module: 'schemeManage' },
  makeupLearn: { processNo: 'BXSQ', byStudent: true },
  rebuildSignUpResult: { processNo: 'CXBM', byStudent: true },
  scoreCancelRecord: { processNo: 'CJZX', byStudent: false },
  scorePointApply: { processNo: 'CJJFSQ', byStudent: true },
  selfLearn: { processNo: 'ZXSQ', byStudent: true },
  transferMajor: { processNo: 'ZZYSQ', byStudent: true, module: 'student' },
  upgradeVersionApply: { processNo: 'KCSBSQ', byStudent: true },
  rewardApply: { processNo: 'JCSP', byStudent: true, module: 'student' },
  punishmentApply: { processNo: 'CFSP', byStudent: false, module: 'student' },
  leaveApply: { processNo: 'QJXJ', byStudent: true, module: 'student' },
} as const satisfies Readonly<Record<string, ApplicationProcess>>;
export type StudentApplicationGroup = keyof typeof studentApplicationProcesses;

/** Their wire names. */
export const studentApplicationGroups = Object.keys(studentApplicationProcesses) as StudentApplicationGroup[];

/** The module of the pages of a kind. */
export function moduleOfApplication(group: StudentApplicationGroup): 'scoreManage' | 'schemeManage' | 'student' {
  const process: ApplicationProcess = studentApplicationProcesses[group];
  return process.module ?? 'scoreManage';
}

/** Root of the pages of staff. */
export const staffApplicationsPath = (group: StudentApplicationGroup): string =>
  modulePath(moduleOfApplication(group), group);

/** Where everybody finds the own applications of a kind, students too, whose pages stand outside the modules. */
export const ownApplicationsPath = (group: StudentApplicationGroup): string =>
  studentApplicationProcesses[group].byStudent
    ? `${ADMIN_BASE}/newHome/components/${group}`
    : staffApplicationsPath(group);

/** Where staff begin an application for a student, by his number, with what is known of the form, by field. */
export const studentApplicationFor = (
  group: StudentApplicationGroup,
  studentNumber: string,
  form: Readonly<Record<string, string>> = {},
): string => `${staffApplicationsPath(group)}/new?${new URLSearchParams({ ...form, for: studentNumber }).toString()}`;

/** Page of one application. */
export const studentApplicationPath = (group: StudentApplicationGroup, applyId: string): string =>
  `${ownApplicationsPath(group)}/${encodeURIComponent(applyId)}`;
