import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { Decider } from '../kernel/decider.ts';

/**
 * A decider over sheets for one command. All of them share the contract's fold, so that they share one state of a
 * stream too.
 */
export type SheetDecider<Command, Facts> = Decider<ScoreSheetState, Command, ScoreSheetEvent, Facts>;

/** Joins one command's rules with the fold of sheets. */
export function sheetDecider<Command, Facts>(
  decide: SheetDecider<Command, Facts>['decide'],
): SheetDecider<Command, Facts> {
  return { streams: sheetStreams, decide };
}
