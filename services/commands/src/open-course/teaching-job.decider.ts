import type { JobContent, TeachingJobEvent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import { jobFindings, type BesideJob } from '@jwxt/contracts/open-course/teaching-job.rules.ts';
import { teachingJobStreams, type TeachingJobState } from '@jwxt/contracts/open-course/teaching-job.state.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Hours of a part of a job by hour type, in tenths. */
interface JobPart {
  readonly hourType: string;
  readonly hours: number;
}

/** What may be asked of `teachingJob-<teachingClassId>`. `confirmed`: the recall of a job that has its class. */
export type TeachingJobCommand =
  | { readonly type: 'commit' | 'confirm' }
  | { readonly type: 'recall'; readonly confirmed: boolean; readonly reason: string }
  | { readonly type: 'change'; readonly reason: string; readonly parts?: readonly JobPart[] }
  | { readonly type: 'stop'; readonly reason: string };

/** What hangs on the teaching class of a confirmed job. */
export interface ClassTies {
  /** Weekly meetings, and who holds them. */
  readonly meetings: number;
  readonly meetingTeachers: readonly { readonly teacherCode: string; readonly teacherName: string }[];
  /** Students that did not come with their class. */
  readonly chosen: number;
  /** Its sheet is set up, or has scores. */
  readonly scored: boolean;
  /** Something else refers to it. */
  readonly used: boolean;
}

/** The job as it would be (to commit, to change; as its row says otherwise), and what stands beside it. */
export interface TeachingJobFacts {
  readonly job: JobContent;
  readonly beside: BesideJob;
  readonly ties: ClassTies;
}

/** The errors of a job as one refusal; null: it has none. */
function wrongWith({ job, beside }: Pick<TeachingJobFacts, 'job' | 'beside'>): Refused | null {
  const errors = jobFindings(job, beside).filter(({ level }) => level === 'error');
  return errors.length === 0
    ? null
    : refuse('JOB_FINDINGS', { findings: errors.map(({ message }) => message).join('；') });
}

/** Why the class of a job cannot go now; null: it can. Those who chose it are told when it is stopped. */
function heldBy({ meetings, chosen, scored, used }: ClassTies, stopping: boolean): Refused | null {
  if (scored) return refuse('JOB_SCORED');
  if (meetings > 0) return refuse('JOB_SCHEDULED', { count: meetings });
  if (used) return refuse('JOB_CLASS_USED');
  return chosen > 0 && !stopping ? refuse('JOB_CHOSEN', { count: chosen }) : null;
}

const partsOf = (parts: readonly JobPart[] | undefined) => (parts === undefined ? {} : { parts: [...parts] });

/**
 * The rules of a teaching job (OPEN-COURSE-03, 04): handed in by its unit, confirmed into a teaching class, changed
 * while it is one, taken back while nothing hangs on it, or given up.
 */
export const teachingJobDecider: Decider<TeachingJobState, TeachingJobCommand, TeachingJobEvent, TeachingJobFacts> = {
  streams: teachingJobStreams,
  decide(state, command, facts) {
    const { job, ties } = facts;
    const { teachingClassId } = job;
    if (state.status === 'stopped') return refuse('JOB_STOPPED');
    switch (command.type) {
      case 'commit':
        if (state.status !== 'editing') return refuse('JOB_NOT_EDITING');
        return wrongWith(facts) ?? [{ type: 'JobCommitted', data: { job } }];
      case 'confirm':
        if (state.status !== 'committed') return refuse('JOB_NOT_COMMITTED');
        return (
          wrongWith({ job: state.job, beside: facts.beside }) ?? [{ type: 'JobConfirmed', data: { job: state.job } }]
        );
      case 'recall': {
        const { confirmed, reason } = command;
        if (confirmed && state.status !== 'confirmed') return refuse('JOB_NOT_CONFIRMED');
        if (!confirmed && state.status !== 'committed') return refuse('JOB_NOT_COMMITTED');
        const held = confirmed ? heldBy(ties, false) : null;
        return held ?? [{ type: 'JobRecalled', data: { teachingClassId, confirmed, reason } }];
      }
      case 'change': {
        if (state.status !== 'confirmed') return refuse('JOB_NOT_CONFIRMED');
        if (command.parts === undefined && canonicalJson(state.job) === canonicalJson(job)) return [];
        const staying = new Set(job.teachers.map(({ teacherCode }) => teacherCode));
        const meeting = ties.meetingTeachers.filter(({ teacherCode }) => !staying.has(teacherCode));
        if (meeting.length > 0)
          return refuse('JOB_TEACHER_MEETS', { name: meeting.map(({ teacherName }) => teacherName).join('、') });
        return (
          wrongWith(facts) ?? [
            {
              type: 'JobChanged',
              data: { before: state.job, after: job, reason: command.reason, ...partsOf(command.parts) },
            },
          ]
        );
      }
      case 'stop': {
        const confirmed = state.status === 'confirmed';
        const held = confirmed ? heldBy(ties, true) : null;
        return held ?? [{ type: 'JobStopped', data: { teachingClassId, confirmed, reason: command.reason } }];
      }
    }
  },
};
