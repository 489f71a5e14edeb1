import type { RecognitionEvent, RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { evolveRecognition, noRecognition, type RecognitionState } from '@jwxt/contracts/recognition/recognition.state.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

/** What may be asked of a recognition's content. */
export type RecognitionCommand =
  | { readonly type: 'open'; readonly request: RecognitionRequest }
  | { readonly type: 'close'; readonly outcome: 'effected' | 'returned' | 'notPassed' | 'recalled'; readonly opinion: string };

/** The rules of `recognition-<applyId>`: opened once a round, closed once; only a returned one is opened again. */
export const recognitionDecider: Decider<RecognitionState, RecognitionCommand, RecognitionEvent, undefined> = {
  initial: noRecognition,
  evolve: evolveRecognition,
  decide: (state, command) => (command.type === 'open' ? open(state, command.request) : close(state, command)),
};

function open(state: RecognitionState, request: RecognitionRequest): Decision<RecognitionEvent> {
  if (state.status === 'none') return [{ type: 'RecognitionRequested', data: request }];
  if (request.application.round <= state.request.application.round) return [];
  return state.status === 'returned' ? [{ type: 'RecognitionRequested', data: request }] : refuse('CHANGE_NOT_EDITABLE');
}

function close(state: RecognitionState, { outcome, opinion }: Extract<RecognitionCommand, { type: 'close' }>): Decision<RecognitionEvent> {
  if (state.status === 'none') return refuse('NOT_FOUND');
  if (state.status === outcome) return [];
  if (state.status !== 'requested') return refuse('CHANGE_NOT_EDITABLE');
  const { applyId } = state.request;
  return outcome === 'effected' ? [{ type: 'RecognitionEffected', data: { applyId } }] : [{ type: 'RecognitionClosed', data: { applyId, outcome, opinion } }];
}

/** In-plan courses of a request, the one that decides about all of them first. */
export function coursesOf(request: RecognitionRequest): string[] {
  return request.relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId)).toSorted();
}
