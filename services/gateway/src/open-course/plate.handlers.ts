import {
  queryHasSettedClassMessage,
  queryPlateBySemester,
  querySemesterTime,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import { plateCourseTimeSetting, weekCodeNames } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { lessonsOf } from '@jwxt/contracts/kernel/period-text.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { reachesResource } from '../kernel/resource.read.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { jobScope } from './job-scope.ts';

const DAYS = ['2', '3', '4', '5', '6', '7', '1'] as const;

/** OPEN-COURSE-12…14: the times of a semester, and what stands in its plates. */
export const plateHandlers = [
  handler(querySemesterTime, async ({ semester }, { services: { db } }) => {
    const { rows } = await db.query<{ weeks: number }>('select zs as weeks from base.semester where xnxq = $1', [
      semester,
    ]);
    if (!rows[0]) throw new Refused('NOT_FOUND');
    const { weeks: weekNum } = rows[0];
    const { rows: times } = await db.query<{
      timeCode: string;
      timeName: string;
      startTime: string;
      endTime: string;
    }>(
      `select time_code::text as "timeCode", time_name as "timeName", start_time as "startTime", end_time as "endTime"
         from base.class_time where sfqy = '1' and xqdm is null order by time_code`,
    );
    return {
      weekNum,
      weeks: Array.from({ length: weekNum }, (_none, index) => index + 1),
      times,
      days: DAYS.map((weekCode) => ({ weekCode, weekName: weekCodeNames[weekCode] })),
    };
  }),
  handler(queryHasSettedClassMessage, async ({ plateId }, { services: { db }, user }) => {
    if (!(await reachesResource(db, user, plateCourseTimeSetting, 'plateCourseTimeSetting:query', { keys: [plateId] })))
      throw new Refused('OUT_OF_SCOPE');
    const params = sqlParams();
    const { rows } = await db.query<{
      teachingClassId: string;
      teachingClassName: string;
      courseName: string;
      teacherName: string;
      numberOfStudent: number;
    }>(
      `select job.teaching_class_id as "teachingClassId", job.teaching_class_name as "teachingClassName",
          course.kcmc as "courseName", coalesce((select string_agg(distinct teacher.xm, '、')
            from base.teacher_plan plan join base.teacher using (gh)
            where plan.teaching_class_id = job.teaching_class_id), '') as "teacherName",
          job.selected_num as "numberOfStudent"
         from base.teaching_job_counted job join base.course on course.kch = job.course_id
        where job.plate_id = ${params.add(plateId)} and job.job_status <> '3' and ${scopeCondition(
          user,
          'plateCourseTimeSetting:query',
          jobScope,
          params,
        )} order by job.teaching_class_code`,
      [...params.values],
    );
    return rows;
  }),
  handler(queryPlateBySemester, async ({ semester }, { services: { db }, user }) => {
    const params = sqlParams();
    const { rows } = await db.query<{
      plateId: string;
      plateName: string;
      weekCode: string;
      times: string;
      classNum: number;
    }>(
      `select plate.plate_id as "plateId", plate.plate_name as "plateName", plate.week_code as "weekCode",
          plate.time_codes as times, (select count(*)::int from base.teaching_job job
            where job.plate_id = plate.plate_id and job.job_status <> '3') as "classNum"
         from base.plate where plate.semester_id = ${params.add(semester)} and plate.sfqy = '1' and ${scopeCondition(
           user,
           'plateCourseTimeSetting:query',
           { target: 'resource', XQ: 'plate.xqdm' },
           params,
         )} order by plate.week_code, plate.time_codes, plate.plate_name`,
      [...params.values],
    );
    return rows.map(({ times, ...plate }) => ({ ...plate, timeCodes: lessonsOf(times).map(String) }));
  }),
];
