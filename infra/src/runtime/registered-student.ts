import { registerStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import type { Queryable } from './postgres.ts';

/**
 * The current semester, if a student is late with its registration and therefore chooses and signs up for nothing
 * (STUDENT-STATUS-03), unless the school lets him (XJ_WZCX). Null for who has no registration, still has time for
 * it, or a delay that has not run out.
 */
export async function semesterMissed(
  db: Queryable,
  studentCode: string | null,
  time: string,
): Promise<{ semester: string } | null> {
  const { rows } = await db.query<{ semester: string }>(
    `select semester.xnxqmc as semester from base.registration
       join base.semester on semester.xnxq = registration.semester_id and semester.sfdqxq = '1'
      where student_code = $1 and register_status <> $2
        and (register_status <> $3 or delay_to < base.school_day())
        and not exists (select from base.registration_time window_of
          where window_of.semester_id = registration.semester_id and window_of.sfqy = '1' and end_time > $4)
        and coalesce((select para_value from base.parameter where param_code = 'XJ_WZCX'), '1') = '1'`,
    [studentCode, registerStatus.registered, registerStatus.delayed, time],
  );
  return rows[0] ?? null;
}
