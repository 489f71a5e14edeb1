import { leaveStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';

/** How the status of a leave is coloured. */
export const leaveTones: Readonly<Record<string, Tone>> = {
  [leaveStatus.granted]: 'blue',
  [leaveStatus.back]: 'green',
  [leaveStatus.revoked]: 'grey',
} satisfies TonesOf<typeof leaveStatus>;
