import { READ_MODEL_REQUEST_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { readModelTitle } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

interface ModelState {
  readonly name: string;
  readonly building: boolean;
  /** Kinds of requests that no worker has taken yet. */
  readonly open: readonly string[];
}

/**
 * Asks the workers to rebuild read models. Of several, those that are being rebuilt already are passed over: whoever
 * asks may not have seen that yet, or not that it has ended. Refuses READ_MODEL_UNKNOWN, and REBUILD_RUNNING when none
 * is left. Answers those that will be rebuilt.
 */
export async function askForRebuild(
  client: PoolClient,
  context: CommandContext,
  names: readonly string[],
): Promise<{ names: string[] } | Refused> {
  const wanted: string[] = [];
  await lockRequests(client, names);
  for (const name of new Set(names)) {
    const model = await modelState(client, name);
    if (!model) return refuse('READ_MODEL_UNKNOWN', { name });
    if (model.building || model.open.includes('rebuild')) continue;
    await request(client, context, name, 'rebuild');
    wanted.push(name);
  }
  if (wanted.length === 0) return refuse('REBUILD_RUNNING', { name: readModelTitle(names[0] ?? '') });
  await tellWorkers(client, context, 'rebuild', wanted);
  return { names: wanted };
}

/**
 * Asks the workers to stop rebuilds; one that no worker has begun is withdrawn here. Of several, those that ended by
 * themselves meanwhile are passed over; refuses REBUILD_NOT_RUNNING when none runs. Answers those that are stopped.
 */
export async function askForCancel(
  client: PoolClient,
  context: CommandContext,
  names: readonly string[],
): Promise<{ names: string[] } | Refused> {
  const stopped: string[] = [];
  await lockRequests(client, names);
  for (const name of new Set(names)) {
    const model = await modelState(client, name);
    if (!model) return refuse('READ_MODEL_UNKNOWN', { name });
    if (!model.building && !model.open.includes('rebuild')) continue;
    await client.query(`delete from projection.request where name = $1 and kind = 'rebuild' and taken_at is null`, [
      name,
    ]);
    if (model.building && !model.open.includes('cancel')) await request(client, context, name, 'cancel');
    stopped.push(name);
  }
  if (stopped.length === 0) return refuse('REBUILD_NOT_RUNNING', { name: readModelTitle(names[0] ?? '') });
  await tellWorkers(client, context, 'cancel', stopped);
  return { names: stopped };
}

/** Asks the workers of read models that hold parked events to try them again. */
export async function askForReplay(client: PoolClient, context: CommandContext): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct parked.name from projection.parked
      where not exists (select 1 from projection.request open
        where open.name = parked.name and open.kind = 'replay' and open.taken_at is null)
      order by parked.name`,
  );
  const names = rows.map(({ name }) => name);
  for (const name of names) await request(client, context, name, 'replay');
  if (names.length > 0) await tellWorkers(client, context, 'replay', names);
  return names;
}

/**
 * Two people do not ask for the same at once. The rows of the read models are left alone: a worker holds them for as
 * long as a batch takes, and who asks for a stop would wait until there is nothing left to stop.
 */
async function lockRequests(client: PoolClient, names: readonly string[]): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock(hashtext('read model requests'), hashtext(name))
       from (select name from unnest($1::text[]) as wanted (name) order by name) as ordered`,
    [[...new Set(names)]],
  );
}

/** How a read model stands. */
async function modelState(client: PoolClient, name: string): Promise<ModelState | undefined> {
  const { rows } = await client.query<ModelState>(
    `select $1 as name, bool_or(model.status = 'building') as building,
            array(select kind from projection.request where name = $1 and taken_at is null) as open
       from projection.read_model model where model.name = $1 group by model.name`,
    [name],
  );
  return rows[0];
}

async function request(
  client: PoolClient,
  context: CommandContext,
  name: string,
  kind: 'rebuild' | 'cancel' | 'replay',
): Promise<void> {
  await client.query(
    'insert into projection.request (name, kind, requested_by, requested_at) values ($1, $2, $3, $4)',
    [name, kind, context.actor.userName, context.time],
  );
}

async function tellWorkers(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  names: readonly string[],
): Promise<void> {
  await logOperations(
    client,
    context,
    operation,
    'readModel',
    names.map((key) => ({ key, before: null, after: null })),
  );
  await client.query('select pg_notify($1, $2)', [READ_MODEL_REQUEST_CHANNEL, names.join(',')]);
}
