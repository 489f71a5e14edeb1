import { ON_JOB } from '@jwxt/contracts/base-info/teacher.operations.ts';
import type { JobContent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import type { BesideJob } from '@jwxt/contracts/open-course/teaching-job.rules.ts';
import type { Queryable } from './postgres.ts';
import { MAX_WEEK_PARAMETER, maxWeekOf } from '@jwxt/contracts/kernel/week-text.ts';

/** Called back and kept on (@XTGL_JZGDQZT): who is so may teach, and is told of. */
const KEPT_ON = ['04', '12'];

/** Jobs as their rows say, with their teachers, by number; those that are not there are left out. */
export async function loadJobs(db: Queryable, keys: readonly string[]): Promise<JobContent[]> {
  const { rows } = await db.query<{ job: JobContent }>(
    `select jsonb_build_object('teachingClassId', job.teaching_class_id, 'teachingClassCode', job.teaching_class_code,
        'teachingClassName', job.teaching_class_name, 'semesterId', job.semester_id, 'courseId', job.course_id,
        'courseName', course.kcmc, 'openDepartmentId', job.open_department_id, 'schoolZone', job.xqdm,
        'jobType', job.job_type, 'totalHour', job.total_hour, 'weekHours', job.week_hours,
        'startEndWeek', job.start_end_week, 'studentNum', job.student_num, 'capacity', job.capacity,
        'administrativeClasses', (select coalesce(jsonb_agg(jsonb_build_object('bjdm', class_info.bjdm, 'bjmc',
            class_info.bjmc) order by class_info.ywbm), '[]')
          from base.class_info where job.administrative_classes ? class_info.bjdm),
        'teachers', (select coalesce(jsonb_agg(jsonb_build_object('teacherCode', plan.gh, 'teacherName', teacher.xm,
            'teacherRole', plan.teacher_role, 'hourType', plan.hour_type, 'hour', plan.hour,
            'startEndWeek', plan.start_end_week, 'isScoreTeacher', plan.is_score_teacher = '1')
            order by plan.is_score_teacher desc, teacher.ywbm, plan.hour_type), '[]')
          from base.teacher_plan plan join base.teacher using (gh)
          where plan.teaching_class_id = job.teaching_class_id)) as job
       from base.teaching_job job join base.course on course.kch = job.course_id
      where job.teaching_class_id = any($1) order by job.teaching_class_code`,
    [[...keys]],
  );
  return rows.map(({ job }) => job);
}

/** What stands beside a job: its parts, its teachers today, other jobs of its course. */
export async function loadBesideJob(db: Queryable, job: JobContent): Promise<BesideJob> {
  const { rows } = await db.query<Omit<BesideJob, 'maxWeek'> & { max: string | null }>(
    `select (select coalesce(jsonb_agg(jsonb_build_object('hourType', link.xsbh,
            'hourName', coalesce(type.mc, link.xsbh), 'hours', link.hours, 'startEndWeek', link.start_end_week,
            'groupNum', link.group_num, 'groupSize', link.group_size) order by link.xsbh), '[]')
          from base.teaching_process_link link
          left join base.data_dict type on type.dmlb = 'XTGL_XSLX' and type.dm = link.xsbh
          where link.teaching_class_id = $1) as links,
        (select coalesce(jsonb_agg(jsonb_build_object('teacherCode', gh, 'stateName', coalesce(state.mc, dqztm),
            'state', case when dqztm = $5 then 'onJob' when dqztm = any($6) then 'kept' else 'gone' end)
            order by gh), '[]')
          from base.teacher left join base.data_dict state on state.dmlb = 'XTGL_JZGDQZT' and state.dm = dqztm
          where gh = any($4)) as teachers,
        (select coalesce(jsonb_agg(jsonb_build_object('className', class_info.bjmc, 'jobName',
            other.teaching_class_name) order by class_info.ywbm), '[]')
          from base.teaching_job other
          join base.class_info on other.administrative_classes ? class_info.bjdm and class_info.bjdm = any($7)
          where other.course_id = $2 and other.semester_id = $3 and other.job_status <> '3'
            and other.teaching_class_id <> $1) as taken,
        (select jsonb_build_object('planned', coalesce(sum(student_num), 0), 'capacity', coalesce(sum(capacity), 0))
          from base.teaching_job where course_id = $2 and semester_id = $3 and job_status <> '3') as course,
        (select para_value from base.parameter where para_name = $8 limit 1) as max`,
    [
      job.teachingClassId,
      job.courseId,
      job.semesterId,
      [...new Set(job.teachers.map(({ teacherCode }) => teacherCode))],
      ON_JOB,
      KEPT_ON,
      job.administrativeClasses.map(({ bjdm }) => bjdm),
      MAX_WEEK_PARAMETER,
    ],
  );
  const { max, ...beside } = rows[0]!;
  return { ...beside, maxWeek: maxWeekOf(max) };
}
