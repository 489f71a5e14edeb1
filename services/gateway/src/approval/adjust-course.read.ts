import type { z } from 'zod';
import type { AdjustCourseRequest } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Schedule = z.output<typeof adjustCourseSchedules.output>['list'][number];

/** Weekly meetings of a teacher in the current semester. */
export async function readSchedules(db: Queryable, gh: string): Promise<Schedule[]> {
  const { rows } = await db.query<Schedule>(
    `select s.schedule_id as "scheduleId", c.teaching_class_code as "teachingClassCode", c.teaching_class_name as "teachingClassName", k.kcmc as "courseName",
            s.first_week as "firstWeek", s.last_week as "lastWeek", s.weekday, s.period, s.room
       from base.class_schedule s join base.semester x on x.xnxq = s.semester_id and x.sfdqxq = '1'
       join base.teaching_class c using (teaching_class_id) join base.course k on k.kch = c.course_id
      where s.gh = $1 order by s.weekday, s.period, s.schedule_id limit 200`, [gh]);
  return rows;
}

/** Whether the adjustment could not take effect now; the decision itself asks the same again (APPROVAL-77). */
export async function isConflicting(db: Queryable, { scheduleId, semesterId, teachingClassId, before, after }: Pick<AdjustCourseRequest, 'scheduleId' | 'semesterId' | 'teachingClassId' | 'before' | 'after'>): Promise<boolean> {
  const { rows } = await db.query<{ conflict: boolean }>('select base.class_schedule_conflict($1, $2, $3, $4, $5, $6, $7, $8, $9) as conflict', [
    scheduleId, before.week, semesterId, teachingClassId, after?.week ?? null, after?.weekday ?? null, after?.period ?? null, after?.room ?? null, after?.gh ?? null,
  ]);
  return rows[0]?.conflict === true;
}
