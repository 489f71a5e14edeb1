import type { ErasureBasis, PersonKey } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import { READ_MODEL_REQUEST_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { codesOf, conditionOf, findErasable, rowsOfKind, type RowOwner } from '@jwxt/infra/runtime/erased-rows.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { endSessionsOf } from '../../access/shared/end-sessions.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/** Whom and on what ground. `erasureId`: of one that was done before, and is done again after a restore. */
export interface Erasure extends PersonKey {
  readonly erasureId: string;
  readonly basis: ErasureBasis;
  readonly reason: string;
}

/** What an erasure did. */
export interface Erased extends PersonKey {
  readonly erasureId: string;
}

/**
 * Erases a person in one transaction: destroys his keys, removes what is personal from all rows, ends his account and
 * asks for all read models to be built anew from a history that no longer tells of him. Done twice is done once.
 * `again`: it was done before a restore, so nobody asks whether he has left.
 */
export async function erasePerson(
  client: PoolClient,
  context: CommandContext,
  { erasureId, kind, code, basis, reason }: Erasure,
  again = false,
): Promise<Erased | Refused> {
  await client.query(`select pg_advisory_xact_lock(hashtext('person erasure'), hashtext($1))`, [`${kind} ${code}`]);
  const before = await client.query<{ erasure_id: string }>(
    'select erasure_id from base.person_erasure where kind = $1 and code = $2',
    [kind, code],
  );
  if (before.rows[0]) return { erasureId: before.rows[0].erasure_id, kind, code };
  const person = await findErasable(client, { kind, code });
  if (!person && !again) return refuse('NOT_FOUND');
  if (person && !again && !person.hasLeft) return refuse('PERSON_NOT_LEFT');
  const codes = await codesOf(client, { kind, code }, person?.number);
  const keys = await destroyKeys(client, context, codes);
  const rows: { title: string; count: number }[] = [];
  await endSessionsOf(client, context, codes.account);
  // The operation log and backups of figures, which are only added to, give way to this alone.
  await client.query(`select set_config('jwxt.erasing', 'on', true)`);
  for (const one of rowsOfKind(kind)) {
    const condition = conditionOf(one);
    const values = Object.entries(one.set ?? {}).map(([column, value]) => `${column} = ${value}`);
    const { rowCount } = await client.query(
      one.set === null
        ? `delete from ${one.table} where ${condition}`
        : `update ${one.table} set ${values.join(', ')} where ${condition}`,
      [codes[one.of]],
    );
    if (rowCount) rows.push({ title: one.title, count: rowCount });
  }
  await client.query(`select set_config('jwxt.erasing', '', true)`);
  await client.query(
    `insert into base.person_erasure (kind, code, erasure_id, basis, reason, erased_at, erased_by, erased_by_name,
        confirmed_by, keys, rows) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      kind,
      code,
      erasureId,
      basis,
      reason,
      context.time,
      context.actor.userName,
      context.actor.name,
      context.confirmedBy ?? null,
      keys,
      JSON.stringify(rows),
    ],
  );
  await logOperations(client, context, 'erase', 'person', [
    { key: code, before: null, after: { kind, basis, reason } },
  ]);
  await rebuildAll(client, context);
  return { erasureId, kind, code };
}

/** Destroys the keys of a person, also those that nobody has made yet; answers how many there were. */
async function destroyKeys(
  client: PoolClient,
  context: CommandContext,
  codes: Readonly<Record<RowOwner, readonly string[]>>,
): Promise<number> {
  const wanted = Object.entries(codes).flatMap(([kind, list]) => list.map((code) => ({ kind, code })));
  const { rows } = await client.query<{ n: number }>(
    `with gone as (
       insert into base.person_key as key (key_id, kind, code, destroyed_at, destroyed_by)
       select 'never-made-' || substr(md5(random()::text), 1, 20), wanted.kind, wanted.code, $3, $4
         from unnest($1::text[], $2::text[]) as wanted (kind, code)
       on conflict (kind, code) do update set wrapped = null, master_id = null, destroyed_at = excluded.destroyed_at,
         destroyed_by = excluded.destroyed_by
         where key.destroyed_at is null
       returning key.key_id)
     select count(*) filter (where key_id not like 'never-made-%')::int as n from gone`,
    [wanted.map(({ kind }) => kind), wanted.map(({ code }) => code), context.time, context.actor.userName],
  );
  // A number is personal itself: its row stays, so that the key cannot be made again, under a name that says nothing.
  await client.query(`update base.person_key set code = 'erased ' || key_id where kind = 'number' and code = any($1)`, [
    codes.number,
  ]);
  return rows[0]?.n ?? 0;
}

/** Asks for every read model to be built anew: none has to be listed, so none is forgotten. */
async function rebuildAll(client: PoolClient, context: CommandContext): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `with model as (select name, bool_or(status = 'building') as building from projection.read_model group by name)
     insert into projection.request (name, kind, requested_by, requested_at)
     select name, kind, $1, $2 from (
       select name, 'cancel' as kind, 1 as n from model where building
       union all select name, 'rebuild', 2 from model order by n, name) as asked (name, kind, n)
     returning name`,
    [context.actor.userName, context.time],
  );
  await client.query('select pg_notify($1, $2)', [
    READ_MODEL_REQUEST_CHANNEL,
    [...new Set(rows.map(({ name }) => name))].join(','),
  ]);
}
