import { saveScopes } from '@jwxt/contracts/data-scope/data-scope.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { saveScopesOf } from './save-scopes.ts';

/** Commands of data scope: one change of rights at a time; what is remembered of them is forgotten. */
export const dataScopeRoutes: readonly CommandRoute[] = [
  defineRoute(saveScopes, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtext('access'))`);
      return await saveScopesOf(client, context, payload);
    });
    reference.forget();
    return done;
  }),
];
