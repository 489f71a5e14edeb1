import {
  implementStatus,
  type ImplementStatus,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { Tone } from '../../../ui/tokens.ts';

/** How far a change has come, in colour. */
export const implementTones: Readonly<Record<ImplementStatus, Tone>> = {
  [implementStatus.waiting]: 'grey',
  [implementStatus.coming]: 'blue',
  [implementStatus.done]: 'green',
  [implementStatus.cancelled]: 'grey',
};
/** The tone of a code that may be any text. */
export const implementTone = (code: string): Tone => implementTones[code as ImplementStatus] ?? 'grey';
