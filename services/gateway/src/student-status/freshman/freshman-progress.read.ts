import type { z } from 'zod';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type {
  exportFreshmanProgress,
  ProgressLine,
} from '@jwxt/contracts/student-status/freshman/freshman-progress.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { freshmanScope } from './freshman-scope.ts';

type Filter = z.output<typeof exportFreshmanProgress.input>;

/** The newest grade of which a person may see freshmen; null: there is none. */
async function newestGrade(db: Queryable, user: Principal, permission: PermissionCode | null): Promise<string | null> {
  const params = sqlParams();
  const { rows } = await db.query<{ grade: string | null }>(
    `select max(freshman.njdm) as grade from base.freshman
      where ${scopeCondition(user, permission, freshmanScope, params)}`,
    [...params.values],
  );
  return rows[0]?.grade ?? null;
}

/** How far each grade-major of a grade is; who has leave until a day that has not passed is late, else absent. */
export function selectProgress(
  user: Principal,
  permission: PermissionCode | null,
  { grade, departmentId }: Filter,
): Selection<ProgressLine> {
  const params = sqlParams();
  const where = [
    scopeCondition(user, permission, freshmanScope, params),
    ...(grade ? [`freshman.njdm = ${params.add(grade)}`] : []),
    ...(departmentId ? [`freshman.dwh = ${params.add(departmentId)}`] : []),
  ].join(' and ');
  const count = (condition: string): string => `count(*) filter (where ${condition})::int`;
  return selection<ProgressLine>(
    `select freshman.dwh as "departmentId", department.dwmc as "departmentName",
        freshman.grade_major_id as "gradeMajorId", grade_major.njzymc as "gradeMajorName",
        count(*)::int as "admittedNum", ${count(`freshman_status in ('1', '2', '3', '4')`)} as "reportedNum",
        ${count(`freshman_status = '8' and leave_until >= base.school_day()`)} as "lateNum",
        ${count(`freshman_status = '8' and leave_until >= base.school_day() is not true`)} as "absentNum",
        ${count(`freshman_status = '0'`)} as "waitingNum", ${count(`freshman_status = '7'`)} as "keptNum",
        ${count(`freshman_status = '9'`)} as "abandonedNum",
        ${count(`freshman_status in ('2', '3', '4')`)} as "dividedNum",
        ${count(`freshman_status in ('3', '4')`)} as "numberedNum", ${count(`freshman_status = '4'`)} as "studentNum"
       from base.freshman join base.grade_major on grade_major.njzydm = freshman.grade_major_id
       join base.department on department.dwh = freshman.dwh
      where ${where}
      group by freshman.dwh, department.dwmc, department.pxh, freshman.grade_major_id, grade_major.njzymc
      order by department.pxh, freshman.grade_major_id`,
    params.values,
  );
}

/** The same for a page, of the newest grade unless one is asked. */
export async function readProgress(
  db: Queryable,
  user: Principal,
  filter: Filter,
): Promise<{ grade: string; gradeName: string; rows: ProgressLine[] }> {
  const grade = filter.grade ?? (await newestGrade(db, user, 'freshmanProgress:query'));
  if (grade === null) return { grade: '', gradeName: '', rows: [] };
  const { text, values } = selectProgress(user, 'freshmanProgress:query', { ...filter, grade });
  const [{ rows }, { rows: names }] = await Promise.all([
    db.query<ProgressLine>(text, [...values]),
    db.query<{ name: string }>('select njmc as name from base.grade where njdm = $1', [grade]),
  ]);
  return { grade, gradeName: names[0]?.name ?? grade, rows };
}
