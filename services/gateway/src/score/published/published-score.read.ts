import type { z } from 'zod';
import { sortParts, type SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  PUBLISHED_FIRST,
  PUBLISHED_SORTED,
  type exportPublishedScores,
  type publishedSorts,
} from '@jwxt/contracts/score/published-score.operations.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { invalidField } from '../../kernel/refused.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { teachingClassScope } from '../shared/teaching-class-scope.ts';

const publishedTable = readModelTable(scoreSheetModel, 'published');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

type PublishedFilter = z.output<(typeof exportPublishedScores)['input']>;

/** A published score with whom it is of; what base data no longer has is null. */
export interface ScoreRow
  extends
    Pick<
      ReadRowOf<typeof scoreSheetModel.tables.sheet>,
      | 'teaching_class_id'
      | 'score_type'
      | 'semester_name'
      | 'open_department_name'
      | 'course_id'
      | 'course_num'
      | 'course_name'
      | 'course_credit'
      | 'teaching_class_name'
      | 'teachers'
      | 'rules'
    >,
    Pick<
      ReadRowOf<typeof scoreSheetModel.tables.row>,
      'student_code' | 'student_number' | 'student_name' | 'final' | 'remark_code' | 'passed'
    > {
  bjmc: string | null;
  njzymc: string | null;
  list_source: string | null;
}

/** Students that a search for one may meet; scores among which one looks for more of them than that. */
const STUDENTS_FOUND = 2_000;
const SCORES_LOOKED_AT = 50_000;

const columns = `sheet.teaching_class_id, sheet.score_type, sheet.semester_name, sheet.open_department_name,
  sheet.course_id, sheet.course_num,
    sheet.course_name, sheet.course_credit, sheet.teaching_class_name, sheet.teachers,
  jsonb_build_object('scoreHierarchyCode', sheet.rules->'scoreHierarchyCode', 'listCode', sheet.rules->'listCode',
    'digit',
    sheet.rules->'digit') as rules,
  sheet_row.student_code, sheet_row.student_number, sheet_row.student_name, class_info.bjmc, grade_major.njzymc,
    sheet_row.final, sheet_row.remark_code, sheet_row.passed, roster.list_source`;
/**
 * Base data names people and classes; a score that it does not know any more is shown all the same, because it is
 * counted.
 */
const names = `left join base.student on student.student_code = sheet_row.student_code
  left join base.class_info on class_info.bjdm = student.bjdm
  left join base.grade_major on grade_major.njzydm = student.njzydm
  left join base.teaching_class_student roster on roster.teaching_class_id = sheet.teaching_class_id
    and roster.student_code = sheet_row.student_code`;
/** A left join: PostgreSQL leaves it out for whoever sees every class. */
const sheets = `${publishedTable} published left join base.teaching_class class
  on class.teaching_class_id = published.teaching_class_id`;
const inSheets = 'published.semester_id desc, published.course_num, published.teaching_class_code, published.sheet_id';
const inScores = `${inSheets}, sheet_row.student_number, sheet_row.student_code`;
const sheetSorts = {
  courseNum: 'published.course_num',
  teachingClassCode: 'published.teaching_class_code',
} as const;
const sortExpressions = {
  ...sheetSorts,
  studentNumber: 'sheet_row.student_number',
  final: 'sheet_row.final',
} as const satisfies Record<SortKey, string>;

type SortKey = (typeof publishedSorts)[number];
type SheetSort = SortText<keyof typeof sheetSorts>;
type ScoreSort = SortText<Exclude<SortKey, keyof typeof sheetSorts>>;
type Page<Sort = SortText<SortKey>> = { pageNo: number; pageSize: number; sort?: Sort | undefined };
type Found = { rows: ScoreRow[]; total: number };

const isOfScore = (sort: SortText<SortKey> | undefined): sort is ScoreSort =>
  sort !== undefined && !(sortParts(sort).key in sheetSorts);

/** Which sheets, by scope and by all of the filter that is about the class. */
function sheetsWhere(
  user: Principal,
  permission: PermissionCode | null,
  filter: PublishedFilter,
  params: SqlParams,
): string {
  const conditions = [scopeCondition(user, permission, teachingClassScope, params)];
  for (const [column, value] of [
    ['published.semester_id', filter.semesterId],
    ['published.score_type', filter.scoreType],
    ['published.open_department_id', filter.departmentId],
  ] as const)
    if (value) conditions.push(`${column} = ${params.add(value)}`);
  for (const [column, text] of [
    ['published.course_text', filter.course],
    ['published.class_text', filter.teachingClass],
  ] as const)
    if (text) conditions.push(`${column} like ${params.add(containing(text.toLowerCase()))}`);
  if (filter.teacher) {
    const text = params.add(containing(filter.teacher));
    conditions.push(
      `published.teaching_class_id in (select taught.teaching_class_id from base.teaching_class_teacher taught
          join base.teacher on teacher.gh = taught.gh where teacher.xm ilike ${text} or teacher.ywbm ilike ${text})`,
    );
  }
  return conditions.join(' and ');
}

/** How many scores of a sheet are asked for, as its row counts them. */
function countedNum({ passed }: PublishedFilter): string {
  if (!passed) return 'published.row_num';
  return passed === yesNo.yes ? 'published.passed_num' : 'published.row_num - published.passed_num';
}

/** Which scores of the sheets, by all of the filter that is about the student and the score. */
function scoresWhere(filter: PublishedFilter, students: string | null, params: SqlParams): string {
  return [
    ...(students === null ? [] : [`sheet_row.student_code ${students}`]),
    ...(filter.passed ? [`sheet_row.passed = ${params.add(filter.passed === yesNo.yes)}`] : []),
  ]
    .map((condition) => ` and ${condition}`)
    .join('');
}

/** The text in lower case, which has the pinyin too, leaves few for the comparison that folds each. */
const studentsNamed = (text: string): string =>
  `select student_code from base.student
    where search_text like lower(${text}) and (student_number ilike ${text} or student_name ilike ${text})`;

/**
 * One page, by semester (newest first), course, class and student, with the number of all. Cost grows with the sheets,
 * never with the scores: of more than {@link PUBLISHED_SORTED}, sorted by something of their own, it is one of the
 * first ones alone (`firstOnly`).
 */
export async function readPublishedPage(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  filter: PublishedFilter,
  { sort, ...page }: Page,
): Promise<Found & { firstOnly: boolean }> {
  const asked = { db, user, permission, filter };
  if (filter.student) return { ...(await readOfStudents(asked, { sort, ...page })), firstOnly: false };
  if (!isOfScore(sort)) return { ...(await readOfSheets(asked, { sort, ...page })), firstOnly: false };
  const total = await countScores(asked);
  return total > PUBLISHED_SORTED
    ? { rows: await readFirst(asked, { sort, ...page }), total: PUBLISHED_FIRST, firstOnly: true }
    : { rows: await readSorted(asked, { sort, ...page }, String(total)), total, firstOnly: false };
}

interface Asked {
  readonly db: Queryable;
  readonly user: Principal;
  readonly permission: PermissionCode | null;
  readonly filter: PublishedFilter;
}

/** How many scores there are, as their sheets count them. */
async function countScores({ db, user, permission, filter }: Asked): Promise<number> {
  const params = sqlParams();
  const {
    rows: [count],
  } = await db.query<{ total: number }>(
    `select coalesce(sum(${countedNum(filter)}), 0)::int as total from ${sheets}
      where ${sheetsWhere(user, permission, filter, params)}`,
    [...params.values],
  );
  return count?.total ?? 0;
}

/**
 * Pages through everything: the sheets that a page begins and ends in are found by what the sheets before them count.
 */
async function readOfSheets(asked: Asked, { pageNo, pageSize, sort }: Page<SheetSort>): Promise<Found> {
  const { db, user, permission, filter } = asked;
  const params = sqlParams();
  const sheetOrder = sortedOrder(sort, sheetSorts, inSheets);
  const num = countedNum(filter);
  const where = `${sheetsWhere(user, permission, filter, params)} and ${num} > 0`;
  const [skipped, taken] = [params.add((pageNo - 1) * pageSize), params.add(pageSize)];
  const reached = `select published.sheet_id, ${num} as num,
    sum(${num}) over (order by ${sheetOrder} rows unbounded preceding) as
      up_to
    from ${sheets} where ${where} order by ${sheetOrder}`;
  // Each sheet has a score at least, so that a page meets no more of them than it has rows.
  const met = `select sheet_id, up_to - num as before from (${reached}) found where up_to > ${skipped} limit ${taken}`;
  const text = `with met as materialized (${met})
    select ${columns} from met join ${publishedTable} published using (sheet_id) join ${sheetTable} sheet
    using (sheet_id) join ${sheetRowTable} sheet_row using (sheet_id) ${names}
     where met.before < ${skipped}::bigint + ${taken}${scoresWhere(filter, null, params)}
     order by ${sortedOrder(sort, sheetSorts, inScores)}
     limit ${taken} offset greatest(0, ${skipped}::bigint - (select min(before) from met))`;
  const [{ rows }, total] = await Promise.all([db.query<ScoreRow>(text, [...params.values]), countScores(asked)]);
  return { rows, total };
}

/**
 * Looks for students by number or name as base data has them, and for their scores; whoever means too many of them is
 * asked to say more.
 */
async function readOfStudents(asked: Asked, page: Page): Promise<Found> {
  const text = containing(asked.filter.student ?? '');
  const { rows: found } = await asked.db.query<{ student_code: string }>(
    `${studentsNamed('$1')} limit ${STUDENTS_FOUND + 1}`,
    [text],
  );
  const few = found.length <= STUDENTS_FOUND;
  // How many of them passed does not matter.
  if (!few && (await countScores({ ...asked, filter: { ...asked.filter, passed: undefined } })) > SCORES_LOOKED_AT)
    throw invalidField('student', `符合的学生超过${STUDENTS_FOUND}人，请输入更完整的学号或姓名`);
  const students = (params: SqlParams): string =>
    few
      ? `= any(${params.add(found.map((student) => student.student_code))}::text[])`
      : `in (${studentsNamed(params.add(text))})`;
  const counted = 'count(*) over ()::int';
  const rows = await readSorted(asked, page, counted, students);
  if (rows.length > 0 || page.pageNo === 1) return { rows, total: rows[0]?.total ?? 0 };
  // Beyond the last page: the number is still true.
  const [first] = await readSorted(asked, { pageNo: 1, pageSize: 1 }, counted, students);
  return { rows, total: first?.total ?? 0 };
}

/** Scores that few enough are met of to sort them all; of some students, or of all. `total`: SQL of their number. */
async function readSorted(
  { db, user, permission, filter }: Asked,
  { pageNo, pageSize, sort }: Page,
  total: string,
  students?: (params: SqlParams) => string,
): Promise<(ScoreRow & { total: number })[]> {
  const params = sqlParams();
  const where = sheetsWhere(user, permission, filter, params);
  const order = sortedOrder(sort, sortExpressions, inScores);
  const hit = `select published.sheet_id, sheet_row.student_code, ${total} as total from ${sheets}
    join ${sheetRowTable} sheet_row on sheet_row.sheet_id = published.sheet_id
    where ${where}${scoresWhere(filter, students?.(params) ?? null, params)}
    order by ${order} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  return await readHits(db, hit, order, params);
}

/** The rows of a page of which `hit` tells sheet and student, and the number of all. */
async function readHits(
  db: Queryable,
  hit: string,
  order: string,
  params: SqlParams,
): Promise<(ScoreRow & { total: number })[]> {
  const { rows } = await db.query<ScoreRow & { total: number }>(
    `with hit as materialized (${hit}) select ${columns}, hit.total from hit join ${publishedTable} published
      using (sheet_id) join ${sheetTable} sheet using (sheet_id)
       join ${sheetRowTable} sheet_row on sheet_row.sheet_id = hit.sheet_id
         and sheet_row.student_code = hit.student_code ${names}
       order by ${order}`,
    [...params.values],
  );
  return rows;
}

/**
 * A page of the first of very many: indexes of all scores are walked until there are enough of sheets that are met,
 * which a five hundredth of them is at least ({@link PUBLISHED_SORTED} of ten million). Who has no score would come
 * behind them.
 */
async function readFirst(
  { db, user, permission, filter }: Asked,
  { pageNo, pageSize, sort }: Page<ScoreSort> & { sort: ScoreSort },
): Promise<ScoreRow[]> {
  const skipped = Math.min((pageNo - 1) * pageSize, PUBLISHED_FIRST);
  const taken = Math.min(pageSize, PUBLISHED_FIRST - skipped);
  const params = sqlParams();
  const where = sheetsWhere(user, permission, filter, params);
  const { key, descending } = sortParts(sort);
  const ordered = [sortExpressions[key], 'sheet_row.sheet_id', 'sheet_row.student_code'];
  const order = ordered.map((expression) => `${expression}${descending ? ' desc' : ''}`).join(', ');
  const upTo = params.add(skipped + taken);
  const walk = (scores: string): string => `(select ${ordered.join(', ')} from ${sheetRowTable} sheet_row
    cross join lateral (select from ${sheets} where published.sheet_id = sheet_row.sheet_id and ${where} limit 1) met
    where ${scores} order by ${order} limit ${upTo})`;
  const passed = filter.passed ? [filter.passed === yesNo.yes] : [true, false];
  const walks =
    key === 'final'
      ? passed.map((one) => walk(`sheet_row.passed = ${one} and sheet_row.final is not null`))
      : [walk(`sheet_row.passed = any(${params.add(passed)}::boolean[])`)];
  const hit = `select sheet_id, student_code, ${PUBLISHED_FIRST} as total from (${walks.join(' union all ')}) sheet_row
    order by ${order} limit ${params.add(taken)} offset ${params.add(skipped)}`;
  return await readHits(db, hit, order, params);
}

/** The same for an export: all of them. */
export function publishedScores(
  user: Principal,
  permission: PermissionCode | null,
  filter: PublishedFilter,
): Selection<ScoreRow> {
  const params = sqlParams();
  const where = sheetsWhere(user, permission, filter, params);
  const students = filter.student ? `in (${studentsNamed(params.add(containing(filter.student)))})` : null;
  const scores = scoresWhere(filter, students, params);
  return selection<ScoreRow>(
    `select ${columns} from ${sheets} join ${sheetTable} sheet on sheet.sheet_id = published.sheet_id
      join ${sheetRowTable} sheet_row on sheet_row.sheet_id = published.sheet_id ${names}
        where ${where}${scores} order by ${inScores}`,
    params.values,
  );
}
