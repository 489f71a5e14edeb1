import type { CommandsArea } from '../../kernel/area.ts';
import { divertResourceRules } from './diversion-checks.ts';
import { settleShunt } from './shunt.policy.ts';
import { shuntRoutes } from './shunt.routes.ts';
import { keepShuntRows } from './shunt-rows.ts';
import { transferRoutes } from './transfer.routes.ts';

/** How streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41) are kept. */
export const statusDivertParts: CommandsArea = {
  routes: [...shuntRoutes, ...transferRoutes],
  resourceRules: divertResourceRules,
  policies: [keepShuntRows, settleShunt],
};
