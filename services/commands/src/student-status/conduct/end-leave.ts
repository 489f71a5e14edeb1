import { leaveStatus, leaveStatusNames } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { lockRow, storeRow } from '../../kernel/resource-rows.ts';

/** A student is back from a leave that has begun (STUDENT-STATUS-35). */
export async function endLeave(
  client: PoolClient,
  context: CommandContext,
  leaveResultId: string,
): Promise<{ key: string } | Refused> {
  const known = await lockRow(client, leaveResult, leaveResultId);
  if (!known) return refuse('NOT_FOUND');
  const status = String(known.row['leave_status']) as keyof typeof leaveStatusNames;
  if (status !== leaveStatus.granted) return refuse('LEAVE_BACK', { status: leaveStatusNames[status] });
  if (Date.parse(String(known.row['begin_time'])) > Date.parse(context.time)) return refuse('LEAVE_NOT_BEGUN');
  const after = await storeRow(client, leaveResult, {
    key: leaveResultId,
    columns: { leave_status: leaveStatus.back, back_time: context.time },
    isNew: false,
  });
  await logOperations(client, context, 'update', leaveResult.name, [{ key: leaveResultId, before: known.row, after }]);
  return { key: leaveResultId };
}
