import { ROSTER_OF_CLASSES } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { ROSTER_OF_ITEM_GROUP } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { JobContent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { loadBesideJob, loadJobs } from '@jwxt/infra/runtime/teaching-job-facts.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { changedParts } from './job-change.ts';
import type { ClassTies, TeachingJobFacts } from './teaching-job.decider.ts';

/** What a decision on a job must know; `change`: the job as it is to be; `parts`: the hours of its parts then. */
export async function loadJobFacts(
  { pool, handler }: Pick<CommandServices, 'pool' | 'handler'>,
  teachingClassId: string,
  change: (job: JobContent) => Promise<JobContent | Refused> | JobContent = (job) => job,
  parts: Parameters<typeof changedParts>[1] = [],
): Promise<TeachingJobFacts | Refused> {
  const [known] = await loadJobs(pool, [teachingClassId]);
  if (!known) return refuse('NOT_FOUND');
  const job = await change(known);
  if ('refused' in job) return job;
  const [beside, ties] = await Promise.all([loadBesideJob(pool, job), loadTies({ pool, handler }, teachingClassId)]);
  const links = changedParts(beside.links, parts).map((link) =>
    link.startEndWeek === known.startEndWeek ? { ...link, startEndWeek: job.startEndWeek } : link,
  );
  return { job, beside: { ...beside, links }, ties };
}

async function loadTies(
  { pool, handler }: Pick<CommandServices, 'pool' | 'handler'>,
  teachingClassId: string,
): Promise<ClassTies> {
  const { rows } = await pool.query<Omit<ClassTies, 'scored'>>(
    `select (select count(*)::int from base.class_schedule where teaching_class_id = $1) as meetings,
        (select coalesce(jsonb_agg(distinct jsonb_build_object('teacherCode', gh, 'teacherName', teacher.xm)), '[]')
          from base.class_schedule join base.teacher using (gh) where teaching_class_id = $1) as "meetingTeachers",
        (select count(*)::int from base.teaching_class_student
          where teaching_class_id = $1 and list_source <> all($2)) as chosen,
        exists (select from base.evaluation_task where teaching_class_id = $1)
          or exists (select from base.granted_remark where teaching_class_id = $1)
          or exists (select from base.makeup_source where teaching_class_id = $1) as used`,
    [teachingClassId, [ROSTER_OF_CLASSES, ROSTER_OF_ITEM_GROUP]],
  );
  const { state } = await handler.read(sheetStream(teachingClassId, scoreType.regular), sheetStreams);
  return { ...rows[0]!, scored: state.status !== sheetStatus.unset };
}
