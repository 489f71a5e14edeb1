import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';

/** Whether the list of a sheet in this state can change: its scores are not handed in. */
export function isOpenList(status: string): boolean {
  return status !== sheetStatus.submitted && status !== sheetStatus.published;
}
