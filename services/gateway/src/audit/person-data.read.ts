import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { resources } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import { referenceTable, type Field } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { personKind } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import { erasedRows } from '@jwxt/infra/runtime/erased-rows.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Person } from '../system/shared/person.read.ts';
import { codeNames, type CodeNames } from './person-codes.ts';
import {
  accountTables,
  columnNames,
  internal,
  keyColumns,
  keyedElsewhere,
  numberTables,
  ownTables,
  partsOf,
  tableTitles,
  withheld,
} from './person-tables.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const cancelledTable = readModelTable(attemptModel, 'cancelled_attempt');
const applicationTable = readModelTable(approvalListModel, 'application');
const streamTable = readModelTable(scoreLedgerModel, 'stream');

/** Rows of one kind, as an export of a person tells them. */
export interface PersonRows {
  readonly title: string;
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Everything that stands under a person in the tables of base data and accounts; `own`: what he may see himself. */
export async function readPersonRows(db: Queryable, person: Person, own: boolean): Promise<PersonRows[]> {
  const { rows: columns } = await db.query<{ table: string; column: string }>(
    `select tables.table_name as table, columns.column_name as column from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'base' and table_type = 'BASE TABLE' and columns.column_name = any($1)
        and table_name <> all($2) order by 1, 2`,
    [keyColumns[person.kind], keyedElsewhere],
  );
  const found: PersonRows[] = [];
  for (const { table, column } of columns)
    if (!own || ownTables[column]?.includes(table))
      found.push(await rowsOf(db, `base.${table}`, `${column} = $1`, person.code));
  if (person.kind === personKind.student && !own)
    for (const table of numberTables) found.push(await rowsOf(db, table, 'student_number = $1', person.number));
  for (const { table, by, others, officer } of accountTables)
    if (!own || officer !== true) found.push(await rowsOf(db, table, `${by} = any($1)`, person.userNames, others));
  return found.filter(({ rows }) => rows.length > 0);
}

async function rowsOf(
  db: Queryable,
  table: string,
  condition: string,
  value: unknown,
  others: readonly string[] = [],
): Promise<PersonRows> {
  const { rows } = await db.query<{ row: Record<string, unknown> }>(
    // In the order of the columns: who he is comes first.
    `select row_to_json(one) as row from ${table} one where ${condition}`,
    [value],
  );
  const columns = columnsOf(table);
  const names = await namesIn(
    db,
    table,
    rows.map(({ row }) => row),
  );
  return {
    table,
    title: titleOf(table),
    rows: rows.map(({ row }) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([column, cell]) => {
          const told = columns(column);
          return told === null || others.includes(column)
            ? []
            : [[told.label, names.get(column)?.(cell) ?? told.text(cell)]];
        }),
      ),
    ),
  };
}

/** What codes and references of a table are called, by column; what has no name stays as it is. */
async function namesIn(
  db: Queryable,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<ReadonlyMap<string, (cell: unknown) => unknown>> {
  const declared = Object.entries(resourceOf(table)?.fields ?? {});
  const sources = new Map(declared.map(([name, field]) => [field.column ?? columnOf(name), namesOfField(field)]));
  for (const column of Object.keys(rows[0] ?? {}))
    if (!sources.has(column)) sources.set(column, codeNames[`${table}.${column}`] ?? codeNames[column] ?? null);
  const named = new Map<string, (cell: unknown) => unknown>();
  for (const [column, source] of sources) {
    if (source === null) continue;
    if ('parts' in source) {
      named.set(column, (cell) => partsIn(cell, source.parts));
      continue;
    }
    const codes = [...new Set(rows.flatMap((row) => row[column] ?? []).map(String))];
    if (codes.length === 0) continue;
    const known = await namesFrom(db, source, codes);
    const nameOf = (code: unknown): unknown => known.get(String(code)) ?? code;
    named.set(column, (cell) =>
      Array.isArray(cell) ? cell.map(nameOf).join('、') : cell === null ? null : nameOf(cell),
    );
  }
  return named;
}

/** Where the names of a declared field's values stand; null: they are no codes, or the field says them itself. */
function namesOfField({ kind }: Field): CodeNames | null {
  if (kind.type === 'dictionary') return { dictionary: kind.category };
  return kind.type === 'reference' ? referenceTable(kind.to) : null;
}

/** The parts of a value that are names, in their order. */
function partsIn(cell: unknown, parts: readonly string[]): unknown {
  if (typeof cell !== 'object' || cell === null) return cell;
  const known = cell as Readonly<Record<string, unknown>>;
  return parts.flatMap((part) => (typeof known[part] === 'string' ? [known[part]] : [])).join('，');
}

/** What codes are called. */
async function namesFrom(
  db: Queryable,
  source: Exclude<CodeNames, { readonly parts: readonly string[] }>,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if ('words' in source) return new Map(Object.entries(source.words));
  const { rows } = await ('dictionary' in source
    ? db.query<{ code: string; name: string }>(
        'select dm as code, mc as name from base.data_dict where dmlb = $1 and dm = any($2)',
        [source.dictionary, codes],
      )
    : db.query<{ code: string; name: string }>(
        `select ${source.key}::text as code, ${source.name} as name from base.${source.table}
          where ${source.key}::text = any($1)`,
        [codes],
      ));
  return new Map(rows.map(({ code, name }) => [code, name]));
}

const resourceOf = (table: string) => allResources.find((resource) => `base.${resource.table}` === table);

/** What people call a table; undefined: nobody has said. */
export function titleKnown(table: string): string | undefined {
  const resource = resourceOf(table);
  return (
    tableTitles[table] ??
    (resource && resources[resource.name].title) ??
    erasedRows.find((kind) => kind.table === table)?.title
  );
}
const titleOf = (table: string): string => titleKnown(table) ?? table.slice(table.indexOf('.') + 1);

/** A column as people read it: what they call it, and what a value says. */
interface ToldColumn {
  readonly label: string;
  readonly text: (cell: unknown) => unknown;
}

/** What of a table's columns is told, and how; null: it is not. No two have one name. */
export function columnsOf(table: string): (column: string) => ToldColumn | null {
  const declared = Object.entries(resourceOf(table)?.fields ?? {});
  const labels = declared.map(([, { label }]) => label);
  const fields = new Map(
    declared.map(([name, field]) => {
      const isOnce = labels.filter((label) => label === field.label).length === 1;
      const label = isOnce ? field.label : `${field.group ?? ''}${field.label}`;
      return [field.column ?? columnOf(name), { field, label }];
    }),
  );
  return (column) => {
    if (withheld.test(column)) return null;
    const known = fields.get(column);
    if (known) return { label: known.label, text: (cell) => wordsOf(known.field, cell) };
    const label = columnNames[column];
    if (label === undefined) return internal.test(column) ? null : { label: column, text: (cell) => cell };
    const parts = partsOf[column];
    return { label, text: (cell) => (parts && typeof cell === 'number' ? cell / parts : yesOrNo(cell)) };
  };
}

const yesOrNo = (cell: unknown): unknown => (typeof cell === 'boolean' ? (cell ? '是' : '否') : cell);

/** A value of a declared field in the words of its page. */
function wordsOf(field: Field, cell: unknown): unknown {
  const value = toWire(field, cell);
  const { kind } = field;
  if (kind.type === 'choice') return kind.options[String(value)] ?? value;
  return kind.type === 'yesNo' && value !== null ? yesOrNo(value === yesNo.yes) : value;
}

/** A score as it is published. */
export interface PersonScore {
  readonly semesterId: string;
  readonly scoreType: string | null;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Every published score of a student, and those that were cancelled, with why. */
export async function readPersonScores(db: Queryable, studentCode: string): Promise<PersonScore[]> {
  const { rows } = await db.query<PersonScore>(
    `select attempt.semester_id as "semesterId", attempt.score_type as "scoreType", jsonb_build_object(
        '学年学期', coalesce(semester.xnxqmc, attempt.semester_id), '课程编号', attempt.course_num,
        '课程名称', attempt.course_name, '学分', trim_scale(attempt.course_credit / 10.0),
        '成绩', coalesce(nullif(attempt.final_name, ''), trim_scale(attempt.final / 100.0)::text),
        '是否通过', case when attempt.passed then '是' else '否' end,
        '记录时间', attempt.recorded_at, '注销原因', attempt.cancel_reason) as row
       from (select semester_id, score_type, course_num, course_name, course_credit, final_name, final, passed,
           recorded_at, '' as cancel_reason from ${attemptTable} where student_code = $1
         union all select semester_id, score_type, course_num, course_name, course_credit, final_name, final, passed,
           recorded_at, cancel_reason from ${cancelledTable} where student_code = $1) attempt
       left join base.semester semester on semester.xnxq = attempt.semester_id
      order by attempt.semester_id, attempt.course_num, attempt.recorded_at`,
    [studentCode],
  );
  return rows;
}

/** Applications that the person made, oldest first; unless it is for himself, also those that are about him alone. */
export async function readPersonApplications(
  db: Queryable,
  { kind, code, userNames }: Person,
  own: boolean,
): Promise<string[]> {
  const { rows } = await db.query<{ applyId: string }>(
    `select apply_id as "applyId" from ${applicationTable} where applicant_user = any($1)
        or apply_id in (select code from base.person_key where kind = 'matter' and about_student = $2)
      order by apply_time, apply_id`,
    [userNames, own || kind !== personKind.student ? null : code],
  );
  return rows.map(({ applyId }) => applyId);
}

/** The streams that tell of a student's scores, by course. */
export async function readScoreStreams(
  db: Queryable,
  studentCode: string,
): Promise<{ courseId: string; courseName: string; streams: string[] }[]> {
  const { rows } = await db.query<{ courseId: string; courseName: string; streams: string[] }>(
    `select stream.course_id as "courseId", coalesce(max(course.kcmc), stream.course_id) as "courseName",
        array_agg(stream.stream order by stream.stream) as streams
       from ${streamTable} stream left join base.course course on course.kch = stream.course_id
      where stream.student_code = $1 group by stream.course_id order by 1`,
    [studentCode],
  );
  return rows;
}

/** Messages that a person was sent. */
export async function readPersonMessages(
  db: Queryable,
  userNames: readonly string[],
  now: Date,
): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await db.query<{ row: Record<string, unknown> }>(
    `select jsonb_build_object('时间', message.create_time, '标题', message.title, '内容', message.content,
        '发送人', message.create_name, '阅读时间', audience.read_time) as row
       from base.system_message_audience audience join base.system_message_entity message using
         (system_message_entity_id)
      where audience.user_name = any($1) and message.create_time <= $2 order by message.create_time`,
    [userNames, now],
  );
  return rows.map(({ row }) => row);
}

/** A file of a person. */
export interface PersonFile {
  readonly name: string;
  readonly digest: string;
  readonly bytes: number;
  readonly at: Date;
}

/** What a person has put in, and the attachments of applications. */
export async function readPersonFiles(
  db: Queryable,
  { userNames }: Person,
  applyIds: readonly string[],
): Promise<PersonFile[]> {
  const { rows } = await db.query<PersonFile>(
    `select name, digest, file_size::float8 as bytes, uploaded_at as at from base.file_resource
      where removed_at is null and (uploader = any($1) or business_id = any($2)) order by uploaded_at, relational_id`,
    [userNames, applyIds],
  );
  return rows;
}
