import {
  generateMakeup,
  saveRebuildClass,
  setRebuildStudents,
  settleOrigin,
  updateMakeup,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute, type Policy } from '../kernel/command-route.ts';
import { keepMakeupCandidates } from './makeup-candidates.policy.ts';
import { generateCourse } from './makeup-generate.ts';
import { followOrigins } from './makeup-origins.policy.ts';
import { updateGroups } from './makeup-update.ts';
import { settleListed } from './settle-origin.ts';
import { changeRebuildStudents, storeRebuildClass } from './rebuild-class.ts';

/** Lists of make-up and deferred exams, and rebuild classes. Setting up their sheets is the score area's part. */
export const makeupRoutes: readonly CommandRoute[] = [
  defineRoute(generateMakeup, generateCourse),
  defineRoute(updateMakeup, (request, context, { pool }) =>
    applyOnce(pool, context, (client) => updateGroups(client, context, request)),
  ),
  defineRoute(saveRebuildClass, (request, context, { pool }) =>
    applyOnce(pool, context, (client) => storeRebuildClass(client, context, request)),
  ),
  defineRoute(setRebuildStudents, (request, context, services) =>
    applyOnce(services.pool, context, (client) => changeRebuildStudents(client, context, services, request)),
  ),
  defineRoute(settleOrigin, settleListed),
];

/** What published scores mean for make-ups. */
export const makeupPolicies: readonly Policy[] = [keepMakeupCandidates, followOrigins];
