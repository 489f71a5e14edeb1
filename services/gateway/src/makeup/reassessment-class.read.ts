import type { reassessmentSorts } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import type { z } from 'zod';
import { approvableStatuses, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  reassessmentKinds,
  type reassessmentCalls,
  type ReassessmentItem,
  type ReassessmentKind,
  type ReassessmentTab,
} from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  makeupOptionName,
  sheetStatusNames,
  type SheetStatus,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../approval/shared/approval-viewer.ts';
import { awaitingCondition } from '../approval/shared/waiting-for-viewer.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

type Detail = z.output<(typeof reassessmentCalls)['retakeApproval']['detail']['output']>;

/** What a list asks for. */
export interface ReassessmentFilter {
  readonly semesterId?: string | undefined;
  readonly keyword?: string | undefined;
}

/** Scope of a class: the opening unit and campus; a teacher's own classes. */
export const classScope: ScopedRow = {
  target: 'teachingClass',
  DW: 'class.open_department_id',
  XQ: 'class.xqdm',
  own: ({ gh }, params) =>
    gh === null
      ? 'false'
      : `exists (select from base.teaching_class_teacher own
          where own.teaching_class_id = class.teaching_class_id and own.gh = ${params.add(gh)})`,
};

const codeOfTab = { todo: 'query', passed: 'scorePassApproval:query', all: 'scoreApprovalAll:query' } as const;
/** Permission of each list. */
export const tabPermission = (kind: ReassessmentKind, tab: ReassessmentTab) => `${kind}:${codeOfTab[tab]}` as const;

interface ClassRow {
  teaching_class_id: string;
  teaching_class_name: string;
  semester_id: string;
  semester_name: string;
  course_num: string;
  course_name: string;
  course_credit: number;
  open_department_name: string;
  teacher_name: string | null;
  import_teacher: string | null;
  person_count: number;
  window_begin: Date;
  window_end: Date;
  option: string | null;
  sheet_status: SheetStatus | null;
  origin_open_num: number;
  rules: SheetRules | null;
}
interface ApplicationRow extends Pick<
  ReadRowOf<typeof approvalListModel.tables.application>,
  'apply_id' | 'applicant_name' | 'apply_time' | 'status' | 'current_node_name'
> {
  passed_num: number | null;
  waits: boolean;
}

/**
 * How many listed students of a sheet the office has to decide about: their original score is another now. Once it is
 * published that is whose make-up would fail.
 */
export const openOrigins = `(select count(*)::int from ${sheetRowTable} sheet_row
    where sheet_row.sheet_id = sheet.sheet_id and (sheet_row.origin->>'open')::boolean
      and (sheet.sheet_status <> '4' or sheet_row.origin->>'cause' = 'lowered'))`;

/** The class `c` with its sheet `s`, which a list that is not frozen does not have yet. */
const classColumns = `class.teaching_class_id, class.teaching_class_name, class.semester_id,
  semester.xnxqmc as semester_name,
    course.ywbm as course_num, course.kcmc as course_name, course.xf as course_credit,
      department.dwmc as open_department_name,
  teachers.names as teacher_name, coalesce(sheet.import_teacher, teachers.first) as import_teacher,
  (select count(*)::int from base.teaching_class_student roster
    where roster.teaching_class_id = class.teaching_class_id) as
    person_count,
  coalesce(sheet.window_begin, exam_group.score_term_input_begin_time,
    retake_class.score_term_input_begin_time) as window_begin,
    coalesce(sheet.window_end, exam_group.score_term_input_end_time,
      retake_class.score_term_input_end_time) as window_end,
  coalesce(sheet.rules->'retake'->>'makeupAndDelayTemplateValue', exam_group.makeup_and_delay_template_value) as option,
    sheet.sheet_status, ${openOrigins} as origin_open_num, sheet.rules`;
const classTables = `join base.semester on semester.xnxq = class.semester_id
  join base.course on course.kch = class.course_id
  join base.department on department.dwh = class.open_department_id
  left join base.makeup_course exam_group on exam_group.makeup_course_id = class.teaching_class_id
  left join base.rebuild_class retake_class on retake_class.rebuild_class_id = class.teaching_class_id
  left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.' || class.class_kind
  left join lateral (select string_agg(teacher.xm, '、' order by taught.sort_num, taught.gh) as names,
    (array_agg(teacher.xm order by taught.sort_num, taught.gh))[1] as first
    from base.teaching_class_teacher taught join base.teacher on teacher.gh = taught.gh
    where taught.teaching_class_id = class.teaching_class_id) teachers on true`;
const applicationColumns = `application.apply_id, application.applicant_name, application.apply_time,
  application.status, application.current_node_name,
    (sheet.figures->>'passedNum')::int as passed_num`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof reassessmentSorts)[number], string>> = {
  semesterId: 'class.semester_id',
  courseName: byPinyin('course.kcmc'),
  scoreTermInputEndTime: 'window_end',
  applyTime: 'application.apply_time',
  status: 'application.status',
};

/** One page of a list of an approval, in the person's scope (MAKEUP-01, 02, 21). */
export async function listReassessments(
  db: Queryable,
  viewer: Viewer,
  kind: ReassessmentKind,
  tab: ReassessmentTab,
  filter: ReassessmentFilter,
  page: ListPage<(typeof reassessmentSorts)[number]>,
): Promise<{ rows: ReassessmentItem[]; total: number }> {
  const params = sqlParams();
  const asked = askedReassessments(
    viewer,
    { kind, tab, filter, permission: tabPermission(kind, tab), sort: page.sort },
    params,
  );
  const { rows } = await db.query<ListedRow & { total: number }>(
    `${asked} limit ${params.add(page.pageSize)} offset ${params.add((page.pageNo - 1) * page.pageSize)}`,
    [...params.values],
  );
  return { rows: rows.map((row) => itemOf(row, kind)), total: rows[0]?.total ?? 0 };
}

/** The whole list for a workbook, in the scope of the export's own permission (MAKEUP-22). */
export function exportedReassessments(
  viewer: Viewer,
  kind: ReassessmentKind,
  tab: ReassessmentTab,
  filter: ReassessmentFilter,
  permission: PermissionCode | null,
): Selection<ReassessmentItem> {
  const params = sqlParams();
  return mapped(
    selection<ListedRow>(askedReassessments(viewer, { kind, tab, filter, permission }, params), params.values),
    (row) => itemOf(row, kind),
  );
}

type ListedRow = ClassRow & ApplicationRow;
interface Asked {
  readonly kind: ReassessmentKind;
  readonly tab: ReassessmentTab;
  readonly filter: ReassessmentFilter;
  readonly permission: PermissionCode | null;
  readonly sort?: ListPage<(typeof reassessmentSorts)[number]>['sort'];
}

function askedReassessments(viewer: Viewer, { kind, tab, filter, permission, sort }: Asked, params: SqlParams): string {
  const waits = awaitingCondition('application.apply_id', viewer, params);
  const conditions = [
    `application.process_no = ${params.add(reassessmentKinds[kind].processNo)}`,
    scopeCondition(viewer.user, permission, classScope, params),
  ];
  if (tab === 'todo') conditions.push(`application.status = any(${params.add(approvableStatuses)})`, waits);
  if (tab === 'passed') conditions.push(`application.status = '9'`);
  if (filter.semesterId) conditions.push(`class.semester_id = ${params.add(filter.semesterId)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(
      `(course.kcmc ilike ${text} or course.ywbm ilike ${text} or class.teaching_class_name ilike ${text}
        or application.applicant_name ` + `ilike ${text})`,
    );
  }
  return `select ${classColumns}, ${applicationColumns}, ${waits} as waits, (count(*) over ())::int as total
       from ${applicationTable} application
       join base.teaching_class class on class.teaching_class_id = application.teaching_class_id ${classTables}
      where ${conditions.join(' and ')}
      order by ${sortedOrder(
        sort,
        sortExpressions,
        `${tab === 'todo' ? 'application.waiting_since' : 'application.apply_time desc'}, application.apply_id`,
      )}`;
}

const itemOf = (row: ListedRow, kind: ReassessmentKind): ReassessmentItem => ({
  ...classOf(row, kind),
  ...applicationOf(row),
});

/** Those of the applications that lie in the person's scope. */
export async function decidableReassessments(
  db: Queryable,
  { user }: Viewer,
  kind: ReassessmentKind,
  applyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const params = sqlParams();
  const { rows } = await db.query<{ apply_id: string }>(
    `select application.apply_id from ${applicationTable} application
      join base.teaching_class class on class.teaching_class_id = application.teaching_class_id
      where application.apply_id = any(${params.add(applyIds)})
        and application.process_no = ${params.add(reassessmentKinds[kind].processNo)}
        and ${scopeCondition(user, `${kind}:approval`, classScope, params)}`,
    [...params.values],
  );
  return new Set(rows.map((row) => row.apply_id));
}

/** How many applications wait for the person. */
export async function countWaitingReassessments(
  db: Queryable,
  viewer: Viewer,
  kind: ReassessmentKind,
): Promise<number> {
  const params = sqlParams();
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from ${applicationTable} application
      join base.teaching_class class on class.teaching_class_id = application.teaching_class_id
      where application.process_no = ${params.add(reassessmentKinds[kind].processNo)}
        and ${scopeCondition(viewer.user, tabPermission(kind, 'todo'), classScope, params)}
        and ${awaitingCondition('application.apply_id', viewer, params)}`,
    [...params.values],
  );
  return rows[0]?.count ?? 0;
}

/** A class of its kind in the person's scope, with its application if it was handed in; undefined otherwise. */
export async function findReassessment(
  db: Queryable,
  viewer: Viewer,
  kind: ReassessmentKind,
  teachingClassId: string,
  permission: PermissionCode = `${kind}:query`,
): Promise<(Detail & { rules: SheetRules | null }) | undefined> {
  const params = sqlParams();
  const {
    rows: [row],
  } = await db.query<ClassRow & Partial<ApplicationRow>>(
    `select ${classColumns}, ${applicationColumns},
      ${awaitingCondition('application.apply_id', viewer, params)} as waits
       from base.teaching_class class ${classTables}
         left join ${applicationTable} application on application.apply_id = sheet.apply_id
      where class.teaching_class_id = ${params.add(teachingClassId)}
        and class.class_kind = any(${params.add(reassessmentKinds[kind].scoreTypes)})
        and ${scopeCondition(viewer.user, permission, classScope, params)}`,
    [...params.values],
  );
  if (!row) return undefined;
  const { apply_id: applyId, status, current_node_name: node, waits } = row;
  const inApproval = status !== undefined && approvableStatuses.includes(status);
  return {
    ...classOf(row, kind),
    applyId: applyId ?? null,
    approvalBusinessStatus: status ?? null,
    approvalBusinessStatusName: status ? businessStatusNames[status] : null,
    currentNodeName: inApproval ? (node ?? null) : null,
    mayApprove: inApproval && waits === true,
    rules: row.rules,
  };
}

function classOf(
  row: ClassRow,
  kind: ReassessmentKind,
): Omit<ReassessmentItem, keyof ReturnType<typeof applicationOf>> {
  const status = row.sheet_status ?? sheetStatus.unset;
  return {
    teachingClassId: row.teaching_class_id,
    makeupCourseId: row.teaching_class_id,
    scoreType: reassessmentKinds[kind].scoreType,
    semesterId: row.semester_id,
    makeupSemester: row.semester_name,
    courseNum: row.course_num,
    courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1),
    teachingClassName: row.teaching_class_name,
    openDepartmentName: row.open_department_name,
    teacherName: row.teacher_name ?? '',
    importTeacher: row.import_teacher ?? '',
    coursePersonCount: row.person_count,
    scoreTermInputBeginTime: toDateTimeText(row.window_begin),
    scoreTermInputEndTime: toDateTimeText(row.window_end),
    makeupAndDelayTemplateValue: row.option,
    makeupOptionName: makeupOptionName(row.option),
    sheetStatus: status,
    sheetStatusName: sheetStatusNames[status],
    originOpenNum: row.origin_open_num,
  };
}

function applicationOf(row: ApplicationRow) {
  const inApproval = approvableStatuses.includes(row.status);
  return {
    applyId: row.apply_id,
    passedNum: row.passed_num ?? 0,
    applicantName: row.applicant_name,
    applyTime: toDateTimeText(row.apply_time),
    approvalBusinessStatus: row.status as string,
    approvalBusinessStatusName: businessStatusNames[row.status] as string,
    currentNodeName: inApproval ? row.current_node_name : null,
    mayApprove: inApproval && row.waits,
  };
}
