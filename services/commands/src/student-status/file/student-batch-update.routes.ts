import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { runBatch, undoBatch } from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute } from '../../kernel/command-route.ts';
import { beginImport, beginUndo } from '../../kernel/import-routes.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';

/** STUDENT-STATUS-09: a batch update is an import of students that says why; one run has one undo. */
export const batchUpdateRoutes = [
  defineRoute(runBatch, ({ runId, reason, fields, whole }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const begun = await beginImport(client, context, student, { runId, whole });
      if (isRefused(begun)) return begun;
      await client.query(
        `insert into base.student_batch_update (run_id, batch_fields, batch_reason, user_name, created_at)
          values ($1, $2, $3, $4, $5)`,
        [runId, fields, reason, context.actor.userName, context.time],
      );
      return begun;
    }),
  ),
  defineRoute(undoBatch, ({ runId }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const { rowCount } = await client.query('select from base.student_batch_update where run_id = $1', [runId]);
      return rowCount ? await beginUndo(client, context, student, runId) : refuse('NOT_FOUND');
    }),
  ),
];
