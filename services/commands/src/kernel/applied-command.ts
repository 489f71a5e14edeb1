import type { Pool } from 'pg';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandDone } from './command-route.ts';
import { isSameCommand } from './fingerprint.ts';
import { gatherReads } from './gathered-reads.ts';
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
 * Carries out a command on rows once, in one transaction: `work` writes the rows and their operation log. The same
 * command again answers its first result; another command under its id is COMMAND_REUSED; a refusal leaves nothing
 * behind.
 */
export async function applyOnce<R>(
  pool: Pool,
  context: CommandContext,
  work: (client: PoolClient) => Promise<R | Refused>,
): Promise<CommandDone<R> | Refused> {
  try {
    return await inTransaction(pool, async (client) => {
      // A second one with the same id waits here until the first has ended.
      const claimed = await client.query(
        `insert into base.applied_command as known (command_id, name, result, at) values ($1, $2, 'null', now())
           on conflict (command_id) do update set on_stream = false
           where known.on_stream and known.name = excluded.name`,
        [context.commandId, context.command],
      );
      if (claimed.rowCount === 0) return await firstOutcome<R>(client, context);
      const result = await work(client);
      if (isRefused(result)) throw new RollBack(result);
      await client.query('update base.applied_command set result = $2 where command_id = $1', [
        context.commandId,
        JSON.stringify(result),
      ]);
      return { result, position: null };
    });
  } catch (error) {
    if (error instanceof RollBack) return error.outcome;
    throw error;
  }
}

async function firstOutcome<R>(client: PoolClient, context: CommandContext): Promise<CommandDone<R> | Refused> {
  const { rows } = await client.query<{ name: string; result: R }>(
    'select name, result from base.applied_command where command_id = $1',
    [context.commandId],
  );
  const first = rows[0];
  return first && isSameCommand(first.name, context.command)
    ? { result: first.result, position: null }
    : refuse('COMMAND_REUSED');
}

/**
 * Whether this command, of this content and person, was begun before: it may have been accepted, and is then answered
 * as it was.
 */
export async function isKnownCommand(pool: Pool, { commandId, command }: CommandContext): Promise<boolean> {
  const { rowCount } = await pool.query('select from base.applied_command where command_id = $1 and name = $2', [
    commandId,
    command,
  ]);
  return rowCount === 1;
}

/**
 * Takes the ids of commands that are about to write to streams, many with one statement; false when another command
 * (another kind, content or person) has the id. What happens to one id on one stream is decided there: this holds
 * across streams. It need not be on disk before the events are: what it keeps apart would only be two commands.
 */
export function claimCommands(pool: Pool): (context: CommandContext) => Promise<boolean> {
  return gatherReads<CommandContext, boolean>(async (contexts) => {
    // One order everywhere: two services that take the same ids wait for each other, never both.
    const sorted = contexts.toSorted((a, b) => (a.commandId < b.commandId ? -1 : 1));
    const [ids, names] = [sorted.map((one) => one.commandId), sorted.map((one) => one.command)];
    const { rows } = await pool.query<{ id: string }>({
      name: 'claim-commands',
      text: `with quick as (select set_config('synchronous_commit', 'off', true)),
              taken as (insert into base.applied_command (command_id, name, result, at, on_stream)
                        select given.id, given.name, 'null', now(), true
                        from quick, unnest($1::text[], $2::text[]) as given (id, name)
                        on conflict do nothing returning command_id)
             select command_id as id from taken`,
      values: [ids, names],
    });
    const taken = new Set(rows.map(({ id }) => id));
    const others = ids.filter((id) => !taken.has(id));
    const known =
      others.length === 0
        ? []
        : (
            await pool.query<{ id: string; name: string }>({
              name: 'claimed-commands',
              text: 'select command_id as id, name from base.applied_command where command_id = any($1)',
              values: [others],
            })
          ).rows;
    const nameOf = new Map(known.map(({ id, name }) => [id, name]));
    // Of two that ask together for a new id the first has it.
    for (const { commandId, command } of sorted)
      if (taken.has(commandId) && !nameOf.has(commandId)) nameOf.set(commandId, command);
    return contexts.map(({ commandId, command }) => nameOf.get(commandId) === command);
  });
}
