import { jobStatus, setType } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { teachingJobStream, type JobContent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import {
  changeJob,
  commitJobs,
  confirmJobs,
  generateElectiveTasks,
  mergeJobs,
  recallConfirmedJobs,
  recallJobs,
  setJobTeachers,
  splitJob,
  stopJobs,
  type JobBatchResult,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { generatePlanJobs } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import { answerTeacherPlan } from '@jwxt/contracts/open-course/teacher-answer.operations.ts';
import { adjustTeacherHours } from '@jwxt/contracts/open-course/open-course.operations.ts';
import { splitItemGroups } from '@jwxt/contracts/open-course/special-item-group.operations.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadJobs } from '@jwxt/infra/runtime/teaching-job-facts.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { partOf, type CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refusalText, refuse, type Refused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { writeTeacherPlans } from './class-of-job.ts';
import { generateElectiveJobs } from './elective-jobs.ts';
import { makePlanJobs } from './plan-jobs.ts';
import { withChange, withHoursOf, withTeachersOf } from './job-change.ts';
import { refusalOfWindow } from './open-course-window.ts';
import { joinJobs, partJob } from './part-jobs.ts';
import { lockJobs } from './shared/create-jobs.ts';
import { answerPlan } from './teacher-answer.ts';
import { partItem } from './special-item-groups.ts';
import { teachingJobDecider, type TeachingJobCommand } from './teaching-job.decider.ts';
import { loadJobFacts } from './teaching-job.facts.ts';

/** Asks the stream of a job; `change`: the job as it is to be. */
async function ask(
  services: CommandServices,
  context: CommandContext,
  teachingClassId: string,
  command: TeachingJobCommand,
  ...change: Parameters<typeof loadJobFacts> extends [unknown, unknown, ...infer Rest] ? Rest : never
): Promise<Refused | { position: Position | null }> {
  return await services.handler.execute({
    stream: teachingJobStream(teachingClassId),
    decider: teachingJobDecider,
    command,
    context,
    facts: () => loadJobFacts(services, teachingClassId, ...change),
  });
}

/** What a refusal says of the field that it is about, else in all. */
const messageOf = ({ refused }: Refused): string => refused.fieldErrors?.[0]?.message ?? refusalText(refused);

/** Gives a job other teachers: its rows while it is edited, by its stream once it is confirmed. */
async function changeTeachers(
  services: CommandServices,
  context: CommandContext,
  teachingClassId: string,
  { reason }: { readonly reason: string },
  change: (db: Queryable, job: JobContent) => Promise<JobContent | Refused>,
): Promise<Refused | { position: Position | null }> {
  const { pool } = services;
  const { rows } = await pool.query<{ status: string }>(
    'select job_status as status from base.teaching_job where teaching_class_id = $1',
    [teachingClassId],
  );
  if (rows[0]?.status === jobStatus.confirmed)
    return await ask(services, context, teachingClassId, { type: 'change', reason }, (job) => change(pool, job));
  return await applyOnce(pool, context, async (client) => {
    await lockJobs(client);
    const [job] = await loadJobs(client, [teachingClassId]);
    if (!job) return refuse('NOT_FOUND');
    const { rowCount } = await client.query(
      'select from base.teaching_job where teaching_class_id = $1 and job_status = $2 for update',
      [teachingClassId, jobStatus.editing],
    );
    if (rowCount === 0) return refuse('JOB_NOT_EDITING');
    const closed = await refusalOfWindow(client, setType.jobs, job, context.time);
    if (closed) return closed;
    const changed = await change(client, job);
    if (isRefused(changed)) return changed;
    await writeTeacherPlans(client, context, teachingClassId, changed.teachers);
    return { teachingClassId };
  });
}

const inTenths = ({ hourType, hours }: { hourType: string; hours: string }) => ({
  hourType,
  hours: Math.round(Number(hours) * 10),
});

/**
 * One command to each of several jobs: those that cannot are told with why, and the others are done. What a job has to
 * be for it says `judged`, asked where the stream knows the command: what was done is not judged again.
 */
async function askAll(
  keys: readonly string[],
  command: TeachingJobCommand,
  context: CommandContext,
  services: CommandServices,
  judged: (job: JobContent) => Promise<JobContent | Refused> | JobContent = (job) => job,
): Promise<CommandDone<JobBatchResult>> {
  const wanted = [...new Set(keys)];
  const jobs = await loadJobs(services.pool, wanted);
  const names = new Map(jobs.map(({ teachingClassId, teachingClassName }) => [teachingClassId, teachingClassName]));
  const kept: JobBatchResult['kept'] = [];
  let position: Position | null = null;
  for (const key of wanted) {
    const done = await ask(services, partOf(context, key), key, command, judged);
    if (isRefused(done)) kept.push({ key, name: names.get(key) ?? key, message: refusalText(done.refused) });
    else position = later(position, done.position);
  }
  return { result: { done: wanted.length - kept.length, kept }, position };
}

/** Commands of teaching jobs besides those of their rows. */
export const openCourseRoutes: readonly CommandRoute[] = [
  defineRoute(commitJobs, ({ keys }, context, services) =>
    askAll(
      keys,
      { type: 'commit' },
      context,
      services,
      async (job) => (await refusalOfWindow(services.pool, setType.jobs, job, context.time)) ?? job,
    ),
  ),
  defineRoute(recallJobs, ({ keys, reason }, context, services) =>
    askAll(keys, { type: 'recall', confirmed: false, reason }, context, services),
  ),
  defineRoute(recallConfirmedJobs, ({ keys, reason }, context, services) =>
    askAll(keys, { type: 'recall', confirmed: true, reason }, context, services),
  ),
  defineRoute(confirmJobs, ({ keys }, context, services) => askAll(keys, { type: 'confirm' }, context, services)),
  defineRoute(stopJobs, ({ keys, reason }, context, services) =>
    askAll(keys, { type: 'stop', reason }, context, services),
  ),
  defineRoute(splitJob, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => partJob(client, context, asked)),
  ),
  defineRoute(mergeJobs, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => joinJobs(client, context, asked)),
  ),
  defineRoute(setJobTeachers, async ({ teachingClassId, teachers }, context, services) => {
    const done = await changeTeachers(services, context, teachingClassId, { reason: '' }, (db, job) =>
      withTeachersOf(db, job, teachers),
    );
    return isRefused(done) ? done : { result: { teachingClassId }, position: done.position };
  }),
  defineRoute(adjustTeacherHours, async ({ teacherCode, changes, reason }, context, services) => {
    const ofJobs = Map.groupBy(changes, ({ teachingClassId }) => teachingClassId);
    const jobs = new Map(
      (await loadJobs(services.pool, [...ofJobs.keys()])).map((job) => [job.teachingClassId, job.teachingClassName]),
    );
    const kept: JobBatchResult['kept'] = [];
    let position: Position | null = null;
    for (const [key, own] of ofJobs) {
      const done = await changeTeachers(services, partOf(context, key), key, { reason }, (db, job) =>
        withHoursOf(db, job, teacherCode, own),
      );
      if (isRefused(done)) kept.push({ key, name: jobs.get(key) ?? key, message: messageOf(done) });
      else position = later(position, done.position);
    }
    return { result: { done: ofJobs.size - kept.length, kept }, position };
  }),
  defineRoute(changeJob, async (asked, context, services) => {
    const { teachingClassId, reason, parts } = asked;
    const change = { type: 'change', reason, ...(parts ? { parts: parts.map(inTenths) } : {}) } as const;
    const done = await ask(
      services,
      context,
      teachingClassId,
      change,
      (job) => withChange(services.pool, job, asked),
      parts,
    );
    return isRefused(done) ? done : { result: { teachingClassId }, position: done.position };
  }),
  defineRoute(generatePlanJobs, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => makePlanJobs(client, context, asked)),
  ),
  defineRoute(answerTeacherPlan, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => answerPlan(client, context, asked)),
  ),
  defineRoute(splitItemGroups, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => partItem(client, context, asked)),
  ),
  defineRoute(generateElectiveTasks, ({ planIds }, context, { pool }) =>
    applyOnce(pool, context, (client) => generateElectiveJobs(client, context, planIds)),
  ),
];
