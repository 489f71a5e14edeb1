import type { CommandsArea } from '../kernel/area.ts';
import { scorePrintTemplateRules } from './score-print-template-checks.ts';
import { scoreCardRoutes } from './score-card.routes.ts';

/** What the area brings to the commands. */
export const scoreCardArea: CommandsArea = {
  routes: scoreCardRoutes,
  resourceRules: {
    scorePrintTemplate: scorePrintTemplateRules,
    studentExtraScore: {
      kept: (_client, row) => Promise.resolve(row['apply_id'] === null ? null : '来自申请，不能修改和删除'),
    },
  },
};
