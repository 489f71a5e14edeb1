import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Tone } from '../../ui/tokens.ts';

/** Colour of a sheet's state: under approval blue, published green, everything before grey. */
export function sheetTone(status: string): Tone {
  return status === sheetStatus.submitted ? 'blue' : status === sheetStatus.published ? 'green' : 'grey';
}
