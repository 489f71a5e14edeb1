import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { childRowsOf, childRowsSql, importFields } from '@jwxt/contracts/kernel/resource-import.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { fieldColumn, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from './command-context.ts';
import { followedOf, taken, unknownCodes } from './import-checks.ts';
import type { ItemDone } from './long-job.ts';
import { logOperations, type LoggedChange } from './operation-log.ts';
import { followers } from './resource-following.ts';
import { brokenFieldOf, lotsOf, type ResourceRules } from './resource-routes.ts';
import { columnsOf, keyOf, tableOf, type StoredRow } from './resource-rows.ts';
import { refuse, type Refused } from './refusal.ts';

/** Lines of a file, from one to another, to be stored or taken back together. */
export interface ImportPart {
  readonly resource: Resource;
  readonly rules: ResourceRules;
  readonly all: readonly Resource[];
  readonly runId: string;
  readonly from: number;
  readonly to: number;
  /** All of them or none. */
  readonly whole: boolean;
}
interface Line {
  readonly rowNo: number;
  readonly key: string | null;
  readonly version: string | null;
  readonly given: WireRow;
}
/** A line on its way into the table. */
interface Row {
  readonly line: Line;
  readonly key: string;
  readonly before: StoredRow | null;
  readonly values: WireRow;
  columns: StoredRow;
  after?: StoredRow;
  message?: string;
  /** What the message says, field by field. */
  errors?: readonly FieldError[];
}

/** Stores lines as if one by one, with checks, operation log and what follows, but by one statement for all. */
export async function storeLines(
  client: PoolClient,
  context: CommandContext,
  part: ImportPart,
): Promise<ItemDone | Refused> {
  const { resource, rules, all } = part;
  // As the commands of the resource do: what no two rows may share is looked for before it is stored.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${resource.name}`]);
  const rows = await rowsOf(client, part);
  for (const together of lotsOf(rows, rules.inTurn, ({ values }, by) => values[by])) {
    await checkRows(client, context, resource, rules, together);
    await storeRows(
      client,
      resource,
      together.filter(({ message }) => message === undefined),
    );
  }
  const wrong = rows.find(({ message }) => message !== undefined);
  if (part.whole && wrong) return refuse('IMPORT_ROW_REFUSED', { row: wrong.line.rowNo, reason: wrong.message ?? '' });
  const stored = rows.filter(({ after }) => after !== undefined);
  await logRows(client, context, part, stored);
  const changed = stored.flatMap(({ before, key }) => (before === null ? [] : [key]));
  for (const { resource: follower, changes } of changed.length === 0
    ? []
    : await followers(client, resource, changed, all))
    await logOperations(client, context, 'update', follower, changes);
  await keepChanges(client, part.runId, rows);
  const refused = rows.length - stored.length;
  return {
    changed: stored.length > 0,
    message:
      `新增 ${String(stored.length - changed.length)} 条，修改 ${String(changed.length)} 条` +
      (refused > 0 ? `，${String(refused)} 条未能导入` : ''),
  };
}

/** The lines with the rows that are there, which stay locked. */
async function rowsOf(client: PoolClient, { resource, runId, from, to }: ImportPart): Promise<Row[]> {
  const { rows: lines } = await client.query<Line>(
    `select row_no as "rowNo", key, version, given from gateway.import_row
      where run_id = $1 and row_no between $2 and $3 and state in ('1', '2') order by row_no`,
    [runId, from, to],
  );
  const keyIn = (given: WireRow): unknown =>
    resource.keyOf
      ? resource.keyOf.map((name) => String(given[name])).join('/')
      : resource.key in resource.fields
        ? given[resource.key]
        : undefined;
  const { rows: there } = await client.query<{ key: string; row: StoredRow; version: string; children: WireRow }>(
    `select stored.${keyOf(resource)} as key, to_jsonb(stored) as row, stored.xmin::text as version,
      ${childRowsSql(resource)} as children
      from ${tableOf(resource)} stored
      where stored.${keyOf(resource)} = any($1) for update`,
    [lines.map(({ key, given }) => key ?? keyIn(given)).filter((key) => typeof key === 'string')],
  );
  const byKey = new Map(there.map((each) => [each.key, each]));
  return lines.map((line): Row => {
    const given = keyIn(line.given);
    const key = line.key ?? (typeof given === 'string' ? given : randomUUID());
    const known = byKey.get(key);
    const values = { ...childRowsOf(resource, known?.children), ...valuesOf(resource, known?.row, line) };
    const row = { line, key, before: known?.row ?? null, values, columns: {} };
    return (known?.version ?? null) === line.version
      ? row
      : { ...row, message: known ? '预览之后有人修改过，请重新导入' : '预览之后已被删除，请重新导入' };
  });
}

function valuesOf(resource: Resource, before: StoredRow | undefined, { given }: Line): WireRow {
  const there = importFields(resource).map(([name, field]) => [
    name,
    before ? toWire(field, before[fieldColumn(resource.fields, name)]) : (field.initial ?? null),
  ]);
  return { ...Object.fromEntries(there), ...given } as WireRow;
}

async function checkRows(
  client: PoolClient,
  context: CommandContext,
  resource: Resource,
  rules: ResourceRules,
  rows: readonly Row[],
): Promise<void> {
  const told = (row: Row, errors: readonly FieldError[]): void => {
    if (errors.length > 0) tell(resource, row, errors);
  };
  const open = (): Row[] => rows.filter(({ message }) => message === undefined);
  for (const row of open()) {
    const parsed = resource.values.safeParse(row.values);
    if (parsed.success) told(row, resource.check?.(parsed.data as never) ?? []);
    else
      told(
        row,
        parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })),
      );
  }
  const unknown = await unknownCodes(
    client,
    resource,
    open().map(({ values }) => values),
  );
  for (const row of open()) told(row, unknown(row.values));
  const followed = await followedOf(
    client,
    resource,
    open().map(({ values }) => values),
  );
  const many = await rules.checkMany?.(
    client,
    open().map(({ values }) => values),
  );
  for (const row of open()) {
    const derived = { ...followed(row.values), ...(await rules.derive?.(client, row.values, row.before, context)) };
    row.columns = columnsOf(resource, row.key, row.values, derived);
    const reason = row.before === null ? null : ((await rules.kept?.(client, row.before)) ?? null);
    if (reason !== null) row.message = reason;
    else if (many) told(row, many(row.values, row.before));
    else told(row, (await rules.check?.(client, row.values, row.before, context)) ?? []);
  }
  const isTaken = await taken(
    client,
    resource,
    open().map(({ columns }) => columns),
  );
  for (const row of open()) told(row, isTaken(row.key, row.columns));
}

function tell({ fields }: Resource, row: Row, errors: readonly FieldError[]): void {
  if (row.message !== undefined) return;
  row.message = errors.map(({ field, message }) => `${fields[field]?.label ?? field}：${message}`).join('；');
  row.errors = errors;
}

/** By one statement for those that are new and one for those that are there; one by one where the tables refuse one. */
async function storeRows(client: PoolClient, resource: Resource, rows: readonly Row[]): Promise<void> {
  for (const same of [rows.filter(({ before }) => before === null), rows.filter(({ before }) => before !== null)]) {
    if ((await tryRows(client, resource, same)) === null || same.length === 1) continue;
    for (const row of same) {
      delete row.message;
      delete row.errors;
    }
    for (const row of same) await tryRows(client, resource, [row]);
  }
}

async function tryRows(client: PoolClient, resource: Resource, rows: readonly Row[]): Promise<FieldError | null> {
  const [first] = rows;
  if (!first) return null;
  await client.query('savepoint import_rows');
  try {
    const names = Object.keys(first.columns).map((name) => pg.escapeIdentifier(name));
    const list = names.join(', ');
    const given = `jsonb_populate_recordset(null::${tableOf(resource)}, $1::jsonb)`;
    const { rows: stored } = await client.query<{ key: string; row: StoredRow }>(
      first.before === null
        ? `insert into ${tableOf(resource)} as stored (${list}) select ${list} from ${given}
            returning stored.${keyOf(resource)} as key, to_jsonb(stored) as row`
        : `update ${tableOf(resource)} stored set ${names.map((name) => `${name} = given.${name}`).join(', ')}
          from ${given} given
            where stored.${keyOf(resource)} = given.${keyOf(resource)}
            returning stored.${keyOf(resource)} as key, to_jsonb(stored) as row`,
      [JSON.stringify(rows.map(({ columns }) => columns))],
    );
    await client.query('release savepoint import_rows');
    const byKey = new Map(stored.map(({ key, row }) => [key, row]));
    for (const row of rows) {
      const after = byKey.get(row.key);
      if (after) row.after = after;
    }
    return null;
  } catch (error) {
    const broken = brokenFieldOf(resource, error);
    if (!broken) throw error;
    await client.query('rollback to savepoint import_rows');
    tell(resource, first, [broken]);
    return broken;
  }
}

async function logRows(
  client: PoolClient,
  context: CommandContext,
  { resource: { name, loggedAs = name }, rules }: ImportPart,
  rows: readonly Row[],
): Promise<void> {
  const changes = rows.map(({ key, before, after = null }): LoggedChange => ({ key, before, after }));
  await logOperations(
    client,
    context,
    'create',
    loggedAs,
    changes.filter(({ before }) => before === null),
  );
  await logOperations(
    client,
    context,
    'update',
    loggedAs,
    changes.filter(({ before }) => before !== null),
  );
  if (!rules.stored) return;
  for (const { after } of rows)
    await logOperations(client, context, 'update', loggedAs, after ? await rules.stored(client, after, context) : []);
}

/** What became of each line, for taking it back and for the person. */
async function keepChanges(client: PoolClient, runId: string, rows: readonly Row[]): Promise<void> {
  const kept = rows.map(({ line: { rowNo }, key, before, after = null, message = null, errors = null }) => ({
    row_no: rowNo,
    key,
    before,
    after,
    message,
    errors,
  }));
  await client.query(
    `insert into base.import_change (run_id, row_no, key, before, after, message, errors)
     select $1, given.row_no, given.key, given.before, given.after, given.message, given.errors
       from jsonb_to_recordset($2::jsonb)
         as given (row_no int, key text, before jsonb, after jsonb, message text, errors jsonb)`,
    [runId, JSON.stringify(kept)],
  );
}
