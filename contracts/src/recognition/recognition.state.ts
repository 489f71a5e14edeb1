import { defineStream } from '../kernel/stream.ts';
import type { RequestOutcome } from '../approval/business-request.state.ts';
import {
  RECOGNITION_STREAM_PREFIX,
  recognitionEvents,
  type AdjustedValue,
  type RecognitionDraft,
  type RecognitionEvent,
  type RecognitionRequest,
  type SourceChange,
} from './recognition.events.ts';

/**
 * A recognition application's business content. `draft`: what was saved since it came back to the applicant. `request`
 * has the values that are in force.
 */
export type RecognitionState =
  | { readonly status: 'none' }
  | { readonly status: 'saved'; readonly draft: RecognitionDraft }
  | {
      readonly status: 'requested' | RequestOutcome | 'revoked';
      readonly request: RecognitionRequest;
      readonly draft: RecognitionDraft | null;
      /** Scores of this system that it rests on and that have changed, as long as nobody has settled it. */
      readonly changed: readonly SourceChange[];
      /** What the scores were, by attempt, when it was last settled; null: withdrawn. */
      readonly accepted: Readonly<Record<string, string | null>>;
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
      return { status: 'requested', request: event.data, draft: null, changed: [], accepted: {} };
    case 'RecognitionEffected':
      return { ...asked(state, event), status: 'effected' };
    case 'RecognitionClosed':
      return { ...asked(state, event), status: event.data.outcome };
    case 'RecognitionDeleted':
      return { status: 'deleted' };
    case 'RecognitionSourceChanged': {
      const known = asked(state, event);
      return { ...known, changed: changesAfter(known.changed, event.data) };
    }
    case 'RecognitionSettled': {
      const known = asked(state, event);
      return {
        ...known,
        request: { ...known.request, relateList: adjustedPairs(known.request.relateList, event.data.values) },
        changed: [],
        accepted: {
          ...known.accepted,
          ...Object.fromEntries(event.data.sources.map(({ attemptId, after }) => [attemptId, after])),
        },
      };
    }
    case 'RecognitionRevoked':
      return { ...asked(state, event), status: 'revoked', changed: [] };
    default:
      return event satisfies never;
  }
}

/** What is to be settled after one more change; a score that is again what it was is no matter any more. */
export function changesAfter(
  changed: readonly SourceChange[],
  { attemptId, courseName, before, after }: SourceChange,
): SourceChange[] {
  const others = changed.filter((each) => each.attemptId !== attemptId);
  return before === after ? others : [...others, { attemptId, courseName, before, after }];
}

/** Groups with the values that have followed their sources. */
export function adjustedPairs(
  pairs: RecognitionRequest['relateList'],
  values: readonly AdjustedValue[],
): RecognitionRequest['relateList'] {
  const byCourse = new Map(values.map(({ courseId, after }) => [courseId, after]));
  return pairs.map((pair) => ({
    ...pair,
    inSideList: pair.inSideList.map((inside) => {
      const { scoreCognizanceFinalValue, scoreValueStr } = byCourse.get(inside.courseId) ?? inside;
      return { ...inside, scoreCognizanceFinalValue, scoreValueStr };
    }),
  }));
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
