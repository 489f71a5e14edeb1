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
    `select s.schedule_id as "scheduleId", c.teaching_class_code as "teachingClassCode",
        c.teaching_class_name as "teachingClassName", k.kcmc as "courseName",
            s.first_week as "firstWeek", s.last_week as "lastWeek", s.weekday, s.period, s.room, c.xqdm,
            (select count(*)::int from base.teaching_class_student l where l.teaching_class_id = c.teaching_class_id) as
              "headCount"
       from base.class_schedule s join base.semester x on x.xnxq = s.semester_id and x.sfdqxq = '1'
       join base.teaching_class c using (teaching_class_id) join base.course k on k.kch = c.course_id
      where s.gh = $1 order by s.weekday, s.period, s.schedule_id limit 200`,
    [gh],
  );
  return rows;
}
