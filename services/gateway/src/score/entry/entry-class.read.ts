import type { z } from 'zod';
import type { entryClass, entryClassSorts } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import {
  entryStateNames,
  type EntryState,
  scoreType,
  type ScoreType,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { isUnfinished } from '@jwxt/infra/runtime/unfinished-sheets.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { byPinyin, sortedOrder } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { teachingClassScope } from '../shared/teaching-class-scope.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');
const sheetTeacherTable = readModelTable(scoreSheetModel, 'teacher');

export type EntryClass = z.output<typeof entryClass>;

/** What the list asks for. */
export interface EntryClassFilter {
  readonly semesterId?: string | undefined;
  readonly scoreType: string;
  readonly entryState?: string | undefined;
  readonly keyword?: string | undefined;
}
interface Page {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort?: SortText<(typeof entryClassSorts)[number]> | undefined;
}

/** The columns of {@link classColumns}. */
export interface ClassRow {
  teaching_class_id: string;
  teaching_class_code: string;
  teaching_class_name: string;
  semester_id: string;
  xnxqmc: string;
  course_num: string;
  course_name: string;
  course_credit: number;
  open_department_name: string;
  teacher_name: string | null;
  import_teacher: string | null;
  person_count: number;
  entered_num: number | null;
  sheet_status: string | null;
  entry_state: EntryState | null;
  window_begin: Date;
  window_end: Date;
  has_window: boolean;
  apply_id: string | null;
  approval_node_name: string | null;
  return_opinion: string | null;
  returned_by: string | null;
}

/**
 * The class with its sheet and entry window. A class whose sheet is not set up has the window that its term would give
 * (the narrowest: course, unit, nature, school, SCORE-MORE-22); without one the semester's days are shown and the
 * window is closed.
 */
export const classColumns = `class.teaching_class_id, class.teaching_class_code, class.teaching_class_name,
  class.semester_id, semester.xnxqmc,
    course.ywbm as course_num, course.kcmc as course_name,
  course.xf as course_credit, department.dwmc as open_department_name, teachers.names as teacher_name,
    coalesce(sheet.import_teacher, teachers.first) as import_teacher,
  people.count as person_count, sheet.entered_num, sheet.sheet_status, sheet.entry_state, sheet.apply_id,
    sheet.return_opinion,
    sheet.returned_by,
  coalesce(sheet.window_begin, term.score_term_input_begin_time,
    semester.ksrq::timestamp at time zone 'Asia/Shanghai') as
    window_begin,
  coalesce(sheet.window_end, term.score_term_input_end_time,
    (semester.jsrq + 1)::timestamp at time zone 'Asia/Shanghai' - interval
    '1 second') as window_end,
  (sheet.window_begin is not null or term.score_term_control_id is not null) as has_window,
  case when sheet.sheet_status = '3' then application.current_node_name end as approval_node_name`;

/** The sheet `s` of a class `c`, found by its key. */
const sheetOf = (scoreType: string): string =>
  `left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.' || ${scoreType}`;

/** What {@link classColumns} come from, for the classes `c`. */
export function classTables(scoreType: string): string {
  return `join base.semester on semester.xnxq = class.semester_id
    join base.course on course.kch = class.course_id
    join base.department on department.dwh = class.open_department_id
    ${sheetOf(scoreType)}
    left join ${applicationTable} application on application.apply_id = sheet.apply_id
    left join lateral (select string_agg(teacher.xm, '、' order by taught.sort_num, taught.gh) as names,
      (array_agg(teacher.xm order by taught.sort_num, taught.gh))[1] as first
      from base.teaching_class_teacher taught join base.teacher on teacher.gh = taught.gh
      where taught.teaching_class_id = class.teaching_class_id) teachers on true
    left join lateral (select count(*)::int from base.teaching_class_student roster
      where roster.teaching_class_id = class.teaching_class_id) people on true
    left join lateral base.entry_window(class.semester_id, ${scoreType}, class.course_id,
      class.open_department_id) term on true`;
}

/**
 * One page of the classes in the person's scope, of one semester (the current one when none is named). Make-up and
 * retake sheets are listed once they are set up.
 */
export async function listEntryClasses(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: EntryClassFilter & Page,
  now: Date,
): Promise<{ rows: EntryClass[]; total: number }> {
  const params = sqlParams();
  const { rows } = await db.query<ClassRow & { total: number }>(
    prepared(askedClasses(user, 'scoreEntry:query', filter, params, { pageNo, pageSize, sort }), params.values),
  );
  return {
    rows: rows.filter(isClass).map((row) => entryClassOf(row, filter.scoreType, now)),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Classes of the person whose scores were never handed in, where the list does not show them: of other semesters that
 * have begun, and of the same semester those of other score types that can be typed now, as a make-up class.
 */
export async function listUnfinishedElsewhere(
  db: Queryable,
  { gh }: Principal,
  filter: Pick<EntryClassFilter, 'semesterId' | 'scoreType'>,
): Promise<{ semesterId: string; semesterName: string; scoreType: ScoreType; n: number }[]> {
  if (gh === null) return [];
  const { rows } = await db.query<{ semesterId: string; semesterName: string; scoreType: ScoreType; n: number }>(
    prepared(
      `select semester.xnxq as "semesterId", semester.xnxqmc as "semesterName", sheet.score_type as "scoreType",
          count(*)::int as n
         from ${sheetTeacherTable} taught join ${sheetTable} sheet using (sheet_id)
         join base.teaching_class class on class.teaching_class_id = sheet.teaching_class_id
         join base.semester on semester.xnxq = sheet.semester_id
        where taught.gh = $1 and (sheet.import_teacher_gh is null or sheet.import_teacher_gh = $1)
          and semester.ksrq <= base.school_day()
          and (semester.xnxq <> coalesce($2, (select xnxq from base.semester where sfdqxq = '1'), '')
            or sheet.score_type <> $3 and now() between sheet.window_begin and sheet.window_end)
          and ${isUnfinished}
        group by semester.xnxq, sheet.score_type order by semester.xnxq desc, sheet.score_type`,
      [gh, filter.semesterId ?? null, filter.scoreType],
    ),
  );
  return rows;
}

/** All of them, for a workbook. */
export function exportedEntryClasses(
  user: Principal,
  permission: PermissionCode | null,
  filter: EntryClassFilter,
  now: Date,
): Selection<EntryClass> {
  const params = sqlParams();
  return mapped(selection<ClassRow>(askedClasses(user, permission, filter, params, null), params.values), (row) =>
    isClass(row) ? entryClassOf(row, filter.scoreType, now) : [],
  );
}

/** Where the page has no class there is the total alone. */
const isClass = (row: { teaching_class_id: string | null }): boolean => row.teaching_class_id !== null;

const courseOf = '(select course.kcmc from base.course where course.kch = hit.course_id)';
/** What classes are sorted by, where they stand with their course. */
const sortsOf = (table: string, courseName: string) => ({
  courseName: byPinyin(courseName),
  teachingClassName: byPinyin(`${table}.teaching_class_name`),
});

/** The page is cut before the details are looked up, in one statement with the count. */
function askedClasses(
  user: Principal,
  permission: PermissionCode | null,
  filter: EntryClassFilter,
  params: SqlParams,
  page: Page | null,
): string {
  const type = params.add(filter.scoreType);
  const bySheet = filter.scoreType !== scoreType.regular || Boolean(filter.entryState);
  const conditions = [
    'class.semester_id = ' +
      `${filter.semesterId ? params.add(filter.semesterId) : `(select xnxq from base.semester where sfdqxq = '1')`}`,
    scopeCondition(user, permission, teachingClassScope, params),
    filter.scoreType === scoreType.regular ? `class.class_kind = '1'` : 'sheet.sheet_id is not null',
    ...(filter.entryState ? [`coalesce(sheet.entry_state, 'empty') = ${params.add(filter.entryState)}`] : []),
    ...(filter.keyword ? [keywordCondition(filter.keyword, params)] : []),
  ];
  const cut = page ? `limit ${params.add(page.pageSize)} offset ${params.add((page.pageNo - 1) * page.pageSize)}` : '';
  return `with hit as materialized (
       select class.*
       from base.teaching_class class ${filter.keyword ? 'join base.course on course.kch = class.course_id' : ''}
         ${bySheet ? sheetOf(type) : ''}
        where ${conditions.join(' and ')}
     ), page as (
       select * from hit
       order by ${sortedOrder(page?.sort, sortsOf('hit', courseOf), 'teaching_class_code')}
         ${cut}
     )
     select found.total, shown.* from (select count(*)::int as total from hit) found
       left join (select ${classColumns} from page class ${classTables(type)}) shown on true
      order by ${sortedOrder(page?.sort, sortsOf('shown', 'shown.course_name'), 'shown.teaching_class_code')}`;
}

/** Whether a class is in the person's scope under a permission. */
export async function reachesClass(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  teachingClassId: string,
): Promise<boolean> {
  const params = sqlParams();
  const { rows } = await db.query(
    prepared(
      `select from base.teaching_class class
        where class.teaching_class_id = ${params.add(teachingClassId)}
          and ${scopeCondition(user, permission, teachingClassScope, params)}`,
      params.values,
    ),
  );
  return rows.length > 0;
}

function keywordCondition(keyword: string, params: SqlParams): string {
  const text = params.add(containing(keyword));
  return `(course.kcmc ilike ${text} or course.ywbm ilike ${text} or class.search_text like lower(${text}))`;
}

/** The class as people see it. */
export function entryClassOf(row: ClassRow, scoreType: string, now: Date): EntryClass {
  const entryState = row.entry_state ?? 'empty';
  return {
    teachingClassId: row.teaching_class_id,
    teachingClassCode: row.teaching_class_code,
    teachingClassName: row.teaching_class_name,
    scoreType,
    semesterId: row.semester_id,
    semesterName: row.xnxqmc,
    courseNum: row.course_num,
    courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1),
    openDepartmentName: row.open_department_name,
    teacherName: row.teacher_name ?? '',
    importTeacher: row.import_teacher ?? '',
    coursePersonCount: row.person_count,
    enteredNum: row.entered_num ?? 0,
    sheetStatus: row.sheet_status ?? sheetStatus.unset,
    entryState,
    entryStateName: entryStateNames[entryState],
    scoreTermInputBeginTime: toDateTimeText(row.window_begin),
    scoreTermInputEndTime: toDateTimeText(row.window_end),
    windowState: !row.has_window || now > row.window_end ? 'closed' : now < row.window_begin ? 'before' : 'open',
    applyId: row.apply_id,
    approvalNodeName: row.approval_node_name,
    returnOpinion: row.return_opinion,
    returnedBy: row.returned_by,
  };
}
