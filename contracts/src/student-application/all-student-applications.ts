import { exchangeStudentApply } from './kinds/exchange-student-apply.ts';
import { rebuildSignUpResult } from './kinds/rebuild-sign-up-result.ts';
import { scoreCancelRecord } from './kinds/score-cancel-record.ts';
import { scorePointApply } from './kinds/score-point-apply.ts';
import { personalCoursePlanApply } from './kinds/personal-course-plan-apply.ts';
import { leaveApply } from './kinds/leave-apply.ts';
import { punishmentApply } from './kinds/punishment-apply.ts';
import { rewardApply } from './kinds/reward-apply.ts';
import { personalScheme } from './kinds/personal-scheme.ts';
import { studentChangeItem } from './kinds/student-change-item.ts';
import { makeupLearn } from './kinds/makeup-learn.ts';
import { selfLearn } from './kinds/self-learn.ts';
import { transferMajor } from './kinds/transfer-major.ts';
import { upgradeVersionApply } from './kinds/upgrade-version-apply.ts';
import type { StudentApplicationGroup } from './student-application.vocabulary.ts';
import type { StudentApplicationKind } from './student-application-kind.ts';

/** Every kind of application that a student makes and an approval decides. */
export const studentApplications = {
  exchangeStudentApply,
  rebuildSignUpResult,
  scoreCancelRecord,
  scorePointApply,
  selfLearn,
  makeupLearn,
  upgradeVersionApply,
  studentChangeItem,
  personalScheme,
  personalCoursePlanApply,
  transferMajor,
  rewardApply,
  punishmentApply,
  leaveApply,
} as const satisfies Readonly<Record<StudentApplicationGroup, StudentApplicationKind>>;

/** The same, whatever their fields. */
export const studentApplicationKinds: readonly StudentApplicationKind[] = Object.values(studentApplications);

const byProcess = new Map(studentApplicationKinds.map((kind) => [kind.processNo as string, kind]));

/** The kind that a process decides; undefined for processes of other things. */
export function studentApplicationOf(processNo: string): StudentApplicationKind | undefined {
  return byProcess.get(processNo);
}
