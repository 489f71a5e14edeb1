import { publishScoreRules } from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { publishRules } from './publish-rules.ts';

/** Commands of the settings of scores besides those of their rows. */
export const scoreSettingRoutes: readonly CommandRoute[] = [
  defineRoute(publishScoreRules, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => publishRules(client, context, payload));
    reference.forget();
    return done;
  }),
];
