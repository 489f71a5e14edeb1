import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** One span of time in which applications are taken, and where the present is. */
export interface ApplicationTime {
  readonly beginTime: Date;
  readonly endTime: Date;
  readonly state: 'before' | 'open' | 'over';
}

/**
 * When a student may make an application of a kind (`applyType` of SCORE-MORE-26): null at any time, because the
 * semester has no times; otherwise those of the student's grade and unit.
 */
export async function loadApplicationTimes(
  db: Queryable,
  applyType: string,
  { studentCode, semesterId }: { readonly studentCode: string; readonly semesterId: string },
  now: string,
): Promise<readonly ApplicationTime[] | null> {
  const { rows } = await db.query<ApplicationTime & { mine: boolean }>(
    `select times.begin_time as "beginTime", times.end_time as "endTime",
        case when $4::timestamptz < times.begin_time then 'before' when $4 > times.end_time then 'over' else 'open' end
          as state,
        (times.grades = '[]' or times.grades ? student.njdm)
          and (times.department_id is null or times.department_id = student.dwh) as mine
       from base.repair_application_time times join base.student on student.student_code = $2
      where times.apply_type = $1 and times.semester_id = $3 and times.sfqy = '1' order by times.begin_time`,
    [applyType, studentCode, semesterId, now],
  );
  return rows.length === 0 ? null : rows.filter(({ mine }) => mine);
}

/** The times in words, behind “现在不在…时间内”. */
export function windowText(times: readonly ApplicationTime[]): string {
  if (times.length === 0) return '：该学生所在的年级或院系不在申请范围内';
  const minute = (time: Date): string => toDateTimeText(time).slice(0, 16);
  return `（${times.map(({ beginTime, endTime }) => `${minute(beginTime)} 至 ${minute(endTime)}`).join('，')}）`;
}
