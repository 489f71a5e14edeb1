import pg from 'pg';
import { readModelSchema } from '@jwxt/contracts/kernel/read-model.ts';
import type { Pool, PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { samePlace, type Place } from './log-batch.ts';
import { replacedPayload, tell } from './notice.ts';
import { buildingSchema, type Projection } from './projection.ts';
import { createTableSql } from './table.ts';

/** One generation of a read model, as `projection.read_model` keeps it. */
export interface Generation {
  readonly name: string;
  readonly generation: number;
  readonly version: number;
  readonly status: 'building' | 'serving' | 'retired' | 'cancelled' | 'failed';
  readonly schema: string;
  readonly checkpoint: Place;
  readonly handled: number;
  /** It was complete once: a failed one that is goes on serving when its reader is repaired. */
  readonly wasComplete: boolean;
}

const selected = `name, generation, version, status, schema_name, commit_position::text, prepare_position::text,
  events_handled, caught_up_at is not null as was_complete`;

function toGeneration(row: Record<string, unknown>): Generation {
  const commit = BigInt(String(row.commit_position));
  return {
    name: String(row.name),
    generation: Number(row.generation),
    version: Number(row.version),
    status: row.status as Generation['status'],
    schema: String(row.schema_name),
    checkpoint: commit < 0n ? 'start' : { commit, prepare: BigInt(String(row.prepare_position)) },
    handled: Number(row.events_handled),
    wasComplete: row.was_complete === true,
  };
}

/**
 * The generation that stands where readers look: serving, stopped by a failure, or the first one while it is filled.
 */
export async function currentGeneration(db: Queryable, name: string): Promise<Generation | undefined> {
  return currentOf(await openGenerations(db, name), name);
}

/** The generation that a rebuild fills beside the serving one. */
export async function shadowGeneration(db: Queryable, name: string): Promise<Generation | undefined> {
  return shadowOf(await openGenerations(db, name), name);
}

/** Generations of one read model, or of all, that serve, are filled, or were stopped by a failure; the newest first. */
async function openGenerations(db: Queryable, name: string | null): Promise<Generation[]> {
  const { rows } = await db.query(
    `select ${selected} from projection.read_model
      where status in ('serving', 'failed', 'building') and ($1::text is null or name = $1) order by generation desc`,
    [name],
  );
  return rows.map((row) => toGeneration(row as Record<string, unknown>));
}

const currentOf = (generations: readonly Generation[], name: string): Generation | undefined =>
  generations.find((generation) => generation.name === name && generation.schema === readModelSchema(name));
const shadowOf = (generations: readonly Generation[], name: string): Generation | undefined =>
  generations.find(
    (generation) =>
      generation.name === name && generation.status === 'building' && generation.schema !== readModelSchema(name),
  );

/** What a read model looks at again and again to see whether there is something to do. */
export interface GenerationLook {
  /** See {@link currentGeneration}. */
  readonly current: Generation | undefined;
  /** See {@link shadowGeneration}. */
  readonly shadow: Generation | undefined;
}

/**
 * Looks at the generations for all read models of a worker with one question: who comes while one is under way shares
 * the next. What is answered was read after it was asked for.
 */
export function createGenerationLooks(db: Queryable): (name: string) => Promise<GenerationLook> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Generation[]> | undefined;
  const ask = async (): Promise<Generation[]> => {
    await underWay;
    next = undefined;
    const asked = openGenerations(db, null);
    underWay = asked.catch(() => undefined);
    return await asked;
  };
  return async (name) => {
    const generations = await (next ??= ask());
    return { current: currentOf(generations, name), shadow: shadowOf(generations, name) };
  };
}

/** Locks a generation for this transaction and reads it afresh. */
export async function lockGeneration(
  client: PoolClient,
  name: string,
  generation: number,
): Promise<Generation | undefined> {
  const { rows } = await client.query(
    `select ${selected} from projection.read_model where name = $1 and generation = $2 for update`,
    [name, generation],
  );
  return rows[0] && toGeneration(rows[0] as Record<string, unknown>);
}

/** A generation under the lock of this transaction. */
export interface LockedGeneration extends Generation {
  /**
   * Another text after each transaction that wrote to the generation: who finds the own one knows that nobody else has
   * written.
   */
  readonly stamp: string;
}

/** Locks some generations for this transaction and reads them afresh, by name. Those that do not exist are absent. */
export async function lockGenerations(
  client: PoolClient,
  generations: readonly Generation[],
): Promise<Map<string, LockedGeneration>> {
  const { rows } = await client.query({
    name: 'lock_generations',
    text: `select ${selected}, model.xmin::text as stamp
      from projection.read_model model join unnest($1::text[], $2::int[]) as given (name, generation) using (name,
        generation)
      order by name for update of model`,
    values: [generations.map(({ name }) => name), generations.map(({ generation }) => generation)],
  });
  return new Map(
    (rows as Record<string, unknown>[]).map((row) => [
      String(row.name),
      { ...toGeneration(row), stamp: String(row.stamp) },
    ]),
  );
}

/**
 * Makes the tables of a new generation and its row: in place when the read model is new, beside the serving one
 * otherwise. Requests for a rebuild are met by it, and are taken with it: a quick one must not end before its request
 * does. Null when one is already being built.
 */
export async function createGeneration(
  pool: Pool,
  projection: Projection,
  requestedBy: string,
): Promise<Generation | null> {
  return await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('read model generations'), hashtext($1))", [
      projection.name,
    ]);
    const { rows: known } = await client.query<{ last: number; building: boolean; fresh: boolean }>(
      `select coalesce(max(generation), 0) as last, coalesce(bool_or(status = 'building'), false) as building,
         not coalesce(bool_or(schema_name = $2 and status in ('serving', 'failed')), false) as fresh
         from projection.read_model where name = $1`,
      [projection.name, readModelSchema(projection.name)],
    );
    const { last, building, fresh } = known[0]!;
    if (building) return null;
    const generation = last + 1;
    const schema = fresh ? readModelSchema(projection.name) : buildingSchema(projection.name, generation);
    await client.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade;
      create schema ${pg.escapeIdentifier(schema)};
      ${projection.tables.map((table) => createTableSql(schema, table as never)).join('\n')}`);
    const { rows } = await client.query(
      `insert into projection.read_model (name, generation, version, status, schema_name, started_at, updated_at,
          requested_by)
       values ($1, $2, $3, 'building', $4, now(), now(), $5) returning ${selected}`,
      [projection.name, generation, projection.version, schema, requestedBy],
    );
    await client.query(
      "update projection.request set taken_at = now() where name = $1 and kind = 'rebuild' and taken_at is null",
      [projection.name],
    );
    return toGeneration(rows[0] as Record<string, unknown>);
  });
}

/**
 * Sets the status of a generation that is not to serve any more, and why. Answers false when it has another status by
 * now.
 */
export async function endGeneration(
  db: Queryable,
  generation: Generation,
  status: 'cancelled' | 'failed',
  failure: string | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update projection.read_model set status = $3, failure = $4, speed = null, updated_at = now()
      where name = $1 and generation = $2 and status in ('building', 'serving')`,
    [generation.name, generation.generation, status, failure],
  );
  return rowCount === 1;
}

/** Lets a generation that a failure stopped go on: as serving when it was complete, else as building. */
export async function reviveGeneration(db: Queryable, generation: Generation): Promise<void> {
  await db.query(
    `update projection.read_model set status = $3, failure = null, updated_at = now()
      where name = $1 and generation = $2 and status = 'failed'`,
    [generation.name, generation.generation, generation.wasComplete ? 'serving' : 'building'],
  );
}

/** The first generation is complete: from now on it serves. */
export async function startServing(db: Queryable, { name, generation }: Generation): Promise<void> {
  const { rows } = await db.query(
    `update projection.read_model set status = 'serving', caught_up_at = now(), updated_at = now(), speed = null
       where name = $1 and generation = $2 and status = 'building' returning ${selected}`,
    [name, generation],
  );
  const { checkpoint } = rows[0] ? toGeneration(rows[0] as Record<string, unknown>) : { checkpoint: 'start' as const };
  if (checkpoint !== 'start') await tell(db, replacedPayload(name, checkpoint));
}

/**
 * Puts the built generation in the place of the serving one, in one transaction: readers see the one or the other,
 * never neither. `reached` is how far both have handled the log. Answers the generation as it serves now, or null when
 * the build was cancelled meanwhile.
 */
export async function swapGenerations(pool: Pool, built: Generation, reached: Place): Promise<Generation | null> {
  const serving = readModelSchema(built.name);
  return await inTransaction(pool, async (client) => {
    await client.query('select 1 from projection.read_model where name = $1 order by generation for update', [
      built.name,
    ]);
    const now = await lockGeneration(client, built.name, built.generation);
    if (now?.status !== 'building') return null;
    const old = await currentGeneration(client, built.name);
    if (old) {
      const aside = `${serving}__old${old.generation}`;
      await client.query(`alter schema ${pg.escapeIdentifier(serving)} rename to ${pg.escapeIdentifier(aside)}`);
      await client.query(
        `update projection.read_model set status = 'retired', schema_name = $3, updated_at = now()
          where name = $1 and generation = $2`,
        [built.name, old.generation, aside],
      );
      await client.query('delete from projection.parked where name = $1 and generation = $2', [
        built.name,
        old.generation,
      ]);
    }
    await client.query(`alter schema ${pg.escapeIdentifier(now.schema)} rename to ${pg.escapeIdentifier(serving)}`);
    const { rows } = await client.query(
      `update projection.read_model
        set status = 'serving', schema_name = $3, commit_position = $4, prepare_position = $5, events_total = null,
          speed = null,
         caught_up_at = now(), updated_at = now(), events_handled = coalesce($6, events_handled)
         where name = $1 and generation = $2 returning ${selected}`,
      // At the same place as the old one, the new one has handled as many events, read or not.
      [
        built.name,
        built.generation,
        serving,
        ...placeColumns(reached),
        old?.status === 'serving' && samePlace(old.checkpoint, reached) ? old.handled : null,
      ],
    );
    if (reached !== 'start') await tell(client, replacedPayload(built.name, reached));
    return toGeneration(rows[0] as Record<string, unknown>);
  });
}

/** Drops the schemas that no generation needs any more: retired, cancelled or failed builds. */
export async function dropLeftovers(pool: Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ schema: string }>(
    `select namespace.nspname as schema from pg_namespace namespace
      where starts_with(namespace.nspname, $1) and not exists (
       select 1 from projection.read_model model where model.schema_name = namespace.nspname
         and model.status in ('building', 'serving'))`,
    [`${readModelSchema(name)}__`],
  );
  for (const { schema } of rows) await pool.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`);
}

/** A place as the two numeric columns; the beginning is -1. */
export function placeColumns(place: Place): [string, string] {
  return place === 'start' ? ['-1', '-1'] : [String(place.commit), String(place.prepare)];
}
