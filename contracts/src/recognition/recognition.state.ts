import { defineStream } from '../kernel/stream.ts';
import type { RequestOutcome } from '../approval/business-request.state.ts';
import {
  RECOGNITION_STREAM_PREFIX,
  recognitionEvents,
  type RecognitionDraft,
  type RecognitionEvent,
  type RecognitionRequest,
} from './recognition.events.ts';

/** A recognition application's business content. `draft`: what was saved since it came back to the applicant. */
export type RecognitionState =
  | { readonly status: 'none' }
  | { readonly status: 'saved'; readonly draft: RecognitionDraft }
  | {
      readonly status: 'requested' | RequestOutcome;
      readonly request: RecognitionRequest;
      readonly draft: RecognitionDraft | null;
    }
  | { readonly status: 'deleted' };

/** A recognition that nobody asked for. */
export const noRecognition: RecognitionState = { status: 'none' };

/** Folds one event of `recognition-…`. */
export function evolveRecognition(state: RecognitionState, event: RecognitionEvent): RecognitionState {
  switch (event.type) {
    case 'RecognitionDrafted':
      return 'request' in state ? { ...state, draft: event.data } : { status: 'saved', draft: event.data };
    case 'RecognitionRequested':
      return { status: 'requested', request: event.data, draft: null };
    case 'RecognitionEffected':
      return { ...asked(state, event), status: 'effected' };
    case 'RecognitionClosed':
      return { ...asked(state, event), status: event.data.outcome };
    case 'RecognitionDeleted':
      return { status: 'deleted' };
    default:
      return event satisfies never;
  }
}

/** What recognition applications ask for. */
export const recognitionStreams = defineStream({
  prefix: RECOGNITION_STREAM_PREFIX,
  events: recognitionEvents,
  initial: noRecognition,
  evolve: evolveRecognition,
});

type Asked = Extract<RecognitionState, { request: RecognitionRequest }>;

function asked(state: RecognitionState, event: RecognitionEvent): Asked {
  if (!('request' in state)) throw new Error(`${event.type} on a recognition that nobody asked for`);
  return state;
}
