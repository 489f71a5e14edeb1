import type { scoreAuditSorts } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import type { z } from 'zod';
import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  REGULAR_PROCESS,
  type exportRegularApprovals,
  type RegularApprovalItem,
} from '@jwxt/contracts/score/regular-approval.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { SheetFigures } from '@jwxt/contracts/score/score-sheet.events.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../../approval/shared/waiting-for-viewer.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { teachingClassScope } from '../shared/teaching-class-scope.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

type Filter = z.output<(typeof exportRegularApprovals)['input']>;

/** A submission with the class it is of. */
export interface RegularApprovalRow
  extends
    Pick<
      ReadRowOf<typeof approvalListModel.tables.application>,
      'apply_id' | 'applicant_name' | 'apply_time' | 'status' | 'round' | 'current_node_name'
    >,
    Pick<
      ReadRowOf<typeof scoreSheetModel.tables.sheet>,
      | 'teaching_class_id'
      | 'score_type'
      | 'semester_name'
      | 'open_department_name'
      | 'course_num'
      | 'course_name'
      | 'course_credit'
      | 'teaching_class_name'
      | 'teachers'
      | 'import_teacher'
      | 'figures'
    > {
  awaits_me: boolean;
}

const columns = `application.apply_id, application.teaching_class_id, application.score_type, sheet.semester_name,
  sheet.open_department_name, sheet.course_num,
    sheet.course_name, sheet.course_credit, sheet.teaching_class_name, sheet.teachers, sheet.import_teacher,
  application.applicant_name, application.apply_time, application.status, application.round,
    application.current_node_name, case when sheet.apply_id = application.apply_id
    then sheet.figures end as figures`;
const from = `from ${applicationTable} application
  join base.teaching_class class on class.teaching_class_id = application.teaching_class_id
  join ${sheetTable} sheet on sheet.sheet_id = application.teaching_class_id || '.' || application.score_type`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof scoreAuditSorts)[number], string>> = {
  courseName: byPinyin('sheet.course_name'),
  teachingClassName: byPinyin('sheet.teaching_class_name'),
  applyTime: 'application.apply_time',
  status: 'application.status',
};

/** Submissions of a process in scope under a permission; teachers see those of their classes. */
function visible(
  user: Principal,
  permission: PermissionCode | null,
  params: SqlParams,
  processNo: string = REGULAR_PROCESS,
): string {
  return (
    `application.process_no = ${params.add(processNo)} and ` +
    `${scopeCondition(user, permission, teachingClassScope, params)}`
  );
}

function conditionsOf(viewer: Viewer, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const conditions = [visible(viewer.user, permission, params)];
  if (filter.view === 'todo') conditions.push(awaitingCondition('application.apply_id', viewer, params));
  if (filter.view === 'passed') conditions.push(`application.status = '9'`);
  for (const [column, value] of [
    ['application.status', filter.approvalBusinessStatus],
    ['sheet.semester_id', filter.semesterId],
    ['sheet.open_department_id', filter.departmentId],
  ] as const) {
    if (value) conditions.push(`${column} = ${params.add(value)}`);
  }
  for (const [value, names] of [
    [filter.courseName, ['sheet.course_num', 'sheet.course_name']],
    [filter.teachingClassName, ['sheet.teaching_class_code', 'sheet.teaching_class_name']],
    [filter.applicantName, ['application.applicant_name']],
  ] as const) {
    if (!value) continue;
    const text = params.add(containing(value));
    conditions.push(`(${names.map((name) => `${name} ilike ${text}`).join(' or ')})`);
  }
  return conditions.join(' and ');
}

/**
 * One page, newest first, of those that wait for the person the oldest. `todo`: how many wait for the person, whatever
 * the view.
 */
export async function listRegularApprovals(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof scoreAuditSorts)[number]>,
): Promise<{ rows: RegularApprovalRow[]; total: number; todo: number }> {
  return await readAuditPage<RegularApprovalRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'application.apply_id',
      where: (params) => conditionsOf(viewer, permission, filter, params),
      waiting: (params) => conditionsOf(viewer, permission, { view: 'todo' }, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'todo' ? 'application.apply_time' : 'application.apply_time desc',
      ),
    },
    { pageNo, pageSize },
  );
}

/** All submissions for a workbook. */
export function exportedRegularApprovals(
  viewer: Viewer,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<RegularApprovalRow> {
  const params = sqlParams();
  const where = conditionsOf(viewer, permission, filter, params);
  return selection(
    `select ${columns}, false as awaits_me ${from} where ${where}
      order by application.apply_time desc, application.apply_id`,
    params.values,
  );
}

/** Those of some submissions that are in scope; of ordinary scores, or of another process about sheets. */
export async function findRegularApprovals(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  applyIds: readonly string[],
  processNo?: string,
): Promise<RegularApprovalRow[]> {
  const params = sqlParams();
  const inScope = visible(viewer.user, permission, params, processNo);
  const where = `application.apply_id = any(${params.add(applyIds)}) and ${inScope}`;
  return (
    await db.query<RegularApprovalRow>(
      `select ${columns}, ${awaitingCondition('application.apply_id', viewer, params)} as awaits_me ${from}
        where ${where}`,
      [...params.values],
    )
  ).rows;
}

const rate = (thousandths: number): string => `${formatDecimal(thousandths, 1, 1)}%`;

/** Figures as shown. */
export function figuresView(figures: SheetFigures | null): RegularApprovalItem['figures'] {
  if (figures === null) return null;
  const { personNum, scoredNum, passedNum, passRate, excellentRate, mean, max, min, bands } = figures;
  const value = (hundredths: number): string => (scoredNum === 0 ? '' : formatDecimal(hundredths, 2, 2));
  return {
    personNum,
    scoredNum,
    passedNum,
    passRate: scoredNum === 0 ? '' : rate(passRate),
    excellentRate: scoredNum === 0 ? '' : rate(excellentRate),
    mean: value(mean),
    max: value(max),
    min: value(min),
    bands: [...bands],
  };
}

/** A submission in lists. */
export function regularApprovalItemOf(row: RegularApprovalRow): RegularApprovalItem {
  return {
    applyId: row.apply_id,
    teachingClassId: row.teaching_class_id,
    semesterName: row.semester_name,
    departmentName: row.open_department_name,
    courseNum: row.course_num,
    courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1),
    teachingClassName: row.teaching_class_name,
    teacherName: row.teachers.map(({ name }) => name).join('、'),
    importTeacher: row.import_teacher,
    applicantName: row.applicant_name,
    applyTime: toDateTimeText(row.apply_time),
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    currentNodeName: row.current_node_name,
    awaitsMe: row.awaits_me,
    figures: figuresView(row.figures),
  };
}
