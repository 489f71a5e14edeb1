import type { BusinessRequestState } from '../approval/business-request.state.ts';
import type { RecognitionEvent, RecognitionRequest } from './recognition.events.ts';

/** A recognition application's business content. */
export type RecognitionState = BusinessRequestState<RecognitionRequest>;

/** A recognition that nobody asked for. */
export const noRecognition: RecognitionState = { status: 'none' };

/** Folds one event of `recognition-…`. */
export function evolveRecognition(state: RecognitionState, event: RecognitionEvent): RecognitionState {
  if (event.type === 'RecognitionRequested') return { status: 'requested', request: event.data };
  if (state.status === 'none') throw new Error(`${event.type} on a recognition that nobody asked for`);
  switch (event.type) {
    case 'RecognitionEffected': return { ...state, status: 'effected' };
    case 'RecognitionClosed': return { ...state, status: event.data.outcome };
    default: return event satisfies never;
  }
}
