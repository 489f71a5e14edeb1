import { backFromLeave, computeStudyScores } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import {
  appealPunishment,
  decideAppeal,
  deliverPunishment,
  removePunishment,
  revokePunishment,
} from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { computeStudy } from './compute-study.ts';
import { endLeave } from './end-leave.ts';
import { changePunishment } from './punishment-row.ts';

/** Commands of rewards, punishments, leave and yearly grades besides those of their rows. */
export const conductRoutes: readonly CommandRoute[] = [
  defineRoute(deliverPunishment, ({ punishmentId, deliverDate }, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      changePunishment(client, context, punishmentId, { type: 'deliver', deliverDate }),
    ),
  ),
  defineRoute(appealPunishment, ({ punishmentId, appealText }, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      changePunishment(client, context, punishmentId, { type: 'appeal', appealText }, context.actor.studentCode),
    ),
  ),
  defineRoute(decideAppeal, ({ punishmentId, punishName, months, ...decided }, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      changePunishment(client, context, punishmentId, {
        type: 'decideAppeal',
        ...decided,
        punishName: punishName ?? null,
        months: months ?? null,
      }),
    ),
  ),
  defineRoute(removePunishment, ({ punishmentId, endReason }, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      changePunishment(client, context, punishmentId, { type: 'remove', endReason }),
    ),
  ),
  defineRoute(revokePunishment, ({ punishmentId, endReason }, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      changePunishment(client, context, punishmentId, { type: 'revoke', endReason }),
    ),
  ),
  defineRoute(backFromLeave, ({ leaveResultId }, context, { pool }) =>
    applyOnce(pool, context, (client) => endLeave(client, context, leaveResultId)),
  ),
  defineRoute(computeStudyScores, ({ xnzj }, context, { pool }) =>
    applyOnce(pool, context, (client) => computeStudy(client, context, xnzj)),
  ),
];
