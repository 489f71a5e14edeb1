import type { Pool } from 'pg';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandDone } from './command-route.ts';
import { isRefused, refuse, type Refused } from './refusal.ts';

/** Undoes the transaction of a command that turned out to be refused. */
class RollBack extends Error {
  readonly outcome: Refused;

  constructor(outcome: Refused) {
    super('refused');
    this.outcome = outcome;
  }
}

/**
 * Carries out a command on rows once, in one transaction: `work` writes the rows and their operation log. The same command again
 * answers its first result; another command under its id is COMMAND_REUSED; a refusal leaves nothing behind.
 */
export async function applyOnce<R>(
  pool: Pool, context: CommandContext, work: (client: PoolClient) => Promise<R | Refused>,
): Promise<CommandDone<R> | Refused> {
  try {
    return await inTransaction(pool, async (client) => {
      // A second one with the same id waits here until the first has ended.
      const claimed = await client.query(
        `insert into base.applied_command (command_id, name, result, at) values ($1, $2, 'null', $3) on conflict do nothing`,
        [context.commandId, context.command, context.time],
      );
      if (claimed.rowCount === 0) return await firstOutcome<R>(client, context);
      const result = await work(client);
      if (isRefused(result)) throw new RollBack(result);
      await client.query('update base.applied_command set result = $2 where command_id = $1', [context.commandId, JSON.stringify(result)]);
      return { result, position: null };
    });
  } catch (error) {
    if (error instanceof RollBack) return error.outcome;
    throw error;
  }
}

async function firstOutcome<R>(client: PoolClient, context: CommandContext): Promise<CommandDone<R> | Refused> {
  const { rows } = await client.query<{ name: string; result: R }>(
    'select name, result from base.applied_command where command_id = $1', [context.commandId],
  );
  const first = rows[0];
  return first?.name === context.command ? { result: first.result, position: null } : refuse('COMMAND_REUSED');
}
