import type { CommandsArea } from '../kernel/area.ts';
import { courseBindingRules } from './course-binding-checks.ts';
import { ofOpenSemester } from './open-semester.ts';
import { scoreRemarkRules } from './score-remark-checks.ts';
import { scoreRulesRules } from './score-rules-checks.ts';
import { scoreSettingRoutes } from './score-setting.routes.ts';
import { scoreTemplateRules } from './score-template-checks.ts';
import { scoreValueRules } from './score-value-checks.ts';

/** What the area brings to the commands. */
export const scoreSettingArea: CommandsArea = {
  routes: scoreSettingRoutes,
  resourceRules: {
    scoreTermControl: ofOpenSemester,
    outsideScoreTime: ofOpenSemester,
    repairApplicationTime: ofOpenSemester,
    rebuildExpenseSet: ofOpenSemester,
    scoreQueryControl: ofOpenSemester,
    courseBinding: courseBindingRules,
    scoreTemplate: scoreTemplateRules,
    scoreValue: scoreValueRules,
    scoreRules: scoreRulesRules,
    scoreRemark: scoreRemarkRules,
  },
};
