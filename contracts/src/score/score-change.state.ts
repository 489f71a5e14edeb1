import { defineStream } from '../kernel/stream.ts';
import { widened } from '../kernel/upcast.ts';
import type { BusinessRequestState } from '../approval/business-request.state.ts';
import { SCORE_CHANGE_STREAM_PREFIX, scoreChangeEvents, type ScoreChangeEvent } from './score-change.events.ts';
import type { ScoreChangeRequest } from './score-sheet.events.ts';

/** A change application's business content. */
export type ScoreChangeState = BusinessRequestState<ScoreChangeRequest>;

/** A change that nobody asked for. */
export const noScoreChange: ScoreChangeState = { status: 'none' };

/** Folds one event of `scoreChange-…`. */
export function evolveScoreChange(state: ScoreChangeState, event: ScoreChangeEvent): ScoreChangeState {
  if (event.type === 'ScoreChangeRequested') return { status: 'requested', request: event.data };
  if (state.status === 'none') throw new Error(`${event.type} on a score change that nobody asked for`);
  switch (event.type) {
    case 'ScoreChangeEffected':
      return { ...state, status: 'effected' };
    case 'ScoreChangeClosed':
      return { ...state, status: event.data.outcome };
    default:
      return event satisfies never;
  }
}

/** What score-change applications ask for. */
export const scoreChangeStreams = defineStream({
  prefix: SCORE_CHANGE_STREAM_PREFIX,
  events: scoreChangeEvents,
  // The first version knew nobody who applies on behalf of others, and no rows that are retaken.
  upcasters: [widened('ScoreChangeRequested', 1)],
  initial: noScoreChange,
  evolve: evolveScoreChange,
});
