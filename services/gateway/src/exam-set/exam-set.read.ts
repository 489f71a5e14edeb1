import type { z } from 'zod';
import type { classSorts, examSetClass } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { sheetId, type ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import {
  sheetStatusNames,
  type ScoreType,
  type SheetStatus,
  scoreType,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { isUnfinished } from '@jwxt/infra/runtime/unfinished-sheets.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { byPinyin, sortedOrder } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { teachingClassScope } from '../score/shared/teaching-class-scope.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

export type ExamSetClass = z.input<typeof examSetClass>;

/** What a list of classes asks for. Without a semester it is the current one. */
export interface ClassFilter {
  readonly scoreType: ScoreType;
  readonly semesterId?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly courseNature?: string | undefined;
  readonly sheetStatus?: string | undefined;
  readonly overdue?: YesNo | undefined;
  readonly unfinished?: YesNo | undefined;
  readonly course?: string | undefined;
  readonly teacher?: string | undefined;
  readonly teachingClassName?: string | undefined;
  readonly teachingClassIds?: readonly string[] | undefined;
}
/** One sheet: a class of a semester and a score type. */
export interface ClassKey {
  readonly teachingClassId: string;
  readonly semesterId: string;
  readonly scoreType: ScoreType;
}
type ClassSort = (typeof classSorts)[number];

/** A page of a list, from 1. */
export interface Paging {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort?: SortText<ClassSort> | undefined;
}

interface ClassRow {
  teaching_class_id: string;
  teaching_class_code: string;
  teaching_class_name: string;
  class_kind: ScoreType;
  semester_id: string;
  xnxqmc: string;
  course_id: string;
  course_num: string;
  course_name: string;
  course_credit: number;
  open_department_id: string;
  open_department_name: string;
  teacher_names: string | null;
  import_teacher: string | null;
  import_teacher_gh: string | null;
  person_count: number;
  entered_num: number | null;
  complete_num: number | null;
  sheet_status: SheetStatus;
  score_template_id: string | null;
  score_template_name: string | null;
  template_items: readonly ScoreItem[] | null;
  hierarchy_code: string;
  hierarchy_name: string | null;
  digit: number | null;
  items: readonly ScoreItem[] | null;
  window_begin: Date | null;
  window_end: Date | null;
  overdue: boolean;
  apply_id: string | null;
  approval_node_name: string | null;
  return_opinion: string | null;
  returned_by: string | null;
  revision: number | null;
  window_source: WindowSource;
}
/** Where a window comes from, from narrow to wide. */
export type WindowSource = 'class' | 'course' | 'unitNature' | 'unit' | 'nature' | 'semester' | 'none';

/**
 * Classes with course, the sheet of their kind, the window `term` that the term would give, and the template they have
 * or would get.
 */
const tables = (source: string): string => `${source} class
  join base.semester on semester.xnxq = class.semester_id
  join base.course on course.kch = class.course_id
  join base.department on department.dwh = class.open_department_id
  left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.' || class.class_kind
  left join lateral base.entry_window(class.semester_id, class.class_kind, class.course_id,
    class.open_department_id) term on true`;
const windowEnd = 'coalesce(sheet.window_end, term.score_term_input_end_time)';
const overdue = (now: string): string =>
  `(coalesce(sheet.sheet_status, '0') in ('0', '1', '2') and coalesce(${windowEnd} < ${now}, false))`;
/** Events keep milliseconds. */
const ofTerm = `sheet.window_begin = date_trunc('milliseconds', term.score_term_input_begin_time)
    and sheet.window_end = date_trunc('milliseconds', term.score_term_input_end_time)`;
const columns = `class.teaching_class_id, class.teaching_class_code, class.teaching_class_name,
  class.class_kind, class.semester_id, semester.xnxqmc,
    class.course_id, course.ywbm as course_num, course.kcmc as course_name, course.xf as course_credit,
  class.open_department_id, department.dwmc as open_department_name, coalesce(sheet.import_teacher,
    teachers.first) as import_teacher,
    sheet.import_teacher_gh, teachers.names as teacher_names, people.count as person_count,
  sheet.entered_num, sheet.complete_num, coalesce(sheet.sheet_status, '0') as sheet_status, found.score_template_id,
    found.score_template_name, found.items as template_items,
    coalesce(sheet.rules ->> 'scoreHierarchyCode', found.score_hierarchy_code,
      class.score_hierarchy_code) as hierarchy_code,
  coalesce(sheet.rules ->> 'scoreHierarchyName', scale.score_hierarchy_name) as hierarchy_name,
    coalesce((sheet.rules ->> 'digit')::int, found.digit) as digit, coalesce(sheet.rules -> 'items',
      found.items) as items,
  coalesce(sheet.window_begin, term.score_term_input_begin_time) as window_begin, ${windowEnd} as window_end,
    sheet.apply_id,
    case when sheet.sheet_status = '3' then application.current_node_name end as approval_node_name,
  sheet.return_opinion, sheet.returned_by, sheet.revision, case when sheet.sheet_id is not null
    and (${ofTerm}) is not true then 'class'
    when term.score_term_control_id is null then 'none' when term.course_id is not null then 'course'
    when term.department_id is not null and term.course_nature is not null then 'unitNature'
      when term.department_id is not null then 'unit' when term.course_nature is not null then 'nature' else 'semester'
      end as window_source`;
const lookedUp = `
  left join ${applicationTable} application on application.apply_id = sheet.apply_id
  left join lateral (select template.* from base.score_template template where case when sheet.sheet_id is not null
    then template.score_template_id = sheet.rules ->> 'scoreTemplateId'
      when coalesce(class.score_template_id, term.score_template_id) is null then template.is_default = '1'
        and template.sfqy = '1'
        else template.score_template_id = coalesce(class.score_template_id, term.score_template_id) end
    order by (template.score_hierarchy_code = class.score_hierarchy_code) desc,
      template.score_template_id limit 1) found on true
  left join base.score_hierarchy scale on scale.score_hierarchy_code =
    coalesce(sheet.rules ->> 'scoreHierarchyCode', found.score_hierarchy_code, class.score_hierarchy_code)
  left join lateral (select string_agg(teacher.xm, '、' order by taught.sort_num, taught.gh) as names,
    (array_agg(teacher.xm order by taught.sort_num, taught.gh))[1] as first
    from base.teaching_class_teacher taught join base.teacher on teacher.gh = taught.gh
    where taught.teaching_class_id = class.teaching_class_id) teachers on true
  left join lateral (select count(*)::int from base.teaching_class_student roster
    where roster.teaching_class_id = class.teaching_class_id) people on true`;

/** What classes are sorted by. */
const sortExpressions: Readonly<Record<ClassSort, string>> = {
  teachingClassName: byPinyin('class.teaching_class_name'),
  courseName: byPinyin('course.kcmc'),
  sheetStatus: `coalesce(sheet.sheet_status, '0')`,
  progress: 'coalesce(sheet.complete_num, 0)',
  scoreTermInputEndTime: windowEnd,
};

/** Classes of a score type: the ordinary ones, set up or not, or those whose frozen list has made a sheet. */
function ofType(type: ScoreType, params: SqlParams): string {
  const kind = `class.class_kind = ${params.add(type)}`;
  return type === scoreType.regular ? kind : `${kind} and sheet.sheet_id is not null`;
}

function conditionsOf(
  user: Principal,
  permission: PermissionCode | null,
  filter: ClassFilter,
  now: string,
  params: SqlParams,
): string[] {
  const like = (text: string): string => params.add(containing(text));
  const byTeacher = (text: string): string =>
    `(sheet.import_teacher ilike ${text}
        or exists (select from base.teaching_class_teacher taught join base.teacher on teacher.gh = taught.gh
        where taught.teaching_class_id = class.teaching_class_id and (teacher.xm ilike ${text}
          or teacher.gh ilike ${text})))`;
  const byCourse = (text: string): string => `(course.kcmc ilike ${text} or course.ywbm ilike ${text})`;
  const byClass = (text: string): string => `class.search_text like lower(${text})`;
  return [
    ofType(filter.scoreType, params),
    filter.teachingClassIds ? `class.teaching_class_id = any(${params.add([...filter.teachingClassIds])})` : 'true',
    filter.semesterId
      ? `class.semester_id = ${params.add(filter.semesterId)}`
      : `class.semester_id = (select xnxq from base.semester where sfdqxq = '1')`,
    scopeCondition(user, permission, teachingClassScope, params),
    ...(filter.departmentId ? [`class.open_department_id = ${params.add(filter.departmentId)}`] : []),
    ...(filter.courseNature ? [`course.kcxz = ${params.add(filter.courseNature)}`] : []),
    ...(filter.sheetStatus ? [`coalesce(sheet.sheet_status, '0') = ${params.add(filter.sheetStatus)}`] : []),
    ...(filter.overdue === undefined ? [] : [`${overdue(now)} = ${filter.overdue === yesNo.yes ? 'true' : 'false'}`]),
    ...(filter.unfinished === yesNo.yes ? [isUnfinished] : []),
    ...(filter.course ? [byCourse(like(filter.course))] : []),
    ...(filter.teacher ? [byTeacher(like(filter.teacher))] : []),
    ...(filter.teachingClassName ? [byClass(like(filter.teachingClassName))] : []),
  ];
}

/**
 * The classes in scope of a permission with their settings, by code; all of them, for setting them up, where no page is
 * named.
 */
export async function listClasses(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  filter: ClassFilter,
  now: Date,
  page?: Paging,
): Promise<{ list: ExamSetClass[]; total: number }> {
  const params = sqlParams();
  const { rows } = await db.query<ClassRow & { n: number }>(askedClasses(user, permission, filter, now, params, page), [
    ...params.values,
  ]);
  return { list: rows.map((row) => classOf(row, now)), total: rows[0]?.n ?? 0 };
}

/** All of them, for a workbook. */
export function exportedClasses(
  user: Principal,
  permission: PermissionCode | null,
  filter: ClassFilter,
  now: Date,
): Selection<ExamSetClass> {
  const params = sqlParams();
  return mapped(selection<ClassRow>(askedClasses(user, permission, filter, now, params), params.values), (row) =>
    classOf(row, now),
  );
}

function askedClasses(
  user: Principal,
  permission: PermissionCode | null,
  filter: ClassFilter,
  now: Date,
  params: SqlParams,
  page?: Paging,
): string {
  const at = `${params.add(now.toISOString())}::timestamptz`;
  const where = conditionsOf(user, permission, filter, at, params).join(' and ');
  const cut = page ? `limit ${params.add(page.pageSize)} offset ${params.add((page.pageNo - 1) * page.pageSize)}` : '';
  const order = sortedOrder(page?.sort, sortExpressions, 'class.teaching_class_code, class.teaching_class_id');
  return `with hit as materialized (select class.*, count(*) over ()::int as n from ${tables('base.teaching_class')}
      where ${where} order by ${order} ${cut})
     select class.n, ${columns}, ${overdue(at)} as overdue from ${tables('hit')} ${lookedUp}
      order by ${order}`;
}

/** One class in scope with what else its page shows; undefined when it is not in scope or not of the semester. */
export async function findClass(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { teachingClassId, ...of }: ClassKey,
  now: Date,
): Promise<{ shown: ExamSetClass; revision: number; source: WindowSource } | undefined> {
  const params = sqlParams();
  const at = `${params.add(now.toISOString())}::timestamptz`;
  const where = conditionsOf(user, permission, { ...of, teachingClassIds: [teachingClassId] }, at, params).join(
    ' and ',
  );
  const {
    rows: [row],
  } = await db.query<ClassRow>(
    `select ${columns}, ${overdue(at)} as overdue from ${tables('base.teaching_class')} ${lookedUp} where ${where}`,
    [...params.values],
  );
  return row && { shown: classOf(row, now), revision: row.revision ?? -1, source: row.window_source };
}

type Figures = Record<'total' | 'unset' | 'set' | 'entering' | 'approving' | 'published' | 'overdue', number>;

/** How many classes of a semester in scope stand where. */
export async function countClasses(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  filter: ClassFilter,
  now: Date,
): Promise<Figures> {
  const params = sqlParams();
  const at = `${params.add(now.toISOString())}::timestamptz`;
  const where = conditionsOf(user, permission, filter, at, params).join(' and ');
  const { unset, set, entering, submitted, published } = sheetStatus;
  const of = (status: SheetStatus): string =>
    `count(*) filter (where coalesce(sheet.sheet_status, '${unset}') = '${status}')::int`;
  const {
    rows: [row],
  } = await db.query<Figures>(
    `select count(*)::int as total, ${of(unset)} as unset, ${of(set)} as set, ${of(entering)} as entering,
        ${of(submitted)} as approving, ${of(published)} as published,
        count(*) filter (where ${overdue(at)})::int as overdue
       from ${tables('base.teaching_class')} where ${where}`,
    [...params.values],
  );
  return row!;
}

/** Names of the classes among these that are in scope of a permission, of the semester and of the score type. */
export async function reachedClasses(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { semesterId, scoreType: type }: Pick<ClassKey, 'semesterId' | 'scoreType'>,
  teachingClassIds: readonly string[],
): Promise<ReadonlyMap<string, ReachedClass>> {
  const params = sqlParams();
  const { rows } = await db.query<ReachedClass & { teaching_class_id: string }>(
    `select class.teaching_class_id, class.teaching_class_name as name, coalesce(sheet.sheet_status, '0') as status,
        sheet.apply_id as "applyId"
      from base.teaching_class class
       left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.' || class.class_kind
      where ${ofType(type, params)} and class.semester_id = ${params.add(semesterId)}
        and class.teaching_class_id = any(${params.add([...teachingClassIds])})
        and ${scopeCondition(user, permission, teachingClassScope, params)}`,
    [...params.values],
  );
  return new Map(rows.map(({ teaching_class_id: id, ...row }) => [id, row]));
}
/** A class that a person may set, and where its sheet stands. */
export interface ReachedClass {
  readonly name: string;
  readonly status: SheetStatus;
  readonly applyId: string | null;
}

/** Items in one line: 平时成绩40%、期末成绩60%. */
export function itemsText(
  items: readonly Pick<ScoreItem, 'scoreSubItemName' | 'scoreSubItemProportion' | 'enable'>[],
): string {
  return items
    .map(
      (item) =>
        `${item.scoreSubItemName}${item.enable === 'true' ? `${String(item.scoreSubItemProportion)}%` : '（停用）'}`,
    )
    .join('、');
}

/** Where now stands to a window; both its ends belong to it. */
function windowStateOf(begin: Date | null, end: Date | null, now: Date): 'none' | 'before' | 'open' | 'closed' {
  if (begin === null || end === null) return 'none';
  return now > end ? 'closed' : now < begin ? 'before' : 'open';
}

/** The template that a class was set up with; a class keeps its own items, which may have been changed since. */
function templateName({ score_template_name: name, template_items: of, items }: ClassRow): string {
  if (name === null) return '';
  return of !== null && items !== null && itemsText(of) !== itemsText(items) ? `${name}（分项已调整）` : name;
}

function classOf(row: ClassRow, now: Date): ExamSetClass {
  return {
    examSetId: sheetId(row.teaching_class_id, row.class_kind),
    teachingClassId: row.teaching_class_id,
    teachingClassCode: row.teaching_class_code,
    teachingClassName: row.teaching_class_name,
    scoreType: row.class_kind,
    semesterId: row.semester_id,
    semesterName: row.xnxqmc,
    courseId: row.course_id,
    courseNum: row.course_num,
    courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1),
    openDepartmentId: row.open_department_id,
    openDepartmentName: row.open_department_name,
    teacherName: row.teacher_names ?? '',
    importTeacher: row.import_teacher ?? '',
    importTeacherGh: row.import_teacher_gh,
    coursePersonCount: row.person_count,
    enteredNum: row.entered_num ?? 0,
    completeNum: row.complete_num ?? 0,
    sheetStatus: row.sheet_status,
    sheetStatusName: sheetStatusNames[row.sheet_status],
    scoreTemplateId: row.score_template_id,
    scoreTemplateName: templateName(row),
    scoreHierarchyCode: row.hierarchy_code,
    scoreHierarchyName: row.hierarchy_name ?? row.hierarchy_code,
    digit: row.digit ?? 0,
    itemsText: itemsText(row.items ?? []),
    scoreTermInputBeginTime: row.window_begin && toDateTimeText(row.window_begin),
    scoreTermInputEndTime: row.window_end && toDateTimeText(row.window_end),
    windowState: windowStateOf(row.window_begin, row.window_end, now),
    overdue: row.overdue ? yesNo.yes : yesNo.no,
    applyId: row.apply_id,
    approvalNodeName: row.approval_node_name,
    returnOpinion: row.return_opinion,
    returnedBy: row.returned_by,
  };
}
