import type {
  BackupDifference,
  comparedSorts,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { byPinyin, sortedOrder, type ListPage } from '../../kernel/sorted-by.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { stateScope } from './counted-students.ts';

const stateText = (side: string): string =>
  `case when ${side}.student_code is null then '' else concat_ws(' · ', (select mc from base.data_dict
    where dmlb = 'XTGL_XSDQZT' and dm = ${side}.status), (select bjmc from base.class_info where bjdm = ${side}.bjdm),
    (select mc from base.data_dict where dmlb = 'XTGL_XSLB' and dm = ${side}.student_type)) end`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof comparedSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  studentName: byPinyin('student.student_name'),
};

/** Students whose state on a backup day is known otherwise by now, and how many were in school (STUDENT-STATUS-24). */
export async function compareBackup(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  {
    backupDayId,
    day,
    sort,
    pageNo,
    pageSize,
  }: { readonly backupDayId: string; readonly day: string } & ListPage<(typeof comparedSorts)[number]>,
): Promise<{ backupNum: number; nowNum: number; rows: BackupDifference[]; total: number }> {
  const params = sqlParams();
  const ctes = `with frozen as (select * from base.backup_student state where backup_day_id = ${params.add(backupDayId)}
      and ${scopeCondition(user, permission, stateScope('state'), params)}),
    known as (select * from base.student_states_on(${params.add(day)}::date) state
      where ${scopeCondition(user, permission, stateScope('state'), params)})`;
  const { rows } = await db.query<BackupDifference & { total: number }>(
    `${ctes} select student_code as "studentCode", coalesce(student.student_number, '') as "studentNumber",
        coalesce(student.student_name, '') as "studentName", ${stateText('frozen')} as "backupText",
        ${stateText('known')} as "nowText", (count(*) over ())::int as total
       from frozen full join known using (student_code) left join base.student using (student_code)
      where (frozen.status, frozen.in_school, frozen.bjdm, frozen.student_type)
        is distinct from (known.status, known.in_school, known.bjdm, known.student_type)
      order by ${sortedOrder(sort, sortExpressions, 'student.student_number, student_code')}
      limit ${params.add(pageSize)}
      offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  const { rows: counted } = await db.query<{ backupNum: number; nowNum: number }>(
    `${ctes} select (select count(*) from frozen where in_school)::int as "backupNum",
      (select count(*) from known where in_school)::int as "nowNum"`,
    params.values.slice(0, -2),
  );
  return {
    backupNum: counted[0]?.backupNum ?? 0,
    nowNum: counted[0]?.nowNum ?? 0,
    rows: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}
