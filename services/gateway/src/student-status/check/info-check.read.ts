import { approvalContentModel } from '@jwxt/contracts/approval/approval-content.read-model.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import {
  approvableStatuses,
  businessStatus,
  type BusinessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { InfoChange } from '@jwxt/contracts/approval/info-check.events.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type {
  infoCheckViews,
  infoCheckSorts,
} from '@jwxt/contracts/student-status/check/info-check-approval.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../../approval/shared/waiting-for-viewer.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

const askedTable = readModelTable(approvalContentModel, 'info_check');
const applicationTable = readModelTable(approvalListModel, 'application');

/** Which applications are asked for. */
export interface InfoCheckFilter {
  readonly view: (typeof infoCheckViews)[number];
  readonly keyword?: string | undefined;
  readonly checkTimeId?: string | undefined;
}

/** An application to change information as it is read. */
export interface InfoCheckRow {
  readonly applyId: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentName: string;
  readonly className: string;
  readonly checkName: string | null;
  readonly rows: readonly InfoChange[];
  readonly fileId: string | null;
  readonly applicantUser: string;
  readonly title: string;
  readonly applicantName: string;
  readonly applyTime: Date;
  readonly status: BusinessStatus;
  readonly currentNodeName: string | null;
}

const columns = `asked.apply_id as "applyId", asked.student_code as "studentCode",
  student.student_number as "studentNumber", student.student_name as "studentName", department.dwmc as "departmentName",
  class_info.bjmc as "className", checked.check_name as "checkName", asked.rows,
  asked.file_id as "fileId", application.applicant_user as "applicantUser", application.title,
  application.applicant_name as "applicantName", asked.apply_time as "applyTime", application.status,
  application.current_node_name as "currentNodeName"`;
const from = `from ${askedTable} asked
  join ${applicationTable} application on application.apply_id = asked.apply_id
  join base.student on student.student_code = asked.student_code
  join base.department on department.dwh = student.dwh
  join base.class_info on class_info.bjdm = student.bjdm
  left join base.info_check_time checked on checked.check_time_id = asked.check_time_id`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof infoCheckSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  studentName: byPinyin('student.student_name'),
  departmentName: byPinyin('department.dwmc'),
  checkName: byPinyin('checked.check_name'),
  applyTime: 'asked.apply_time',
  status: 'application.status',
};

const statusesOf: Record<Exclude<InfoCheckFilter['view'], 'todo' | 'all'>, readonly BusinessStatus[]> = {
  open: approvableStatuses,
  passed: [businessStatus.passed],
  refused: [businessStatus.returned, businessStatus.recalled, businessStatus.notPassed, businessStatus.voided],
};

function conditionsOf(
  viewer: Viewer,
  permission: PermissionCode | null,
  { view, keyword, checkTimeId }: InfoCheckFilter,
  params: SqlParams,
): string {
  const conditions = [scopeCondition(viewer.user, permission, studentScope('student'), params)];
  if (view === 'todo') conditions.push(awaitingCondition('asked.apply_id', viewer, params));
  else if (view !== 'all') conditions.push(`application.status = any(${params.add(statusesOf[view])})`);
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(`(student.student_number ilike ${text} or student.student_name ilike ${text}
      or class_info.bjmc ilike ${text})`);
  }
  if (checkTimeId) conditions.push(`asked.check_time_id = ${params.add(checkTimeId)}`);
  return conditions.join(' and ');
}

/** One page of applications in scope, latest first; of those that wait for the person the oldest. */
export async function listInfoChecks(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  { pageNo, pageSize, sort, ...filter }: InfoCheckFilter & ListPage<(typeof infoCheckSorts)[number]>,
): Promise<{ rows: (InfoCheckRow & { awaits_me: boolean })[]; total: number; todo: number }> {
  return await readAuditPage<InfoCheckRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'asked.apply_id',
      where: (params) => conditionsOf(viewer, permission, filter, params),
      waiting: (params) => conditionsOf(viewer, permission, { view: 'todo' }, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'todo' ? 'asked.apply_time' : 'asked.apply_time desc',
      ),
    },
    { pageNo, pageSize },
  );
}

/** Every application that a list shows somebody. */
export function exportedInfoChecks(
  viewer: Viewer,
  permission: PermissionCode | null,
  filter: InfoCheckFilter,
): Selection<InfoCheckRow> {
  const params = sqlParams();
  return selection<InfoCheckRow>(
    `select ${columns} ${from} where ${conditionsOf(viewer, permission, filter, params)}
      order by asked.apply_time desc, asked.apply_id`,
    params.values,
  );
}

/** Those of some applications that the person may see. */
export async function infoChecksInScope(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  applyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const params = sqlParams();
  const where = conditionsOf(viewer, permission, { view: 'all' }, params);
  const { rows } = await db.query<{ id: string }>(
    `select asked.apply_id as id ${from} where ${where} and asked.apply_id = any(${params.add(applyIds)})`,
    [...params.values],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether evidence belongs to an application whose student the person may see. */
export async function seesEvidence(db: Queryable, viewer: Viewer, fileId: string): Promise<boolean> {
  const params = sqlParams();
  const where = conditionsOf(viewer, 'studentInformationApproval:query', { view: 'all' }, params);
  const own = `asked.student_code = ${params.add(viewer.user.studentCode)}`;
  const mine = awaitingCondition('asked.apply_id', viewer, params);
  const { rowCount } = await db.query(
    `select ${from} where asked.file_id = ${params.add(fileId)} and (${where} or ${own} or ${mine}) limit 1`,
    [...params.values],
  );
  return (rowCount ?? 0) > 0;
}

/** The applications about a student, newest first. */
export async function infoChecksOf(db: Queryable, studentCode: string): Promise<InfoCheckRow[]> {
  const { rows } = await db.query<InfoCheckRow>(
    `select ${columns} ${from} where asked.student_code = $1 order by asked.apply_time desc limit 20`,
    [studentCode],
  );
  return rows;
}

/** The row of a student within reach, as it is stored. */
export async function studentInReach(
  db: Queryable,
  call: { readonly user: Viewer['user']; readonly permission: PermissionCode | null },
  studentCode: string,
): Promise<{ row: Readonly<Record<string, unknown>>; className: string } | undefined> {
  const params = sqlParams();
  const reach = scopeCondition(call.user, call.permission, studentScope('student'), params);
  const { rows } = await db.query<{ row: Readonly<Record<string, unknown>>; className: string }>(
    `select to_jsonb(student) as row, class_info.bjmc as "className"
       from base.student join base.class_info on class_info.bjdm = student.bjdm
      where student.student_code = ${params.add(studentCode)} and ${reach}`,
    [...params.values],
  );
  return rows[0];
}
