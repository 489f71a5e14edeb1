import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { implementStatus } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { changeTypes } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type {
  leaveTotals,
  LeaveTotal,
  leaveTotalSorts,
} from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { MANY_LEAVE_DAYS } from '@jwxt/contracts/student-status/conduct/leave.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sortedOrder, byPinyin } from '../../kernel/sorted-by.ts';
import { containing, sqlParams } from '../../kernel/sql-params.ts';

type Asked = z.output<typeof leaveTotals.input>;
type Answer = z.output<typeof leaveTotals.output>;
interface Stored extends Omit<LeaveTotal, 'days' | 'lastEndTime' | 'maySuspend'> {
  readonly days: number;
  readonly lastEndTime: Date;
  readonly status: string;
}

/** The change by which a semester is taken off (休学). */
const SUSPENSION = '11';

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof leaveTotalSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  departmentName: byPinyin('department.dwmc'),
  leaveNum: 'added.leaves',
  days: 'added.days',
  lastEndTime: 'added.last_end',
};

/** Leave of a semester by student, with who has had more of it than the school wants (STUDENT-STATUS-35). */
export async function readLeaveTotals(db: Queryable, user: Principal, asked: Asked): Promise<Answer> {
  const { semesterId, limit } = await readFrame(db, asked.semesterId);
  const params = sqlParams();
  const [semester, most] = [params.add(semesterId), params.add(limit * 10)];
  const conditions = [
    scopeCondition(user, 'leaveResult:query', studentScope('student'), params),
    ...(asked.departmentId ? [`student.dwh = ${params.add(asked.departmentId)}`] : []),
    ...(asked.keyword
      ? [
          `(student.student_name ilike ${params.add(containing(asked.keyword))}
            or student.student_number ilike ${params.add(containing(asked.keyword))})`,
        ]
      : []),
  ];
  const sums = `select known.student_code, sum(known.days)::int as days, count(*)::int as leaves,
      max(known.end_time) as last_end
     from base.semester_leave known join base.student on student.student_code = known.student_code
    where known.semester_id = ${semester} and ${conditions.join(' and ')} group by known.student_code`;
  const {
    rows: [counted],
  } = await db.query<{ all: number; reached: number }>(
    `select count(*)::int as all, (count(*) filter (where days > ${most}))::int as reached from (${sums}) added`,
    [...params.values],
  );
  const { rows } = await db.query<Stored>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName", department.dwmc as "departmentName",
        class_info.bjmc as "administrativeClassName", student.dqztm as status, added.days, added.leaves as "leaveNum",
        added.days > ${most} as reached,
        coalesce((select mc from base.data_dict where dmlb = 'XTGL_XSDQZT' and dm = student.dqztm), student.dqztm)
          as "statusName", added.last_end as "lastEndTime",
        (select change.apply_id from base.status_change change where change.student_code = student.student_code
            and change.implement_status in ('${implementStatus.waiting}', '${implementStatus.coming}')
            and change.approval_status not in ('${businessStatus.recalled}', '${businessStatus.notPassed}')
          order by change.written_at desc limit 1) as "openChange"
       from (${sums}) added join base.student on student.student_code = added.student_code
       join base.department on department.dwh = student.dwh
       join base.class_info on class_info.bjdm = student.bjdm
      ${asked.view === 'reached' ? `where added.days > ${most}` : ''}
      order by ${sortedOrder(asked.sort, sortExpressions, 'added.days desc, student.student_number')}
      limit ${params.add(asked.pageSize)} offset ${params.add((asked.pageNo - 1) * asked.pageSize)}`,
    [...params.values],
  );
  return {
    rows: rows.map(({ days, lastEndTime, status, ...row }) => ({
      ...row,
      days: String(days / 10),
      lastEndTime: toDateTimeText(lastEndTime),
      maySuspend: row.openChange === null && (changeTypes[SUSPENSION]?.from.includes(status) ?? false),
    })),
    total: (asked.view === 'reached' ? counted?.reached : counted?.all) ?? 0,
    semesterId,
    limit,
    reachedNum: counted?.reached ?? 0,
  };
}

/** The semester that is meant, and the limit of the school in days (XJ_QJXX). */
async function readFrame(db: Queryable, semesterId?: string): Promise<{ semesterId: string; limit: number }> {
  const { rows } = await db.query<{ semesterId: string | null; limit: string | null }>(
    `select coalesce($1, (select xnxq from base.semester where sfdqxq = '1' limit 1)) as "semesterId",
        (select para_value from base.parameter where param_code = 'XJ_QJXX') as limit`,
    [semesterId || null],
  );
  const value = rows[0]?.limit ?? '';
  return {
    semesterId: rows[0]?.semesterId ?? '',
    limit: /^[1-9]\d{0,2}$/.test(value) ? Number(value) : MANY_LEAVE_DAYS,
  };
}
