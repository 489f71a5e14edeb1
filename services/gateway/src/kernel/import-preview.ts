import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { referenceTable, type Field, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import {
  childRowsOf,
  childRowsSql,
  importErrorCode,
  importFields,
  importKeyOf,
  importRowState,
  type ImportColumn,
  type ImportErrorCode,
  type ImportRowState,
} from '@jwxt/contracts/kernel/resource-import.ts';
import { columnOf, fieldColumn, shown, textOf, toStored, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { outOfReach } from './import-scope.ts';
import type { CellError, StagedRow } from './import-store.ts';
import { cellValue, createCodeBook, namesIn, type CodeBook } from './import-values.ts';
import { maskedValue } from './masked-value.ts';
import type { Principal } from './principal.ts';
import type { TableRow } from './read-table.ts';
import { validationMessage } from './validation-messages.ts';

/** Lines that are compared together: the event loop goes on between them. */
const TOGETHER = 1_000;

type Column = ImportColumn & { readonly field: string; readonly at: number; readonly declared: Field };
/** A line on its way: what it says, and the row that is there. */
interface Line {
  readonly row: TableRow;
  readonly given: Record<string, unknown>;
  readonly errors: CellError[];
  known?: Known | undefined;
}
interface Known {
  readonly row: Record<string, unknown>;
  readonly version: string;
  readonly children: WireRow;
}

/**
 * Compares the lines of a table with the rows that are there, within the scope of whoever brings them, under the right
 * to import or another `permission`.
 */
export async function compareTable(
  db: Queryable,
  user: Principal,
  resource: Resource,
  table: { readonly columns: readonly ImportColumn[]; readonly rows: readonly TableRow[] },
  permission?: PermissionCode,
): Promise<{ rows: StagedRow[]; notes: string[] }> {
  const columns = table.columns.flatMap((column, at): Column[] => {
    const declared = column.field === null ? undefined : resource.fields[column.field];
    return declared && column.field !== null ? [{ ...column, field: column.field, at, declared }] : [];
  });
  const codes = createCodeBook(db);
  const comparison: Comparison = { db, user, resource, permission, columns, codes, seen: new Map(), padded: 0 };
  const rows: StagedRow[] = [];
  for (let at = 0; at < table.rows.length; at += TOGETHER)
    rows.push(...(await compareLines(comparison, table.rows.slice(at, at + TOGETHER))));
  const { padded } = comparison;
  return { rows, notes: padded === 0 ? [] : [`${String(padded)} 个编号在文件中丢失了开头的 0，已按系统中的编号补上`] };
}

interface Comparison {
  readonly db: Queryable;
  readonly user: Principal;
  readonly resource: Resource;
  readonly permission: PermissionCode | undefined;
  readonly columns: readonly Column[];
  readonly codes: CodeBook;
  /** Rows of the file by what tells them apart. */
  readonly seen: Map<string, number>;
  padded: number;
}

async function compareLines(comparison: Comparison, rows: readonly TableRow[]): Promise<StagedRow[]> {
  const { db, user, resource, columns, codes } = comparison;
  for (const { field, declared, at } of columns)
    if (declared.kind.type === 'dictionary' || declared.kind.type === 'reference')
      await codes.load(
        field,
        declared,
        rows.flatMap(({ cells }) => namesIn(declared, cells[at] ?? '')),
      );
  const lines = rows.map((row) => {
    const line = lineOf(comparison, row);
    offerLine(comparison, line);
    return line;
  });
  await findKnown(comparison, lines);
  await loadOldNames(comparison, lines);
  const staged = lines.map((line) => ({ line, whole: wholeRow(resource, line) }));
  for (const { line, whole } of staged) checkRow(comparison, line, whole);
  const outside = await outOfReach(
    db,
    user,
    resource,
    staged.map(({ line, whole }) => ({ key: keyOf(resource, line), values: whole })),
    comparison.permission,
  );
  return staged.map(({ line }, at) => {
    if (outside.has(at))
      line.errors.push({
        letter: '',
        header: '',
        field: null,
        value: '',
        code: importErrorCode.outside,
        message: '超出您的数据权限范围',
      });
    return stagedRow(comparison, line);
  });
}

function lineOf({ columns, codes }: Comparison, row: TableRow): Line {
  const line: Line = { row, given: {}, errors: [] };
  for (const { field, declared, at, letter, header } of columns) {
    if (row.absent?.has(at)) continue;
    const text = row.cells[at] ?? '';
    if (declared.completed && text.trim() === '') continue;
    const broken = row.broken?.get(at);
    const read =
      broken === undefined
        ? cellValue(
            declared,
            text,
            (name) => codes.find(field, name),
            () => codes.choices(field),
          )
        : { message: broken, code: importErrorCode.value };
    const checked = 'value' in read ? declared.schema.safeParse(read.value, { error: validationMessage }) : null;
    if (checked?.success) line.given[field] = checked.data;
    else {
      const message = 'message' in read ? read.message : (checked?.error?.issues[0]?.message ?? '不正确');
      const code = 'code' in read ? read.code : importErrorCode.value;
      line.errors.push({ letter, header, field, value: text, code, message });
    }
  }
  return line;
}

/** Lines below may name this one where rows of the resource name each other by a code that people give: units. */
function offerLine({ resource, columns, codes }: Comparison, { given, errors }: Line): void {
  const code = given[resource.key];
  if (typeof code !== 'string' || errors.length > 0) return;
  for (const { field, declared } of columns)
    if (declared.kind.type === 'reference' && referenceTable(declared.kind.to).table === resource.table)
      codes.offer(field, { code, name: textOf(given[resource.called ?? resource.key]) });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The fields by which a line is told. */
function keysOf(resource: Resource, given: WireRow): readonly string[] {
  return importKeyOf(resource, (name) => isGiven(given[name]));
}

/** What tells rows apart; undefined where a part of it is wrong or empty. */
function tellingOf(resource: Resource, given: WireRow): string | undefined {
  const keys = keysOf(resource, given);
  return keys.some((name) => isGiven(given[name])) ? told(keys, (name) => given[name]) : undefined;
}

function told(names: readonly string[], partOf: (name: string) => unknown): string {
  return JSON.stringify(names.map((name) => [name, partOf(name) ?? null]));
}

async function findKnown(comparison: Comparison, lines: readonly Line[]): Promise<void> {
  const { db, resource } = comparison;
  // Where there are two ways to tell a row, both begin with the same field.
  const ways = [importKeyOf(resource), ...(resource.otherImportKey ? [resource.otherImportKey] : [])];
  const [first = ''] = ways[0] ?? [];
  const wanted = lines.map(({ given }) => given[first]).filter((value) => value !== undefined && value !== null);
  const found = await db.query<Known>(
    `select to_jsonb(stored) as row, stored.xmin::text as version, ${childRowsSql(resource)} as children
      from base.${resource.table} stored
      where stored.${fieldColumn(resource.fields, first)} = any($1)`,
    [wanted],
  );
  const partOf = (name: string, row: Known['row']): unknown => {
    const field = resource.fields[name];
    return field ? toWire(field, row[fieldColumn(resource.fields, name)]) : null;
  };
  const byKey = new Map(
    found.rows.flatMap((known) => ways.map((names) => [told(names, (name) => partOf(name, known.row)), known])),
  );
  await repairZeros(comparison, lines, byKey);
  for (const line of lines) {
    const telling = tellingOf(resource, line.given);
    // A part that is wrong says nothing: two lines with one are not therefore the same.
    const keys = keysOf(resource, line.given);
    if (telling === undefined || line.errors.some(({ field }) => field !== null && keys.includes(field))) continue;
    line.known = byKey.get(telling);
    const other = comparison.seen.get(telling);
    if (other === undefined) comparison.seen.set(telling, line.row.number);
    else line.errors.push(keyError(comparison, line, importErrorCode.twice, `与第 ${String(other)} 行重复`));
  }
}

/** Codes that stand in a file as numbers have lost their zeros: where one row has the code with them, it is meant. */
async function repairZeros(comparison: Comparison, lines: readonly Line[], byKey: Map<string, Known>): Promise<void> {
  const { db, resource, columns } = comparison;
  const names = importKeyOf(resource);
  const [name = ''] = names;
  const column = columns.find(({ field }) => field === name);
  if (names.length !== 1 || column?.declared.kind.type !== 'text') return;
  const lost = lines.filter(
    ({ row, given }) => row.numeric.includes(column.at) && !byKey.has(told(names, (each) => given[each])),
  );
  if (lost.length === 0) return;
  const stored = fieldColumn(resource.fields, name);
  const { rows } = await db.query<Known & { short: string }>(
    `select to_jsonb(stored) as row, stored.xmin::text as version, ltrim(stored.${stored}, '0') as short,
        ${childRowsSql(resource)} as children
      from base.${resource.table} stored
      where stored.${stored} like '0%' and ltrim(stored.${stored}, '0') = any($1)`,
    [lost.map(({ given }) => textOf(given[name]))],
  );
  const byShort = Map.groupBy(rows, ({ short }) => short);
  for (const line of lost) {
    const found = byShort.get(textOf(line.given[name])) ?? [];
    if (found.length > 1)
      line.errors.push(
        keyError(
          comparison,
          line,
          importErrorCode.ambiguous,
          '丢失了开头的 0，系统中有多个可能的编号，请把单元格设为文本后重填',
        ),
      );
    if (found.length !== 1 || !found[0]) continue;
    comparison.padded += 1;
    line.given[name] = found[0].row[stored];
    byKey.set(
      told(names, (each) => line.given[each]),
      found[0],
    );
  }
}

function keyError({ resource, columns }: Comparison, line: Line, code: ImportErrorCode, message: string): CellError {
  const [field = ''] = importKeyOf(resource);
  return cellError({ resource, columns }, line, { field, code, message });
}

function cellError(
  { resource, columns }: Pick<Comparison, 'resource' | 'columns'>,
  { row }: Line,
  { field, code, message }: Pick<CellError, 'code' | 'message'> & { readonly field: string },
): CellError {
  const column = columns.find((each) => each.field === field);
  const header = column?.header ?? resource.fields[field]?.label ?? field;
  const value = column ? (row.cells[column.at] ?? '') : '';
  return { letter: column?.letter ?? '', header, field, value, code, message };
}

/** Names of the codes that stand in the rows that are there: differences are shown in words. */
async function loadOldNames({ columns, codes, resource }: Comparison, lines: readonly Line[]): Promise<void> {
  for (const { field, declared } of columns)
    if (declared.kind.type === 'dictionary' || declared.kind.type === 'reference')
      await codes.load(
        field,
        declared,
        lines.flatMap(({ known }) => [known?.row[fieldColumn(resource.fields, field)] ?? []].flat().map(String)),
      );
}

/** The row as it would be: what is there or what a new one starts with, and what the line says. */
function wholeRow(resource: Resource, { given, known }: Line): WireRow {
  return {
    ...childRowsOf(resource, known?.children),
    ...Object.fromEntries(
      importFields(resource).map(([name, field]) => [
        name,
        known ? toWire(field, known.row[fieldColumn(resource.fields, name)]) : (field.initial ?? null),
      ]),
    ),
    ...given,
  };
}

function checkRow({ resource, columns }: Comparison, line: Line, whole: WireRow): void {
  const { errors, row } = line;
  const told = (field: string, code: ImportErrorCode, message: string): void => {
    errors.push(cellError({ resource, columns }, line, { field, code, message }));
  };
  const keys = keysOf(resource, line.given);
  // Without what tells it apart, nobody knows whether it is new.
  const isNew = !line.known && tellingOf(resource, line.given) !== undefined;
  const given = new Set(columns.filter(({ at }) => !row.absent?.has(at)).map(({ field }) => field));
  for (const [name, { required, fixed, label }] of importFields(resource)) {
    if (row.absent && keys.includes(name) && !given.has(name))
      told(name, importErrorCode.missing, `缺少${label}：按它对应已有的数据`);
    else if (required && isNew && !given.has(name) && whole[name] === null)
      told(name, importErrorCode.missing, `新增时必填，${row.absent ? '没有给出' : '文件中没有这一列'}`);
    if (fixed && line.known && isChanged(resource, line, name)) told(name, importErrorCode.fixed, `${label}不能修改`);
  }
  if (errors.length > 0) return;
  for (const { field, message } of checkOf(resource, whole)) told(field, importErrorCode.refused, message);
}

function checkOf(resource: Resource, whole: WireRow): readonly FieldError[] {
  return resource.check?.(whole as never) ?? [];
}

function isChanged(resource: Resource, { given, known }: Line, name: string): boolean {
  const field = resource.fields[name];
  if (!field || !known || !(name in given)) return false;
  const before = toStored(field, toWire(field, known.row[fieldColumn(resource.fields, name)]));
  return JSON.stringify(before) !== JSON.stringify(toStored(field, given[name]));
}

function keyOf(resource: Resource, { known }: Line): string | null {
  return known ? textOf(known.row[columnOf(resource.key)]) : null;
}

function stagedRow(comparison: Comparison, line: Line): StagedRow {
  const { resource, columns } = comparison;
  const { row, given, known, errors } = line;
  const changed = known ? columns.filter(({ field }) => isChanged(resource, line, field)) : columns;
  const state: ImportRowState =
    errors.length > 0
      ? importRowState.wrong
      : known === undefined
        ? importRowState.added
        : changed.length > 0
          ? importRowState.changed
          : importRowState.unchanged;
  const [telling = ''] = keysOf(resource, given);
  const names = [...new Set([telling, resource.called ?? telling])];
  return {
    rowNo: row.number,
    state,
    called: names
      .map((name) => inWords(comparison, name, given[name]))
      .filter((text) => text !== '')
      .join(' '),
    key: keyOf(resource, line),
    version: known?.version ?? null,
    cells: row.cells,
    given,
    changes:
      state === importRowState.changed && known
        ? changed.map(({ field, declared }) => ({
            label: declared.label,
            // Who brings a file, or looks at it later, need not be one of those who may see what is personal.
            before: declared.personal
              ? '***'
              : inWords(comparison, field, toWire(declared, known.row[fieldColumn(resource.fields, field)])),
            after: declared.personal
              ? maskedValue(declared.personal, inWords(comparison, field, given[field]))
              : inWords(comparison, field, given[field]),
          }))
        : [],
    errors,
  };
}

/** A value in words. */
function inWords({ resource, codes }: Comparison, name: string, value: unknown): string {
  const field = resource.fields[name];
  if (!field || value === undefined) return '';
  const { kind } = field;
  if (kind.type === 'choice') return kind.options[textOf(value)] ?? textOf(value);
  if (kind.type === 'dictionary' || kind.type === 'reference')
    return value === null || (Array.isArray(value) && value.length === 0)
      ? (field.empty ?? '')
      : [value]
          .flat()
          .map((code) => codes.nameOf(name, textOf(code)))
          .join('、');
  return shown(field, { [name]: value }, name, null);
}
