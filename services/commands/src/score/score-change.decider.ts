import type { ScoreChangeEvent } from '@jwxt/contracts/score/score-change.events.ts';
import { evolveScoreChange, noScoreChange, type ScoreChangeState } from '@jwxt/contracts/score/score-change.state.ts';
import type { ScoreChangeRequest } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

/** What may be asked of a change application's content. */
export type ScoreChangeCommand =
  | { readonly type: 'open'; readonly request: ScoreChangeRequest }
  | { readonly type: 'close'; readonly outcome: 'effected' | 'returned' | 'notPassed' | 'recalled'; readonly opinion: string };

/** The rules of `scoreChange-<applyId>`: opened once a round, closed once; only a returned one is opened again. */
export const scoreChangeDecider: Decider<ScoreChangeState, ScoreChangeCommand, ScoreChangeEvent, undefined> = {
  initial: noScoreChange,
  evolve: evolveScoreChange,
  decide: (state, command) => (command.type === 'open' ? open(state, command.request) : close(state, command)),
};

function open(state: ScoreChangeState, request: ScoreChangeRequest): Decision<ScoreChangeEvent> {
  if (state.status === 'none') return [{ type: 'ScoreChangeRequested', data: request }];
  const { round } = state.request.application;
  if (request.application.round <= round) return [];
  return state.status === 'returned' ? [{ type: 'ScoreChangeRequested', data: request }] : refuse('CHANGE_NOT_EDITABLE');
}

function close(state: ScoreChangeState, { outcome, opinion }: Extract<ScoreChangeCommand, { type: 'close' }>): Decision<ScoreChangeEvent> {
  if (state.status === 'none') return refuse('NOT_FOUND');
  if (state.status === outcome) return [];
  if (state.status !== 'requested') return refuse('CHANGE_NOT_EDITABLE');
  const { applyId } = state.request;
  return outcome === 'effected' ? [{ type: 'ScoreChangeEffected', data: { applyId } }] : [{ type: 'ScoreChangeClosed', data: { applyId, outcome, opinion } }];
}
