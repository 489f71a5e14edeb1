import { namedWithAccount } from '@jwxt/contracts/kernel/actor.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from './command-context.ts';

/** One changed row: what it was and what it is; null where it did not or does not exist. */
export interface LoggedChange {
  readonly key: string;
  readonly before: object | null;
  readonly after: object | null;
}

/**
 * Writes the operation log of a command in its transaction: who, how they came in, when, what was there before and
 * after.
 */
export async function logOperations(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  resource: string,
  changes: readonly LoggedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await client.query(
    `insert into base.operation_log (at, user_name, name, operation, resource, key, before, after, command_id,
        client_address, sign_in_way, sign_in_issued_by, permission_code, trace_id, confirmed_by,
        acted_for)
     select $1, $2, $3, $4, $5, change.key, change.before, change.after, $6, $7, $8, $9, $10, $11, $12,
        $13
       from jsonb_to_recordset($14::jsonb) as change (key text, before jsonb, after jsonb)`,
    [
      context.time,
      context.actor.userName,
      context.actor.name,
      operation,
      resource,
      context.commandId,
      context.clientAddress,
      context.signIn?.way ?? null,
      context.signIn?.issuedBy ?? null,
      context.permission,
      context.correlationId,
      context.confirmedBy ?? null,
      context.onBehalfOf ? namedWithAccount(context.onBehalfOf) : null,
      JSON.stringify(changes),
    ],
  );
}
