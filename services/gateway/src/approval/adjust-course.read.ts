import type { z } from 'zod';
import { weeksToCome } from '@jwxt/contracts/base-info/semester-week.ts';
import type { adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Schedules = z.output<typeof adjustCourseSchedules.output>;

/** The weeks of the current semester that are not over; none without a semester. */
export async function readWeeksToCome(db: Queryable, now: Date): Promise<number[]> {
  const {
    rows: [semester],
  } = await db.query<{ ksrq: string; zs: number }>(`select ksrq, zs from base.semester where sfdqxq = '1'`);
  return semester ? weeksToCome(semester.ksrq, semester.zs, now) : [];
}

/** Weekly meetings of a teacher in the current semester. */
export async function readSchedules(db: Queryable, gh: string): Promise<Schedules['list']> {
  const { rows } = await db.query<Schedules['list'][number]>(
    `select meeting.schedule_id as "scheduleId", class.teaching_class_code as "teachingClassCode",
        class.teaching_class_name as "teachingClassName", course.kcmc as "courseName",
            meeting.first_week as "firstWeek", meeting.last_week as "lastWeek", meeting.weekday, meeting.period,
              meeting.room, class.xqdm,
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
