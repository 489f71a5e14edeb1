import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Tone, TonesOf } from '../ui/tokens.ts';

/** Business statuses of an application: under way blue, passed green, sent back or refused red, the rest grey. */
const tones: Readonly<Record<string, Tone>> = {
  [businessStatus.saved]: 'grey',
  [businessStatus.awaiting]: 'blue',
  [businessStatus.inApproval]: 'blue',
  [businessStatus.returned]: 'red',
  [businessStatus.recalled]: 'grey',
  [businessStatus.voided]: 'grey',
  [businessStatus.sentBack]: 'red',
  [businessStatus.notPassed]: 'red',
  [businessStatus.passed]: 'green',
} satisfies TonesOf<typeof businessStatus>;

/** The tone of a business status that came over the wire. */
export const businessTone = (status: string): Tone => tones[status] ?? 'grey';
