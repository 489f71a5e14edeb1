import {
  batchCommit,
  changeJob,
  changeJobOperation,
  checkJobs,
  commitJobs,
  confirmJobs,
  confirmJobsOperation,
  findJobTeachers,
  generateElectiveTasks,
  generateElectiveTasksOperation,
  mergeJobs,
  mergeJobsOperation,
  recallConfirmed,
  recallConfirmedJobs,
  recallJobs,
  recallToEdit,
  setJobTeachers,
  setJobTeachersOperation,
  splitJob,
  splitJobOperation,
  stopJobs,
  stopJobsOperation,
  stopShortTasksOperation,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { generatePlanJobs, generatePlanJobsOperation } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import { jobStatus, jobStatusNames, type JobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { JobContent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import { jobFindings } from '@jwxt/contracts/open-course/teaching-job.rules.ts';
import { loadBesideJob, loadJobs } from '@jwxt/infra/runtime/teaching-job-facts.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mayChooseClasses } from '../base-info/shared/class-scope.ts';
import { handler } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { jobScope, requireJobs } from './job-scope.ts';

const SHORT = '选课人数不足最低开班人数';

/** Hour types that the teachers of a job share, in tenths: its parts, else those of its course, else what is taught. */
async function hourTypesOf(
  db: Queryable,
  { teachingClassId, courseId, totalHour, teachers }: JobContent,
): Promise<{ parted: boolean; types: { hourType: string; hours: number }[] }> {
  const { rows } = await db.query<{ hourType: string; hours: number; own: boolean }>(
    `select xsbh as "hourType", hours, true as own from base.teaching_process_link where teaching_class_id = $1
      union all select xsbh, xs, false from base.course_hour where kch = $2 and xs > 0 order by 1`,
    [teachingClassId, courseId],
  );
  const own = rows.filter((row) => row.own);
  const ofCourse = rows.filter((row) => !row.own);
  const fits = ofCourse.reduce((all, { hours }) => all + hours, 0) === totalHour;
  const types = own.length > 0 ? own : fits ? ofCourse : [];
  const others = [...new Set(teachers.map(({ hourType }) => hourType))].filter(
    (taught) => !types.some(({ hourType }) => hourType === taught),
  );
  return {
    parted: own.length > 0,
    types: [
      ...types.map(({ hourType, hours }) => ({ hourType, hours })),
      ...others.map((hourType) => ({ hourType, hours: types.length === 0 ? totalHour : 0 })),
    ],
  };
}

/** OPEN-COURSE-03, 04: what is done with jobs besides their rows. */
export const teachingJobHandlers = [
  handler(checkJobs, async ({ keys }, call) => {
    await requireJobs(call, 'teachingJob:query', keys);
    const { db } = call.services;
    const jobs = await loadJobs(db, keys);
    const { rows } = await db.query<{ key: string; status: JobStatus }>(
      'select teaching_class_id as key, job_status as status from base.teaching_job where teaching_class_id = any($1)',
      [keys],
    );
    const left = new Map(rows.map(({ key, status }) => [key, status]));
    /** What is no longer with its unit is not to be handed in. */
    const elsewhere = (key: string) => {
      const status = left.get(key) ?? jobStatus.editing;
      return status === jobStatus.editing
        ? []
        : [{ level: 'error' as const, field: 'jobStatus', message: `${jobStatusNames[status]}，不在编辑中` }];
    };
    return {
      jobs: await Promise.all(
        jobs.map(async (job) => ({
          teachingClassId: job.teachingClassId,
          teachingClassCode: job.teachingClassCode,
          teachingClassName: job.teachingClassName,
          findings: [...elsewhere(job.teachingClassId), ...jobFindings(job, await loadBesideJob(db, job))],
        })),
      ),
    };
  }),
  handler(batchCommit, async ({ commandId, keys }, call) => {
    await requireJobs(call, 'teachingJob:batchCommit', keys);
    return await runCommand(commitJobs, { keys }, call, { commandId });
  }),
  handler(recallToEdit, async ({ commandId, keys, reason }, call) => {
    await requireJobs(call, 'teachingJob:recallToEdit', keys);
    return await runCommand(recallJobs, { keys, reason }, call, { commandId });
  }),
  handler(recallConfirmed, async ({ commandId, keys, reason }, call) => {
    await requireJobs(call, 'teachingJob:recallConfirmed', keys);
    return await runCommand(recallConfirmedJobs, { keys, reason }, call, { commandId });
  }),
  handler(confirmJobsOperation, async ({ commandId, keys }, call) => {
    await requireJobs(call, 'teachingJob:confirm', keys);
    return await runCommand(confirmJobs, { keys }, call, { commandId });
  }),
  handler(stopJobsOperation, async ({ commandId, keys, reason }, call) => {
    await requireJobs(call, 'teachingJob:stop', keys);
    return await runCommand(stopJobs, { keys, reason }, call, { commandId });
  }),
  handler(splitJobOperation, async ({ commandId, ...asked }, call) => {
    await requireJobs(call, 'teachingJob:split', [asked.teachingClassId]);
    return await runCommand(splitJob, asked, call, { commandId });
  }),
  handler(mergeJobsOperation, async ({ commandId, keys }, call) => {
    await requireJobs(call, 'teachingJob:merge', keys);
    return await runCommand(mergeJobs, { keys }, call, { commandId });
  }),
  handler(findJobTeachers, async ({ teachingClassId }, call) => {
    await requireJobs(call, 'teachingJob:setTeachers', [teachingClassId]);
    const { db } = call.services;
    const [job] = await loadJobs(db, [teachingClassId]);
    if (!job) throw new Refused('NOT_FOUND');
    const { rows } = await db.query<{ status: string }>(
      'select job_status as status from base.teaching_job where teaching_class_id = $1',
      [teachingClassId],
    );
    const { rows: types } = await db.query<{ dm: string; mc: string }>(
      `select dm, mc from base.data_dict where dmlb = 'XTGL_XSLX' order by pxh, dm`,
    );
    const shared = await hourTypesOf(db, job);
    const names = new Map(types.map(({ dm, mc }) => [dm, mc]));
    return {
      teachingClassName: job.teachingClassName,
      courseName: job.courseName,
      totalHour: job.totalHour / 10,
      startEndWeek: job.startEndWeek,
      confirmed: rows[0]?.status === jobStatus.confirmed,
      parted: shared.parted,
      types: (shared.types.length > 0 ? shared.types : [{ hourType: types[0]?.dm ?? '', hours: job.totalHour }]).map(
        ({ hourType, hours }) => ({ hourType, hourName: names.get(hourType) ?? hourType, hours: hours / 10 }),
      ),
      teachers: job.teachers.map(({ teacherCode, teacherName, hourType, hour, startEndWeek }) => ({
        teacherCode,
        teacherName,
        hourType,
        hourName: names.get(hourType) ?? hourType,
        hour: hour / 10,
        startEndWeek,
      })),
    };
  }),
  handler(setJobTeachersOperation, async ({ commandId, ...asked }, call) => {
    await requireJobs(call, 'teachingJob:setTeachers', [asked.teachingClassId]);
    return await runCommand(setJobTeachers, asked, call, { commandId });
  }),
  handler(changeJobOperation, async ({ commandId, ...asked }, call) => {
    await requireJobs(call, 'teachingJob:change', [asked.teachingClassId]);
    const { services, user } = call;
    if (!(await mayChooseClasses(services.db, user, 'teachingJob:change', asked.administrativeClasses)))
      throw invalidField('administrativeClasses', '有行政班不存在、已停用或毕业，或不在您的数据范围内，请重新选择');
    return await runCommand(changeJob, asked, call, { commandId });
  }),
  handler(generatePlanJobsOperation, async ({ commandId, executionPlanIds, ...asked }, call) => {
    const params = sqlParams();
    // The unit that opens a course makes its jobs, whoever takes it.
    const { rows } = await call.services.db.query<{ key: string; name: string; own: boolean }>(
      `select plan.execution_plan_id as key, grade_major.njzymc || ' ' || course.kcmc as name, (${scopeCondition(
        call.user,
        'coursePlan:generateTask',
        { target: 'resource', DW: 'plan.open_department_id' },
        params,
      )}) is true as own
         from base.execution_plan plan join base.course on course.kch = plan.kch
         join base.grade_major on grade_major.njzydm = plan.njzydm
        where plan.execution_plan_id = any(${params.add(executionPlanIds)}) order by 2`,
      [...params.values],
    );
    const foreign = rows
      .filter(({ own }) => !own)
      .map(({ key, name }) => ({ key, name, message: '由开课单位生成任务，不在您的数据范围内' }));
    const own = rows.flatMap((row) => (row.own ? [row.key] : []));
    if (own.length === 0) return { made: 0, kept: foreign };
    const { made, kept } = await runCommand(generatePlanJobs, { ...asked, executionPlanIds: own }, call, { commandId });
    return { made, kept: [...kept, ...foreign] };
  }),
  handler(generateElectiveTasksOperation, async ({ commandId, semesterId }, call) => {
    const params = sqlParams();
    const { rows } = await call.services.db.query<{ planId: string }>(
      `select plan_id as "planId" from base.public_course_plan plan
        where semester_id = ${params.add(semesterId)} and ${scopeCondition(
          call.user,
          'publicElectiveTask:generateTask',
          { target: 'resource', DW: 'plan.department_id', XQ: 'plan.school_zone' },
          params,
        )} order by plan_id limit 1000`,
      [...params.values],
    );
    return await runCommand(generateElectiveTasks, { planIds: rows.map(({ planId }) => planId) }, call, { commandId });
  }),
  handler(stopShortTasksOperation, async ({ commandId, semesterId }, call) => {
    const params = sqlParams();
    const { rows } = await call.services.db.query<{ key: string }>(
      `select job.teaching_class_id as key from base.teaching_job_counted job
         join base.public_elective_task task using (teaching_class_id)
        where job.semester_id = ${params.add(semesterId)} and job.job_status = ${params.add(jobStatus.confirmed)}
          and job.selected_num < task.min_open_num and ${scopeCondition(
            call.user,
            'publicElectiveTask:stopShort',
            jobScope,
            params,
          )} order by job.teaching_class_code limit 200`,
      [...params.values],
    );
    if (rows.length === 0) return { done: 0, kept: [] };
    return await runCommand(stopJobs, { keys: rows.map(({ key }) => key), reason: SHORT }, call, { commandId });
  }),
];
