import { exchangeStudentRules } from './kinds/exchange-student-apply.rules.ts';
import { makeupLearnRules } from './kinds/makeup-learn.rules.ts';
import { selfLearnRules } from './kinds/self-learn.rules.ts';
import { upgradeVersionRules } from './kinds/upgrade-version-apply.rules.ts';
import type { StudentApplicationRules } from './student-application.rules.ts';

/** What each kind of application obeys and does. */
export const allApplicationRules: readonly StudentApplicationRules[] = [
  selfLearnRules,
  makeupLearnRules,
  upgradeVersionRules,
  exchangeStudentRules,
];
