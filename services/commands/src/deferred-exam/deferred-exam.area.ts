import type { CommandsArea } from '../kernel/area.ts';
import { tellOfDeferredExams } from './deferred-exam-message.policy.ts';
import { deferredExamFileRule } from './deferred-exam.file-rule.ts';
import { deferredExamPassRule, forgetRevoked, settleDeferredExam } from './deferred-exam.policy.ts';
import { deferredExamRoutes } from './deferred-exam.routes.ts';

/** What the area brings to the commands. */
export const deferredExamArea: CommandsArea = {
  routes: deferredExamRoutes,
  policies: [settleDeferredExam, forgetRevoked, tellOfDeferredExams],
  fileRules: [deferredExamFileRule],
  passRules: [deferredExamPassRule],
};
