import { leaveStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { lockRow, storeRow } from '../../kernel/resource-rows.ts';

/**
 * Ends the leave of somebody who has left the classes (STUDENT-STATUS-16, 35): what has begun is over, what has not is
 * taken back. One that is not in force any more is left.
 */
export async function closeLeave(client: PoolClient, context: CommandContext, leaveResultId: string): Promise<void> {
  const known = await lockRow(client, leaveResult, leaveResultId);
  if (known?.row['leave_status'] !== leaveStatus.granted) return;
  const begun = Date.parse(String(known.row['begin_time'])) <= Date.parse(context.time);
  const after = await storeRow(client, leaveResult, {
    key: leaveResultId,
    columns: begun
      ? { leave_status: leaveStatus.back, back_time: context.time }
      : { leave_status: leaveStatus.revoked },
    isNew: false,
  });
  await logOperations(client, context, 'update', leaveResult.name, [{ key: leaveResultId, before: known.row, after }]);
}
