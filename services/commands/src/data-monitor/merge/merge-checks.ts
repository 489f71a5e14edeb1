import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { MergeHandler } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';
import { checkPersons } from './merge-student.ts';
import { resourceOf, targetOf, type Merging } from './merge-rows.ts';

type Choice = Pick<Merging, 'handler' | 'stayKey' | 'goneKeys'>;
type Streams = Pick<CommandServices, 'handler'>;

/** What two rows must agree in before one goes into the other: what follows them would change with it otherwise. */
const agreeing: Partial<Record<MergeHandler, string>> = { classInfo: 'njzydm', gradeMajor: 'njdm' };

/** The rows by key; they are not locked. */
async function rowsOf(db: Queryable, { handler, stayKey, goneKeys }: Choice): Promise<Map<string, StoredRow>> {
  const { table, key } = targetOf(handler);
  const { rows } = await db.query<{ key: string; row: StoredRow }>(
    `select stored.${key} as key, to_jsonb(stored) as row from base.${table} stored where stored.${key} = any($1)`,
    [[stayKey, ...goneKeys]],
  );
  return new Map(rows.map(({ key: code, row }) => [code, row]));
}

/** What people call a row. */
export function calledAs({ fields, called, key }: Resource, row: StoredRow): string {
  return String(row[fieldColumn(fields, called ?? key)]);
}

/** Names of the rows of a choice, or why it cannot be carried out. */
export async function checkMerge(
  db: Queryable,
  streams: Streams,
  choice: Choice,
): Promise<Refused | ReadonlyMap<string, string>> {
  const { handler, stayKey, goneKeys } = choice;
  if (goneKeys.includes(stayKey) || new Set(goneKeys).size < goneKeys.length) return refuse('MERGE_ITSELF');
  const resource = resourceOf(handler);
  const rows = await rowsOf(db, choice);
  const stay = rows.get(stayKey);
  if (!stay || rows.size < goneKeys.length + 1) return refuse('NOT_FOUND');
  const names = new Map([...rows].map(([key, row]) => [key, calledAs(resource, row)]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  if (stay['sfqy'] === yesNo.no) return refuse('MERGE_STOPPED', { name: nameOf(stayKey) });
  const { rows: merged } = await db.query<{ key: string }>(
    `select merged_row.old_key as key from base.merged_row join base.merge_task using (task_id)
      where merge_task.handler = $1 and merge_task.undone_at is null and merged_row.old_key = any($2) limit 1`,
    [handler, [stayKey, ...goneKeys]],
  );
  if (merged[0]) return refuse('MERGE_DONE', { name: nameOf(merged[0].key) });
  const column = agreeing[handler];
  for (const goneKey of goneKeys)
    if (column !== undefined && rows.get(goneKey)?.[column] !== stay[column])
      return refuse('MERGE_APART', {
        name: nameOf(goneKey),
        stay: nameOf(stayKey),
        field: resource.fields[column]?.label ?? column,
      });
  if (handler === 'department') {
    const above = await unitsAbove(db, stayKey);
    const circle = goneKeys.find((key) => above.has(key));
    if (circle !== undefined) return refuse('MERGE_BELOW', { stay: nameOf(stayKey), name: nameOf(circle) });
  }
  if (handler === 'student') {
    for (const goneKey of goneKeys)
      if (await hasScores(db, streams, goneKey)) return refuse('MERGE_SCORES', { name: nameOf(goneKey) });
    return (await checkPersons(db, choice, nameOf)) ?? names;
  }
  return names;
}

/** The units that a unit is below. */
async function unitsAbove(db: Queryable, dwh: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ dwh: string }>(
    `with recursive above as (
       select department.lsdwh as dwh from base.department where department.dwh = $1 and department.lsdwh is not null
       union select department.lsdwh from base.department join above on above.dwh = department.dwh
        where department.lsdwh is not null)
     select dwh from above`,
    [dwh],
  );
  return new Set(rows.map((row) => row.dwh));
}

/** Whether anything of a student stands in a sheet, counts for a course, or was recognised. */
async function hasScores(db: Queryable, { handler }: Streams, studentCode: string): Promise<boolean> {
  const { rows: extra } = await db.query(
    'select from base.student_extra_score where student_code = $1 union all ' +
      'select from base.makeup_student where student_code = $1 union all ' +
      'select from base.makeup_student_left where student_code = $1 limit 1',
    [studentCode],
  );
  if (extra.length > 0) return true;
  const { rows: classes } = await db.query<{ id: string; kind: string; courseId: string }>(
    `select class.teaching_class_id as id, class.class_kind as kind, class.course_id as "courseId"
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
      where roster.student_code = $1`,
    [studentCode],
  );
  for (const { id, kind } of classes)
    if (isOnSheet((await handler.read(sheetStream(id, kind), sheetStreams)).state, studentCode)) return true;
  const { rows: planned } = await db.query<{ courseId: string }>(
    `select plan.kch as "courseId" from base.execution_plan plan
       join base.student on student.njzydm = plan.njzydm where student.student_code = $1`,
    [studentCode],
  );
  for (const courseId of new Set([...classes, ...planned].map((each) => each.courseId)))
    if ((await handler.read(attemptsStream(studentCode, courseId), attemptsStreams)).state.attempts.length > 0)
      return true;
  return false;
}

function isOnSheet(state: ScoreSheetState, studentCode: string): boolean {
  if (state.status === sheetStatus.unset) return false;
  const row = state.rows[studentCode];
  return row !== undefined && (row.remark !== null || Object.keys(row.cells).length > 0 || row.final !== null);
}

/** Teaching classes of these rows that have a score sheet: what the sheet is about stays what it was. */
export async function settledClasses(db: Queryable, { handler: streams }: Streams, choice: Choice): Promise<string[]> {
  const column = { course: 'course_id', department: 'open_department_id' }[choice.handler as string];
  if (column === undefined) return [];
  const { rows } = await db.query<{ id: string; kind: string }>(
    `select class.teaching_class_id as id, class.class_kind as kind from base.teaching_class class
      where class.${column} = any($1)`,
    [[...choice.goneKeys]],
  );
  const settled: string[] = [];
  for (const { id, kind } of rows)
    if ((await streams.read(sheetStream(id, kind), sheetStreams)).state.status !== sheetStatus.unset) settled.push(id);
  return settled;
}
