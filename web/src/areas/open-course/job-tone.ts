import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { Tone, TonesOf } from '../../ui/tokens.ts';

/** How the state of a job is drawn. */
export const jobTones: Readonly<Record<string, Tone>> = {
  [jobStatus.editing]: 'orange',
  [jobStatus.committed]: 'blue',
  [jobStatus.confirmed]: 'green',
  [jobStatus.stopped]: 'grey',
} satisfies TonesOf<typeof jobStatus>;
