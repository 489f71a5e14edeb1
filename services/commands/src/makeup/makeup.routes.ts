import {
  addListed,
  generateMakeup,
  removeListed,
  saveRetakeClass,
  setRetakeStudents,
  settleOrigin,
  updateMakeup,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import {
  assignSignUps,
  groupSignUps,
  setSignUpsPaid,
  unassignSignUps,
} from '@jwxt/contracts/makeup/rebuild-sign-up.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute, type Policy } from '../kernel/command-route.ts';
import { addStudents } from './makeup-add.ts';
import { keepMakeupCandidates } from './makeup-candidates.policy.ts';
import { generateCourse } from './makeup-generate.ts';
import { followOrigins } from './makeup-origins.policy.ts';
import { removeStudents } from './makeup-remove.ts';
import { updateGroups } from './makeup-update.ts';
import { settleListed } from './settle-origin.ts';
import { groupIntoClasses } from './rebuild-group.ts';
import { assignToClass, notePaid, removeFromClasses } from './rebuild-sign-up.ts';
import { changeRetakeStudents, storeRetakeClass } from './retake-class.ts';

/** Lists of make-up and deferred exams, and retake classes. Setting up their sheets is the score area's part. */
export const makeupRoutes: readonly CommandRoute[] = [
  defineRoute(generateMakeup, generateCourse),
  defineRoute(updateMakeup, (request, context, { pool }) =>
    applyOnce(pool, context, (client) => updateGroups(client, context, request)),
  ),
  defineRoute(saveRetakeClass, (request, context, { pool }) =>
    applyOnce(pool, context, (client) => storeRetakeClass(client, context, request)),
  ),
  defineRoute(setRetakeStudents, (request, context, services) =>
    applyOnce(services.pool, context, (client) => changeRetakeStudents(client, context, services, request)),
  ),
  defineRoute(addListed, addStudents),
  defineRoute(removeListed, (request, context, services) =>
    applyOnce(services.pool, context, (client) => removeStudents(client, context, services, request)),
  ),
  defineRoute(settleOrigin, settleListed),
  defineRoute(assignSignUps, (request, context, services) =>
    applyOnce(services.pool, context, (client) => assignToClass(client, context, services, request)),
  ),
  defineRoute(unassignSignUps, (request, context, services) =>
    applyOnce(services.pool, context, (client) => removeFromClasses(client, context, services, request)),
  ),
  defineRoute(setSignUpsPaid, (request, context, { pool }) =>
    applyOnce(pool, context, (client) => notePaid(client, context, request)),
  ),
  defineRoute(groupSignUps, (request, context, services) =>
    applyOnce(services.pool, context, (client) => groupIntoClasses(client, context, services, request)),
  ),
];

/** What published scores mean for make-ups. */
export const makeupPolicies: readonly Policy[] = [keepMakeupCandidates, followOrigins];
