import { MANY_LEAVE_DAYS } from '@jwxt/contracts/student-status/conduct/leave.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** The heaviest punishment of a student that is in force on a day (`YYYY-MM-DD`), by its name; null: none. */
export async function punishmentInForce(db: Queryable, studentCode: unknown, day: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select coalesce(named.mc, known.punish_name) as name from base.punishment_in_force($1, $2::date) known
       left join base.data_dict named on named.dmlb = 'XJ_CFMC' and named.dm = known.punish_name
      order by known.punish_name desc limit 1`,
    [studentCode, day],
  );
  return rows[0]?.name ?? null;
}

/** The meetings of a student between two instants, in words and by their order; null: none. */
export async function classesBetween(
  db: Queryable,
  studentCode: unknown,
  begin: string,
  end: string,
): Promise<string | null> {
  // A period without times of its own counts with its whole half day: the first five are the morning's.
  const { rows } = await db.query<{ name: string; times: number }>(
    `select course.kcmc as name, count(*)::int as times
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.course on course.kch = class.course_id
       join base.class_meeting meeting on meeting.teaching_class_id = class.teaching_class_id
       join base.semester on semester.xnxq = meeting.semester_id
       cross join lateral (select semester.ksrq::date + (meeting.week - 1) * 7 + meeting.weekday - 1 as day,
         substring(meeting.period from '^[0-9]+')::int as lesson) held
       left join lateral (select start_time, end_time from base.class_time time
         where time.time_code = held.lesson and time.sfqy = '1' and (time.xqdm is null or time.xqdm = class.xqdm)
         order by time.xqdm nulls last limit 1) lesson on true
      where roster.student_code = $1
        and (held.day + coalesce(lesson.start_time, case when held.lesson <= 5 then '08:00' else '14:00' end)::time)
          at time zone 'Asia/Shanghai' < $3
        and (held.day + coalesce(lesson.end_time, case when held.lesson <= 5 then '12:00' else '21:00' end)::time)
          at time zone 'Asia/Shanghai' > $2
      group by course.kcmc order by min(held.day), course.kcmc`,
    [studentCode, begin, end],
  );
  return rows.length === 0
    ? null
    : rows
        .map(({ name, times }) => (times === 1 ? name : `${name}（${String(times)} 次）`))
        .join('、')
        .slice(0, 2000);
}

/** A leave that has not been taken back and meets the times; null: none. */
export async function leaveMeeting(
  db: Queryable,
  { studentCode, begin, end, but }: { studentCode: unknown; begin: string; end: string; but: string },
): Promise<{ begin: Date; end: Date } | null> {
  const { rows } = await db.query<{ begin: Date; end: Date }>(
    `select begin_time as begin, end_time as end from base.leave_result
      where student_code = $1 and begin_time < $3 and end_time > $2 and leave_status <> '3' and leave_result_id <> $4
      order by begin_time limit 1`,
    [studentCode, begin, end, but],
  );
  return rows[0] ?? null;
}

/** Tenths of days that a student was on leave in the semester of an instant, but for one leave. */
export async function leaveOfSemester(db: Queryable, studentCode: unknown, at: string, but: string): Promise<number> {
  const { rows } = await db.query<{ days: number }>(
    `select coalesce(sum(days), 0)::int as days from base.semester_leave
       join base.semester on semester.xnxq = semester_id
      where student_code = $1 and leave_result_id <> $3 and $2::timestamptz::date between ksrq::date and jsrq::date`,
    [studentCode, at, but],
  );
  return rows[0]?.days ?? 0;
}

/** A number among the school's settings. */
export async function numberSetting(db: Queryable, code: string, initial: number): Promise<number> {
  const { rows } = await db.query<{ value: string }>(
    'select para_value as value from base.parameter where param_code = $1',
    [code],
  );
  const value = rows[0]?.value ?? '';
  return /^\d{1,3}$/.test(value) ? Number(value) : initial;
}

/** Days of leave that the adviser of a class grants alone (XJ_QJTS). */
export const adviserDays = (db: Queryable): Promise<number> => numberSetting(db, 'XJ_QJTS', 3);

/** Days of leave in a semester above which 休学 is advised (XJ_QJXX). */
export const manyLeaveDays = (db: Queryable): Promise<number> => numberSetting(db, 'XJ_QJXX', MANY_LEAVE_DAYS);

/** Whether somebody who advises a class holds the role by which advisers decide. */
export async function hasAdviser(db: Queryable, bjdm: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from base.class_info own join base.user_account account on account.gh in (own.bzrgh, own.fdygh)
       join base.user_role held on held.user_name = account.user_name and held.jsbh = '09'
      where own.bjdm = $1 and account.sfqy = '1'`,
    [bjdm],
  );
  return rowCount !== 0;
}
