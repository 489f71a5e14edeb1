import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { countUnfinished } from '@jwxt/infra/runtime/unfinished-sheets.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { isRefused, refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { lockRow, type StoredRow } from '../kernel/resource-rows.ts';

/** Makes a semester the current one; the one before is no longer (BASE-DATA-16). */
export async function turnSemester(
  client: PoolClient,
  context: CommandContext,
  key: string,
): Promise<{ key: string } | Refused> {
  const row = await openSemester(client, key);
  if (isRefused(row)) return row;
  if (row['sfqy'] !== yesNo.yes) return refuse('SEMESTER_STOPPED', { name: String(row['xnxqmc']) });
  const { rows: before } = await client.query<{ row: StoredRow }>(
    `select to_jsonb(semester) as row from base.semester where sfdqxq = '1' for update`,
  );
  await client.query(`update base.semester set sfdqxq = '0' where sfdqxq = '1'`);
  await client.query(`update base.semester set sfdqxq = '1' where xnxq = $1`, [key]);
  const changed = (each: StoredRow, sfdqxq: string): LoggedChange => ({
    key: String(each['xnxq']),
    before: each,
    after: { ...each, sfdqxq },
  });
  await logOperations(client, context, 'setCurrent', semester.name, [
    ...before.filter((each) => each.row['xnxq'] !== key).map((each) => changed(each.row, yesNo.no)),
    changed(row, yesNo.yes),
  ]);
  return { key };
}

/**
 * Closes a semester that is over and not the current one. Whoever leaves scores behind that were never handed in says
 * why, in the operation log.
 */
export async function closeSemester(
  client: PoolClient,
  context: CommandContext,
  { key, reason }: { key: string; reason: string },
): Promise<{ key: string } | Refused> {
  const row = await openSemester(client, key);
  if (isRefused(row)) return row;
  const name = String(row['xnxqmc']);
  if (row['sfdqxq'] === yesNo.yes) return refuse('SEMESTER_CURRENT', { name });
  const last = String(row['jsrq']);
  if (last >= toDateTimeText(context.time).slice(0, 10)) return refuse('SEMESTER_NOT_OVER', { name, date: last });
  const count = (await countUnfinished(client, key)).reduce((all, { n }) => all + n, 0);
  if (count > 0 && reason === '') return refuseField('SEMESTER_UNFINISHED', { name, count }, 'reason');
  await client.query(`update base.semester set sfgd = '1' where xnxq = $1`, [key]);
  const left = count > 0 ? { unfinished: count, reason } : {};
  await logOperations(client, context, 'archive', semester.name, [
    { key, before: row, after: { ...row, sfgd: yesNo.yes, ...left } },
  ]);
  return { key };
}

/** A semester that is not archived, locked. */
export async function openSemester(client: PoolClient, key: string): Promise<StoredRow | Refused> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${semester.name}`]);
  const known = await lockRow(client, semester, key);
  if (!known) return refuse('NOT_FOUND');
  return known.row['sfgd'] === yesNo.yes
    ? refuse('SEMESTER_ARCHIVED', { name: String(known.row['xnxqmc']) })
    : known.row;
}
