import { approvalContentModel } from '@jwxt/contracts/approval/approval-content.read-model.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { infoCheckStudentSorts } from '@jwxt/contracts/student-status/check/info-check-time.operations.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { checkProgress, type CheckProgress } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { byPinyin, sortedOrder, type ListPage } from '../../kernel/sorted-by.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

/** Who asks, and under which permission. */
interface Asking {
  readonly user: Principal;
  readonly permission: PermissionCode | null;
}
/** Which students of a window are asked for. */
export interface ProgressFilter {
  readonly checkTimeId: string;
  readonly bjdm?: string | undefined;
  readonly progress?: CheckProgress | undefined;
}

/** A student of a window with how far he is. */
export interface ProgressRow {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly bjdm: string;
  readonly className: string;
  readonly departmentName: string;
  readonly progress: CheckProgress;
  readonly time: Date | null;
}

/** The students on the books whom a window is for, within reach: what they proposed last, or when they confirmed. */
function studentsOf({ user, permission }: Asking, filter: ProgressFilter, params: SqlParams): string {
  const reach = scopeCondition(user, permission, studentScope('student'), params);
  const rows = `select student.student_code as "studentCode", student.student_number as "studentNumber",
      student.student_name as "studentName", student.bjdm, class_info.bjmc as "className",
      department.dwmc as "departmentName", coalesce(proposed.apply_time, confirmed.confirmed_at) as time,
      case when proposed.apply_time is not null then '${checkProgress.proposed}'
        when confirmed.confirmed_at is not null then '${checkProgress.confirmed}'
        else '${checkProgress.waiting}' end as progress
    from base.info_check_time checked
    join base.student on base.info_check_covers(checked, student.njdm, student.dwh)
      and ${allowsSql('student.dqztm', 'countInStatistics')}
    join base.class_info on class_info.bjdm = student.bjdm
    join base.department on department.dwh = student.dwh
    left join base.info_check_confirmation confirmed on confirmed.check_time_id = checked.check_time_id
      and confirmed.student_code = student.student_code
    left join lateral (select max(application.apply_time) as apply_time
      from ${readModelTable(approvalContentModel, 'info_check')} asked
      join ${readModelTable(approvalListModel, 'application')} application on application.apply_id = asked.apply_id
      where asked.check_time_id = checked.check_time_id and asked.student_code = student.student_code
        and application.status <> ${params.add(businessStatus.recalled)}) proposed on true
    where checked.check_time_id = ${params.add(filter.checkTimeId)} and ${reach}
      ${filter.bjdm ? `and student.bjdm = ${params.add(filter.bjdm)}` : ''}`;
  return filter.progress === undefined
    ? rows
    : `select * from (${rows}) student where progress = ${params.add(filter.progress)}`;
}

/** A window by its key. */
export async function findCheckTime(
  db: Queryable,
  checkTimeId: string,
  now: Date,
): Promise<{ checkName: string; open: boolean } | undefined> {
  const { rows } = await db.query<{ checkName: string; open: boolean }>(
    `select check_name as "checkName", sfqy = '1' and begin_time <= $2 and end_time >= $2 as open
       from base.info_check_time where check_time_id = $1`,
    [checkTimeId, now],
  );
  return rows[0];
}

/** How far the classes of a window are. */
export async function progressByClass(db: Queryable, asking: Asking, checkTimeId: string) {
  const params = sqlParams();
  const students = studentsOf(asking, { checkTimeId }, params);
  const { rows } = await db.query<{
    bjdm: string;
    className: string;
    departmentName: string;
    total: number;
    confirmed: number;
    proposed: number;
    waiting: number;
  }>(
    `select bjdm, "className", "departmentName", count(*)::int as total,
        count(*) filter (where progress = '${checkProgress.confirmed}')::int as confirmed,
        count(*) filter (where progress = '${checkProgress.proposed}')::int as proposed,
        count(*) filter (where progress = '${checkProgress.waiting}')::int as waiting
       from (${students}) student group by bjdm, "className", "departmentName"
      order by "departmentName", "className"`,
    [...params.values],
  );
  return rows;
}

/** What the list of students is sorted by. */
const sortExpressions: Readonly<Record<(typeof infoCheckStudentSorts)[number], string>> = {
  studentNumber: '"studentNumber"',
  studentName: byPinyin('"studentName"'),
  className: byPinyin('"className"'),
  progress: 'progress',
  time: 'time',
};

/** One page of the students of a window. */
export async function listProgress(
  db: Queryable,
  asking: Asking,
  { pageNo, pageSize, sort, ...filter }: ProgressFilter & ListPage<(typeof infoCheckStudentSorts)[number]>,
): Promise<{ rows: ProgressRow[]; total: number }> {
  const params = sqlParams();
  const { rows } = await db.query<ProgressRow & { n: number }>(
    `select student.*, count(*) over ()::int as n from (${studentsOf(asking, filter, params)}) student
      order by ${sortedOrder(sort, sortExpressions, '"studentNumber"')}
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { rows, total: rows[0]?.n ?? 0 };
}

/** All of them, for a workbook. */
export function exportedProgress(asking: Asking, filter: ProgressFilter): Selection<ProgressRow> {
  const params = sqlParams();
  const text = `select student.* from (${studentsOf(asking, filter, params)}) student order by "studentNumber"`;
  return selection<ProgressRow>(text, params.values);
}

/** The keys of those who have not looked yet. */
export async function waitingStudents(db: Queryable, asking: Asking, filter: ProgressFilter): Promise<string[]> {
  const params = sqlParams();
  const students = studentsOf(asking, { ...filter, progress: checkProgress.waiting }, params);
  const { rows } = await db.query<{ key: string }>(`select "studentCode" as key from (${students}) student`, [
    ...params.values,
  ]);
  return rows.map(({ key }) => key);
}
