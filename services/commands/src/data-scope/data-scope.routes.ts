import { keepDataDimension, keepStudentDataDimension } from '@jwxt/contracts/data-scope/data-dimension.command.ts';
import { saveScopes } from '@jwxt/contracts/data-scope/data-scope.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { keepDimension } from './keep-dimensions.ts';
import { saveScopesOf } from './save-scopes.ts';

/** Commands of data scope: one change of rights at a time; what is remembered of them is forgotten. */
export const dataScopeRoutes: readonly CommandRoute[] = [
  defineRoute(keepDataDimension, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => keepDimension('data_dimension', 'dataDimension')(client, context, payload)),
  ),
  defineRoute(keepStudentDataDimension, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      keepDimension('student_data_dimension', 'studentDataDimension')(client, context, payload),
    ),
  ),
  defineRoute(saveScopes, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtext('access'))`);
      return await saveScopesOf(client, context, payload);
    });
    reference.forget();
    return done;
  }),
];
