import { exchangeStudentRules } from './kinds/exchange-student-apply.ts';
import { rebuildSignUpRules } from './kinds/rebuild-sign-up-result.ts';
import { scoreCancelRules } from './kinds/score-cancel-record.ts';
import { scorePointRules } from './kinds/score-point-apply.ts';
import { personalCoursePlanRules } from './kinds/personal-course-plan-apply.ts';
import { personalSchemeRules } from './kinds/personal-scheme.ts';
import { studentChangeItemRules } from './kinds/student-change-item.ts';
import { makeupLearnRules } from './kinds/makeup-learn.ts';
import { selfLearnRules } from './kinds/self-learn.ts';
import { transferMajorRules } from './kinds/transfer-major.ts';
import { upgradeVersionRules } from './kinds/upgrade-version-apply.ts';
import { leaveApplyRules } from './kinds/leave-apply.ts';
import { punishmentApplyRules } from './kinds/punishment-apply.ts';
import { rewardRules } from './kinds/reward-apply.ts';
import type { StudentApplicationRules } from './student-application-rules.ts';

/** What each kind of application obeys and does. */
export const allApplicationRules: readonly StudentApplicationRules[] = [
  exchangeStudentRules,
  rebuildSignUpRules,
  scoreCancelRules,
  scorePointRules,
  selfLearnRules,
  makeupLearnRules,
  upgradeVersionRules,
  studentChangeItemRules,
  personalSchemeRules,
  personalCoursePlanRules,
  transferMajorRules,
  rewardRules,
  punishmentApplyRules,
  leaveApplyRules,
];
