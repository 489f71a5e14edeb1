import { exchangeStudentRules } from './kinds/exchange-student-apply.rules.ts';
import { rebuildSignUpRules } from './kinds/rebuild-sign-up-result.rules.ts';
import type { StudentApplicationRules } from './student-application.rules.ts';

/** What each kind of application obeys and does. */
export const allApplicationRules: readonly StudentApplicationRules[] = [exchangeStudentRules, rebuildSignUpRules];
