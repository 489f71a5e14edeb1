import { operations } from '@jwxt/contracts/all-areas.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/**
 * Switches an operation of the API off or on (SYSADMIN-17); gateways hear of it with the commit. What is so already is
 * left so.
 */
export async function switchOneOperation(
  client: PoolClient,
  context: CommandContext,
  { operationId, notice }: { operationId: string; notice: string | null },
): Promise<{ operationName: string } | Refused> {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) return refuse('NOT_FOUND');
  const { summary: operationName, alwaysOn } = operation;
  if (notice !== null && alwaysOn !== undefined)
    return refuse('OPERATION_ALWAYS_ON', { operation: operationName, reason: alwaysOn });
  await client.query(`select pg_advisory_xact_lock(hashtext('base.operation_off'))`);
  const {
    rows: [off],
  } = await client.query<{ notice: string }>('select notice from base.operation_off where operation_id = $1', [
    operationId,
  ]);
  if (notice === (off?.notice ?? null)) return { operationName };
  if (notice === null) await client.query('delete from base.operation_off where operation_id = $1', [operationId]);
  else
    await client.query(
      `insert into base.operation_off (operation_id, notice, switched_by, switched_at) values ($1, $2, $3, $4)
       on conflict (operation_id) do update set notice = excluded.notice, switched_by = excluded.switched_by,
         switched_at = excluded.switched_at`,
      [operationId, notice, context.actor.userName, context.time],
    );
  const stateOf = (told: string | null) => ({
    operationName,
    sfqy: yesNoOf(told === null),
    notice: told,
  });
  await logOperations(client, context, notice === null ? 'enable' : 'disable', 'resources', [
    { key: operationId, before: stateOf(off?.notice ?? null), after: stateOf(notice) },
  ]);
  return { operationName };
}
