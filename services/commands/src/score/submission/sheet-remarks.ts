import type { SubmittedRow } from '@jwxt/contracts/score/score-sheet.events.ts';

/** Remarks that occur, for node conditions. */
export function remarksIn(rows: readonly Pick<SubmittedRow, 'scoreRemarkCode'>[]): string[] {
  return [...new Set(rows.map((row) => row.scoreRemarkCode))].toSorted();
}
