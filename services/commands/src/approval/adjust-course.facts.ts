import { adjustCourse } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { isConflicting } from '@jwxt/infra/runtime/schedule-conflict.ts';
import type { PassRule } from '../kernel/command-route.ts';
import { refuse } from '../kernel/refusal.ts';

/** A weekly meeting of a class, with the class and its course. */
export interface ScheduledMeeting {
  readonly scheduleId: string;
  /** Weeks in which it takes place, `1-2,4,5-9`. */
  readonly held: string;
  readonly weekday: number;
  readonly period: string;
  readonly room: string;
  readonly jsh: string | null;
  readonly semesterId: string;
  /** First day (`YYYY-MM-DD`) and number of weeks of the semester. */
  readonly begin: string;
  readonly weeks: number;
  /** Campus of the class. */
  readonly xqdm: string;
  readonly gh: string;
  readonly teacherName: string;
  readonly teachingClassId: string;
  readonly teachingClassCode: string;
  readonly teachingClassName: string;
  readonly courseName: string;
  readonly openDepartmentId: string;
}

/** One weekly meeting in the current semester; null when there is none. */
export async function loadMeeting(db: Queryable, scheduleId: string): Promise<ScheduledMeeting | null> {
  const { rows } = await db.query<ScheduledMeeting>(
    `select meeting.schedule_id as "scheduleId", meeting.semester_id as "semesterId", semester.ksrq as begin,
      semester.zs as weeks,
            meeting.weeks as held, meeting.weekday, meeting.period, meeting.room, meeting.jsh, meeting.gh,
              teacher.xm as "teacherName",
            class.teaching_class_id as "teachingClassId", class.teaching_class_code as "teachingClassCode",
              class.teaching_class_name as "teachingClassName", course.kcmc as "courseName",
            class.open_department_id as "openDepartmentId", class.xqdm
       from base.class_schedule meeting join base.semester on semester.xnxq = meeting.semester_id
         and semester.sfdqxq = '1'
       join base.teaching_class class using (teaching_class_id) join base.course on course.kch = class.course_id
       join base.teacher on teacher.gh = meeting.gh
      where meeting.schedule_id = $1`,
    [scheduleId],
  );
  return rows[0] ?? null;
}

/** Name of a teacher on the job; null when there is none. */
export async function loadTeacherName(db: Queryable, gh: string): Promise<string | null> {
  const { rows } = await db.query<{ xm: string }>(`select xm from base.teacher where gh = $1 and dqztm = '11'`, [gh]);
  return rows[0]?.xm ?? null;
}

/** Name of a room that classes may be arranged in; null when there is none. */
export async function loadRoomName(db: Queryable, jsh: string): Promise<string | null> {
  const { rows } = await db.query<{ jsmc: string }>(
    `select jsmc from base.classroom where jsh = $1 and sfqy = '1' and sfpk = '1'`,
    [jsh],
  );
  return rows[0]?.jsmc ?? null;
}

/** A meeting is not moved to where somebody else is by now (APPROVAL-77). */
export const adjustCoursePassRule: PassRule = {
  processNo: adjustCourse.processNo,
  async refuses(applyId, { handler, pool }) {
    const { state } = await handler.read(adjustCourse.streamOf(applyId), adjustCourse.streams);
    return state.status !== 'none' && (await isConflicting(pool, state.request))
      ? refuse('APPROVAL_COURSE_CONFLICT')
      : null;
  },
};
