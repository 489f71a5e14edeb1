import { randomUUID } from 'node:crypto';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { importErrorCode, importRowState } from '@jwxt/contracts/kernel/resource-import.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { placeByLevel, type Level, type LevelLine } from '@jwxt/contracts/scheme/plan/special-item-level.ts';
import {
  levelFields,
  levelHeaders,
  levelTemplate,
  previewLevels,
} from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { workbookAnswer } from '../../kernel/document-answer.ts';
import { handler, uploadHandler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { headOf, type TableHead } from '../../kernel/import-columns.ts';
import { stagePreview } from '../../kernel/import-handlers.ts';
import { compareTable } from '../../kernel/import-preview.ts';
import type { StagedRow } from '../../kernel/import-store.ts';
import { templateOf } from '../../kernel/import-template.ts';
import { cellValue } from '../../kernel/import-values.ts';
import type { TableRow } from '../../kernel/read-table.ts';
import { invalidField, Refused } from '../../kernel/refused.ts';
import { scopeAsked } from '../../kernel/scope-watch.ts';
import { validationMessage } from '../../kernel/validation-messages.ts';

const IMPORT = 'specialItemStudent:import';
/** What students came by, in their rows. */
const SOURCE = '分级导入';
/** A file of placed students, which is read into rows of {@link specialItemStudent}. */
const levelFile = {
  ...specialItemStudent,
  title: '分级导入',
  fields: levelFields,
  keyOf: undefined,
  importKey: ['studentNumber'],
};
type Student = Pick<LevelLine, 'studentCode' | 'sex' | 'heldItemId'>;

async function levelsOf(db: Queryable, semesterId: string, courseId: string): Promise<Level[]> {
  const { rows } = await db.query<Level>(
    `select special_item_id as "specialItemId", item_name as "itemName", capacity, student_num as "studentNum",
        sex_limit as "sexLimit", min_score as "minScore"
       from base.special_item where semester_id = $1 and course_id = $2
      order by min_score desc nulls last, item_name`,
    [semesterId, courseId],
  );
  return rows;
}

/** Students by their numbers, with the item of the course that they are in. */
async function studentsOf(
  db: Queryable,
  numbers: readonly string[],
  levels: readonly Level[],
): Promise<Map<string, Student>> {
  const { rows } = await db.query<Student & { number: string }>(
    `select student.student_number as number, student.student_code as "studentCode", student.xbm as sex,
        (select taken.special_item_id from base.special_item_student taken
          where taken.student_code = student.student_code and taken.special_item_id = any($2)) as "heldItemId"
       from base.student where student.student_number = any($1)`,
    [numbers, levels.map(({ specialItemId }) => specialItemId)],
  );
  return new Map(rows.map(({ number, ...student }) => [number, student]));
}

type LevelField = keyof typeof levelFields;
/** A line of the file: where its student comes, or why nowhere, with the column that says so. */
interface ReadLine {
  readonly row: TableRow;
  readonly number: string;
  readonly score: string;
  readonly item: string;
  readonly problem: { readonly field: LevelField; readonly message: string } | null;
}
const placeIn = ({ columns }: TableHead, name: LevelField): number => columns.findIndex(({ field }) => field === name);

/** What a cell says to its field; nothing where it is wrong, with why. */
function cellOf(head: TableHead, row: TableRow, name: LevelField): { value: string; message?: string } {
  const at = placeIn(head, name);
  const broken = row.broken?.get(at);
  if (broken !== undefined) return { value: '', message: broken };
  const found = cellValue(levelFields[name], row.cells[at] ?? '', () => 'none');
  if (!('value' in found)) return { value: '', message: found.message };
  const checked = levelFields[name].schema.safeParse(found.value, { error: validationMessage });
  if (checked.success) return { value: textOf(checked.data) };
  return { value: '', message: checked.error.issues[0]?.message ?? '不正确' };
}

async function readLines(
  db: Queryable,
  head: TableHead,
  rows: readonly TableRow[],
  levels: readonly Level[],
): Promise<ReadLine[]> {
  const said = rows.map((row) => {
    const [number, level, score] = (['studentNumber', 'level', 'score'] as const).map((name) => ({
      name,
      ...cellOf(head, row, name),
    }));
    return { row, number: number!, level: level!, score: score! };
  });
  const students = await studentsOf(
    db,
    said.map(({ number }) => number.value),
    levels,
  );
  const seen = new Set<string>();
  const lines = said.map(({ row, number, level, score }) => {
    const wrong = [number, level, score].find(({ message }) => message !== undefined);
    const student = students.get(number.value);
    const problem = wrong
      ? { field: wrong.name, message: wrong.message ?? '' }
      : seen.has(number.value)
        ? { field: number.name, message: '文件中有重复的学号' }
        : student
          ? null
          : { field: number.name, message: '没有这名学生' };
    seen.add(number.value);
    const tenths = score.value === '' ? null : Math.round(Number(score.value) * 10);
    const line = student && !problem ? { ...student, level: level.value, score: tenths } : null;
    return { row, number: number.value, score: score.value, problem, line };
  });
  const known = lines.flatMap(({ line }) => line ?? []);
  const places = new Map(placeByLevel(known, levels).map((place, at) => [known[at], place]));
  return lines.map(({ line, ...read }) => {
    const place = line ? places.get(line) : undefined;
    if (!place) return { ...read, item: '' };
    return 'specialItemId' in place
      ? { ...read, item: place.specialItemId }
      : { ...read, item: '', problem: { field: line?.level === '' ? 'score' : 'level', message: place.reason } };
  });
}

/** The lines as rows of {@link specialItemStudent}, compared with those that are there. */
async function compareLines(
  { services, user }: SignedInCall,
  head: TableHead,
  lines: readonly ReadLine[],
): Promise<{ rows: StagedRow[]; notes: string[] }> {
  const columnOf = (name: LevelField) => {
    const { letter = '', header = levelFields[name].label } = head.columns[placeIn(head, name)] ?? {};
    return { letter, header };
  };
  const compared = await compareTable(services.db, user, specialItemStudent, {
    columns: [
      { ...columnOf('level'), field: 'specialItemId' },
      { ...columnOf('studentNumber'), field: 'studentCode' },
      { letter: '', header: '来源', field: 'itemSource' },
      { ...columnOf('score'), field: 'placementScore' },
    ],
    rows: lines.map(({ row, number, item, score }) => ({
      number: row.number,
      cells: [item, number, SOURCE, score],
      numeric: [],
    })),
  });
  const rows = compared.rows.map((row, at): StagedRow => {
    // What is kept of the file is what stands in it.
    const { row: read, problem } = lines[at]!;
    const staged = { ...row, cells: read.cells };
    if (problem === null) return staged;
    const value = read.cells[placeIn(head, problem.field)] ?? '';
    const error = { ...columnOf(problem.field), ...problem, value, code: importErrorCode.refused };
    return { ...staged, state: importRowState.wrong, changes: [], errors: [error] };
  });
  return { rows, notes: compared.notes };
}

/** SCHEME-34: students into the levels of a course, by name or by placement score. */
export const specialItemLevelHandlers: readonly Handler[] = [
  handler(levelTemplate, async (_none, call) =>
    workbookAnswer(call, 'one upload', '分级导入模板.xlsx', await templateOf(call.services.db, levelFile)),
  ),
  uploadHandler(previewLevels, async ({ fileName, semesterId, courseId }, upload, call) => {
    const { services, user } = call;
    scopeAsked(user, 'resource', IMPORT);
    const levels = await levelsOf(services.db, semesterId, courseId);
    if (levels.length === 0) throw invalidField('courseId', '这门课程在该学期没有专项');
    const table = await services.documents.readTable(user.userName, upload);
    const head = headOf(levelFile, table.rows, levelHeaders);
    if (placeIn(head, 'studentNumber') < 0) throw new Refused('LEVEL_NO_NUMBER');
    if (placeIn(head, 'level') < 0 && placeIn(head, 'score') < 0) throw new Refused('LEVEL_NO_LEVEL');
    const below = table.rows.slice(head.rows);
    if (below.length === 0) throw new Refused('IMPORT_NO_ROWS', { sheet: table.sheet });
    const { rows, notes } = await compareLines(call, head, await readLines(services.db, head, below, levels));
    const runId = randomUUID();
    const columns = [...head.columns];
    await stagePreview(call, specialItemStudent, { runId, fileName, digest: table.digest, columns, rows });
    const of = (state: StagedRow['state']) => rows.filter((row) => row.state === state);
    const coming = Map.groupBy(of(importRowState.added), ({ given }) => given['specialItemId']);
    const left = columns.filter(({ header, field }) => header !== '' && field === null).map(({ header }) => header);
    return {
      preview: {
        runId,
        fileName,
        sheet: table.sheet,
        sheets: [...table.sheets],
        columns,
        fields: Object.entries(levelFields).map(([field, { label, required }]) => ({
          field,
          label,
          needed: required === true,
        })),
        missing: [],
        counts: {
          total: rows.length,
          added: of(importRowState.added).length,
          changed: of(importRowState.changed).length,
          unchanged: of(importRowState.unchanged).length,
          wrong: of(importRowState.wrong).length,
        },
        notes: [...(left.length === 0 ? [] : [`没有用到的列：${left.join('、')}`]), ...notes],
      },
      levels: levels.map(({ specialItemId, itemName, minScore, capacity, studentNum }) => ({
        itemName,
        minScore: minScore === null ? '' : hoursText(minScore),
        capacity,
        before: studentNum,
        coming: coming.get(specialItemId)?.length ?? 0,
      })),
    };
  }),
];
