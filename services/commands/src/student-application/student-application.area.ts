import type { CommandsArea } from '../kernel/area.ts';
import { allApplicationRules } from './all-rules.ts';
import { tellOfStudentApplications } from './student-application-message.policy.ts';
import { fileRuleOf } from './student-application.file-rule.ts';
import { settleStudentApplications, studentApplicationPassRules } from './student-application.policy.ts';
import { studentApplicationRoutes } from './student-application.routes.ts';

/** What the area brings to the commands. */
export const studentApplicationArea: CommandsArea = {
  routes: allApplicationRules.flatMap(studentApplicationRoutes),
  policies: [settleStudentApplications(allApplicationRules), tellOfStudentApplications],
  fileRules: allApplicationRules.map(({ kind }) => fileRuleOf(kind)),
  passRules: studentApplicationPassRules(allApplicationRules),
};
