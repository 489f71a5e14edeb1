import { loadReference } from '@jwxt/contracts/system/system.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { loadRows } from './reference-load.ts';

/** Commands of reference data. */
export const baseInfoRoutes: readonly CommandRoute[] = [
  defineRoute(loadReference, async ({ resource, rows, standard }, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) =>
      loadRows(client, context, resource, rows, standard ?? false),
    );
    reference.forget();
    return done;
  }),
];
