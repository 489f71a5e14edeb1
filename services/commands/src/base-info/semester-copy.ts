import pg from 'pg';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import { semesterFieldOf, setBySemester } from '@jwxt/contracts/base-info/semester-settings.ts';
import { columnOf, fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { lockRow, tableOf, type StoredRow } from '../kernel/resource-rows.ts';
import { openSemester } from './semester-turn.ts';

const name = pg.escapeIdentifier;

/** What was copied of one kind of settings; `there`: the semester had some already, and nothing was copied. */
type Copied = { readonly title: string; readonly copied: number; readonly there: number };

/**
 * Copies what is set for one semester to another, all times moved by the days between their beginnings. Kinds of which
 * the other semester has anything stay as they are: what somebody set already is never doubled.
 */
export async function copySemesterSettings(
  client: PoolClient,
  context: CommandContext,
  { from, to, names }: { from: string; to: string; names: readonly string[] },
): Promise<{ copies: Copied[] } | Refused> {
  if (from === to) return refuse('SEMESTER_SAME');
  const target = await openSemester(client, to);
  if (isRefused(target)) return target;
  const source = await lockRow(client, semester, from);
  if (!source) return refuse('NOT_FOUND');
  const days = Math.round((Date.parse(String(target['ksrq'])) - Date.parse(String(source.row['ksrq']))) / 86_400_000);
  const copies: Copied[] = [];
  for (const resource of setBySemester(allResources).filter((each) => names.includes(each.name)))
    copies.push(await copyOne(client, context, resource, { from, to, days }));
  return { copies };
}

async function copyOne(
  client: PoolClient,
  context: CommandContext,
  resource: Resource,
  { from, to, days }: { from: string; to: string; days: number },
): Promise<Copied> {
  const { fields, key, title, name: own, loggedAs = own } = resource;
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${own}`]);
  const of = fieldColumn(fields, semesterFieldOf(resource));
  const table = tableOf(resource);
  const { rowCount: there } = await client.query(`select from ${table} where ${name(of)} = $1`, [to]);
  if (there) return { title, copied: 0, there };
  const moved = Object.keys(fields)
    .filter((field) => fields[field]?.kind.type === 'time')
    .map((field) => fieldColumn(fields, field))
    .map((column) => `'${column}', stored.${name(column)} + make_interval(days => $2)`);
  const { rows } = await client.query<{ row: StoredRow }>(
    `select to_jsonb(stored) || jsonb_build_object(${moved.join(', ')}) as row, $2::int as days from ${table} stored
      where stored.${name(of)} = $1 ${'sfqy' in fields ? `and stored.sfqy = '1'` : ''}`,
    [from, days],
  );
  const keyColumn = columnOf(key);
  const copies = rows.map(({ row }) => ({
    ...row,
    [of]: to,
    [keyColumn]: derivedId(`${context.commandId}:${own}:${String(row[keyColumn])}`),
  }));
  await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(copies),
  ]);
  await logOperations(
    client,
    context,
    'create',
    loggedAs,
    copies.map((row) => ({ key: String(row[keyColumn]), before: null, after: row })),
  );
  return { title, copied: copies.length, there: 0 };
}
