import { defineStream } from '../kernel/stream.ts';
import { widened } from '../kernel/upcast.ts';
import {
  TEACHING_JOB_STREAM_PREFIX,
  teachingJobEvents,
  type JobContent,
  type TeachingJobEvent,
} from './teaching-job.events.ts';

/** A job as its stream has it: with its unit (never committed, or back), or with what it said when it left it. */
export type TeachingJobState =
  | { readonly status: 'editing' }
  | { readonly status: 'committed' | 'confirmed'; readonly job: JobContent }
  | { readonly status: 'stopped' };

/** Folds one event of `teachingJob-…`. An event that cannot follow the state is a fault of the writer and throws. */
export function evolveTeachingJob(state: TeachingJobState, event: TeachingJobEvent): TeachingJobState {
  const follows = (...from: TeachingJobState['status'][]): void => {
    if (!from.includes(state.status)) throw new Error(`${event.type} on a job that is ${state.status}`);
  };
  switch (event.type) {
    case 'JobCommitted':
      follows('editing');
      return { status: 'committed', job: event.data.job };
    case 'JobRecalled':
      follows('committed', 'confirmed');
      return { status: 'editing' };
    case 'JobConfirmed':
      follows('committed');
      return { status: 'confirmed', job: event.data.job };
    case 'JobChanged':
      follows('confirmed');
      return { status: 'confirmed', job: event.data.after };
    case 'JobStopped':
      return { status: 'stopped' };
    default:
      return event satisfies never;
  }
}

/** Teaching jobs. */
export const teachingJobStreams = defineStream({
  prefix: TEACHING_JOB_STREAM_PREFIX,
  events: teachingJobEvents,
  upcasters: [widened('JobChanged', 1)],
  initial: { status: 'editing' },
  evolve: evolveTeachingJob,
});
