import type { z } from 'zod';
import { weeksToCome } from '@jwxt/contracts/base-info/semester-week.ts';
import { MAX_WEEK_PARAMETER, maxWeekOf } from '@jwxt/contracts/kernel/week-text.ts';
import type { adjustCourseClashes, adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { findClashes, type Clash } from '@jwxt/infra/runtime/schedule-conflict.ts';

type Schedules = z.output<typeof adjustCourseSchedules.output>;

/** The weeks of the current semester that are not over, up to 学期最大周数; none without a semester. */
export async function readWeeksToCome(db: Queryable, now: Date): Promise<number[]> {
  const {
    rows: [semester],
  } = await db.query<{ ksrq: string; zs: number; most: string | null }>(
    `select ksrq, zs, (select para_value from base.parameter where para_name = $1 limit 1) as most
       from base.semester where sfdqxq = '1'`,
    [MAX_WEEK_PARAMETER],
  );
  return semester ? weeksToCome(semester.ksrq, Math.min(semester.zs, maxWeekOf(semester.most)), now) : [];
}

/** Weekly meetings of a teacher in the current semester. */
export async function readSchedules(db: Queryable, gh: string): Promise<Schedules['list']> {
  const { rows } = await db.query<Schedules['list'][number]>(
    `select meeting.schedule_id as "scheduleId", class.teaching_class_code as "teachingClassCode",
        class.teaching_class_name as "teachingClassName", course.kcmc as "courseName",
            meeting.weeks, meeting.weekday, meeting.period, meeting.room, class.xqdm,
            (select count(*)::int from base.teaching_class_student roster
              where roster.teaching_class_id = class.teaching_class_id) as
              "headCount"
       from base.class_schedule meeting join base.semester on semester.xnxq = meeting.semester_id
         and semester.sfdqxq = '1'
       join base.teaching_class class using (teaching_class_id) join base.course on course.kch = class.course_id
      where meeting.gh = $1 order by meeting.weekday, meeting.period, meeting.schedule_id limit 200`,
    [gh],
  );
  return rows;
}

/**
 * What a teacher's own meeting of a week clashes with at a new place; undefined where it is none of the own ones of the
 * current semester.
 */
export async function readClashes(
  db: Queryable,
  own: string,
  { scheduleId, week, newWeek, newWeekday, period, jsh, gh = own }: z.output<typeof adjustCourseClashes.input>,
): Promise<Clash[] | undefined> {
  const { rows } = await db.query<{ semesterId: string; teachingClassId: string; room: string }>(
    `select meeting.semester_id as "semesterId", meeting.teaching_class_id as "teachingClassId",
        coalesce((select jsmc from base.classroom where jsh = $3), '') as room
       from base.class_schedule meeting
       join base.semester on semester.xnxq = meeting.semester_id and semester.sfdqxq = '1'
      where meeting.schedule_id = $1 and meeting.gh = $2`,
    [scheduleId, own, jsh],
  );
  const [meeting] = rows;
  if (!meeting) return undefined;
  const place = { ...meeting, weeks: [newWeek], weekday: newWeekday, period, jsh, gh };
  return await findClashes(db, place, { scheduleId, week });
}
