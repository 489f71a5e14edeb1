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

/** Scope of a class `c`: the opening unit and campus; a teacher's own classes. */
export const classScope: ScopedRow = {
  DW: 'c.open_department_id',
  XQ: 'c.xqdm',
  own: ({ gh }, params) =>
    gh === null
      ? 'false'
      : `exists (select from base.teaching_class_teacher own
          where own.teaching_class_id = c.teaching_class_id and own.gh = ${params.add(gh)})`,
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
 * How many listed students of an unpublished sheet `s` the office has to decide about: their original score is another
 * now.
 */
export const openOrigins = `(select count(*)::int from ${sheetRowTable} o
    where o.sheet_id = s.sheet_id and s.sheet_status <> '4' and (o.origin->>'open')::boolean)`;

/** The class `c` with its sheet `s`, which a list that is not frozen does not have yet. */
const classColumns = `c.teaching_class_id, c.teaching_class_name, c.semester_id, t.xnxqmc as semester_name,
    k.ywbm as course_num, k.kcmc as course_name, k.xf as course_credit, d.dwmc as open_department_name,
  teachers.names as teacher_name, coalesce(s.import_teacher, teachers.first) as import_teacher,
  (select count(*)::int from base.teaching_class_student r where r.teaching_class_id = c.teaching_class_id) as
    person_count,
  coalesce(s.window_begin, g.score_term_input_begin_time, b.score_term_input_begin_time) as window_begin,
    coalesce(s.window_end, g.score_term_input_end_time, b.score_term_input_end_time) as window_end,
  coalesce(s.rules->'retake'->>'makeupAndDelayTemplateValue', g.makeup_and_delay_template_value) as option,
    s.sheet_status, ${openOrigins} as origin_open_num, s.rules`;
const classTables = `join base.semester t on t.xnxq = c.semester_id join base.course k on k.kch = c.course_id
  join base.department d on d.dwh = c.open_department_id
  left join base.makeup_course g on g.makeup_course_id = c.teaching_class_id
  left join base.rebuild_class b on b.rebuild_class_id = c.teaching_class_id
  left join ${sheetTable} s on s.sheet_id = c.teaching_class_id || '.' || c.class_kind
  left join lateral (select string_agg(x.xm, '、' order by ct.sort_num, ct.gh) as names,
    (array_agg(x.xm order by ct.sort_num, ct.gh))[1] as first
    from base.teaching_class_teacher ct join base.teacher x on x.gh = ct.gh
    where ct.teaching_class_id = c.teaching_class_id) teachers on true`;
const applicationColumns = `a.apply_id, a.applicant_name, a.apply_time, a.status, a.current_node_name,
    (s.figures->>'passedNum')::int as passed_num`;

/** One page of a list of an approval, in the person's scope (MAKEUP-01, 02, 21). */
export async function listReassessments(
  db: Queryable,
  viewer: Viewer,
  kind: ReassessmentKind,
  tab: ReassessmentTab,
  filter: ReassessmentFilter,
  page: { pageNo: number; pageSize: number },
): Promise<{ rows: ReassessmentItem[]; total: number }> {
  const params = sqlParams();
  const asked = askedReassessments(viewer, { kind, tab, filter, permission: tabPermission(kind, tab) }, params);
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
}

function askedReassessments(viewer: Viewer, { kind, tab, filter, permission }: Asked, params: SqlParams): string {
  const waits = awaitingCondition('a.apply_id', viewer, params);
  const conditions = [
    `a.process_no = ${params.add(reassessmentKinds[kind].processNo)}`,
    scopeCondition(viewer.user, permission, classScope, params),
  ];
  if (tab === 'todo') conditions.push(`a.status = any(${params.add(approvableStatuses)})`, waits);
  if (tab === 'passed') conditions.push(`a.status = '9'`);
  if (filter.semesterId) conditions.push(`c.semester_id = ${params.add(filter.semesterId)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(
      `(k.kcmc ilike ${text} or k.ywbm ilike ${text} or c.teaching_class_name ilike ${text} or a.applicant_name ` +
        `ilike ${text})`,
    );
  }
  return `select ${classColumns}, ${applicationColumns}, ${waits} as waits, (count(*) over ())::int as total
       from ${applicationTable} a
       join base.teaching_class c on c.teaching_class_id = a.teaching_class_id ${classTables}
      where ${conditions.join(' and ')}
      order by ${tab === 'todo' ? 'a.waiting_since' : 'a.apply_time desc'}, a.apply_id`;
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
    `select a.apply_id from ${applicationTable} a
      join base.teaching_class c on c.teaching_class_id = a.teaching_class_id
      where a.apply_id = any(${params.add(applyIds)}) and a.process_no = ${params.add(reassessmentKinds[kind].processNo)}
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
    `select count(*)::int as count from ${applicationTable} a
      join base.teaching_class c on c.teaching_class_id = a.teaching_class_id
      where a.process_no = ${params.add(reassessmentKinds[kind].processNo)}
        and ${scopeCondition(viewer.user, tabPermission(kind, 'todo'), classScope, params)}
        and ${awaitingCondition('a.apply_id', viewer, params)}`,
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
    `select ${classColumns}, ${applicationColumns}, ${awaitingCondition('a.apply_id', viewer, params)} as waits
       from base.teaching_class c ${classTables} left join ${applicationTable} a on a.apply_id = s.apply_id
      where c.teaching_class_id = ${params.add(teachingClassId)}
        and c.class_kind = any(${params.add(reassessmentKinds[kind].scoreTypes)})
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
    makeupOptionName: kind === 'retakeApproval' ? makeupOptionName(row.option) : null,
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
