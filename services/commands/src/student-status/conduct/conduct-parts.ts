import type { CommandsArea } from '../../kernel/area.ts';
import { leaveRules, punishmentRules, rewardRules, studentGradeRules } from './conduct-rules.ts';
import { conductRoutes } from './conduct.routes.ts';
import { startPunishmentWatch } from './punishment-watch.ts';

/** How rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39) are kept. */
export const statusConductParts: CommandsArea = {
  routes: conductRoutes,
  resourceRules: {
    reward: rewardRules,
    punishment: punishmentRules,
    leaveResult: leaveRules,
    studentGrade: studentGradeRules,
  },
  chores: { punishmentWatch: startPunishmentWatch },
};
