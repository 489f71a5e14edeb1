import { exchangeStudentRules } from './kinds/exchange-student-apply.ts';
import { scoreCancelRules } from './kinds/score-cancel-record.ts';
import { scorePointRules } from './kinds/score-point-apply.ts';
import { makeupLearnRules } from './kinds/makeup-learn.ts';
import { selfLearnRules } from './kinds/self-learn.ts';
import { upgradeVersionRules } from './kinds/upgrade-version-apply.ts';
import type { StudentApplicationRules } from './student-application-rules.ts';

/** What each kind of application obeys and does. */
export const allApplicationRules: readonly StudentApplicationRules[] = [
  exchangeStudentRules,
  scoreCancelRules,
  scorePointRules,
  selfLearnRules,
  makeupLearnRules,
  upgradeVersionRules,
];
