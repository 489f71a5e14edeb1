import type { z } from 'zod';
import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type {
  StudentApplicationKind,
  studentApplicationSorts,
} from '@jwxt/contracts/student-application/student-application-kind.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../approval/shared/waiting-for-viewer.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

const applicationTable = readModelTable(studentApplicationModel, 'student_application');

/** An application as it is read, with whether the person who looks may decide it now. */
export interface StudentApplicationRow extends Omit<
  ReadRowOf<typeof studentApplicationModel.tables.student_application>,
  'nodes'
> {
  awaits_me: boolean;
}
type Filter = z.output<StudentApplicationKind['operations']['query']['input']>;

const columns = 'application.*';
const from = `from ${applicationTable} application
  left join base.student on student.student_code = application.student_code`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof studentApplicationSorts)[number], string>> = {
  studentNumber: 'application.student_number',
  departmentName: byPinyin('application.department_name'),
  subjectName: byPinyin('application.subject_name'),
  applyTime: 'application.apply_time',
  status: 'application.status',
};

const own: NonNullable<ScopedRow['own']> = ({ userName, studentCode }, params) =>
  `(application.applicant_user = ${params.add(userName)} or application.student_code = ${params.add(studentCode)})`;
/** Through the student; own are those applied for, and a student's own. */
const byStudent: ScopedRow = { ...studentScope('student'), target: 'application', own };
/** The unit that opens the course sees the students of other units whom it is asked about. */
const byOpeningUnit: ScopedRow = { ...byStudent, DW: 'application.open_department_id' };

function visible(kind: StudentApplicationKind, user: Principal, permission: PermissionCode, params: SqlParams): string {
  return `application.process_no = ${params.add(kind.processNo)}
    and (${scopeCondition(user, permission, byStudent, params)}
      or ${scopeCondition(user, permission, byOpeningUnit, params)})`;
}

function conditionsOf(
  kind: StudentApplicationKind,
  viewer: Viewer,
  { view, keyword, approvalBusinessStatus }: Pick<Filter, 'view' | 'keyword' | 'approvalBusinessStatus'>,
  params: SqlParams,
): string {
  const conditions = [visible(kind, viewer.user, kind.permissions.query, params)];
  if (view === 'apply') conditions.push(own(viewer.user, params));
  if (view === 'todo') conditions.push(awaitingCondition('application.apply_id', viewer, params));
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(`(application.student_name ilike ${text} or application.student_number ilike ${text}
      or application.subject_name ilike ${text} or application.student_class_name ilike ${text})`);
  }
  if (approvalBusinessStatus)
    conditions.push(`application.status = any(${params.add(approvalBusinessStatus.split(','))})`);
  return conditions.join(' and ');
}

/** One page of applications in the person's scope, newest first; of those that wait for the person the oldest. */
export async function listStudentApplications(
  db: Queryable,
  kind: StudentApplicationKind,
  viewer: Viewer,
  { pageNo, pageSize, sort, ...filter }: Filter,
): Promise<{ rows: StudentApplicationRow[]; total: number; todo: number }> {
  return await readAuditPage<StudentApplicationRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'application.apply_id',
      where: (params) => conditionsOf(kind, viewer, filter, params),
      waiting: (params) => conditionsOf(kind, viewer, { view: 'todo' }, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'todo' ? 'application.apply_time' : 'application.apply_time desc',
      ),
    },
    { pageNo, pageSize },
  );
}

/** One of a kind that the person may see under a permission; undefined otherwise. */
export async function findStudentApplication(
  db: Queryable,
  kind: StudentApplicationKind,
  viewer: Viewer,
  applyId: string,
  permission: PermissionCode = kind.permissions.query,
): Promise<StudentApplicationRow | undefined> {
  const params = sqlParams();
  const where = `application.apply_id = ${params.add(applyId)} and ${visible(kind, viewer.user, permission, params)}`;
  const { rows } = await db.query<StudentApplicationRow>(
    `select ${columns}, ${awaitingCondition('application.apply_id', viewer, params)} as awaits_me
      ${from} where ${where}`,
    [...params.values],
  );
  return rows[0];
}

/** An application as lists tell the person of that name. */
export function studentApplicationItemOf(row: StudentApplicationRow, userName: string) {
  return {
    applyId: row.apply_id,
    studentId: row.student_code,
    studentNumber: row.student_number,
    studentName: row.student_name,
    departmentName: row.department_name,
    studentClassName: row.student_class_name,
    semesterId: row.semester_id,
    subjectName: row.subject_name,
    applicantName: row.applicant_name,
    applyTime: toDateTimeText(row.apply_time),
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    currentNodeName: row.current_node_name,
    effected: row.effected_at !== null && row.status !== businessStatus.voided,
    own: row.applicant_user === userName,
    mayDecide: row.awaits_me,
  };
}
