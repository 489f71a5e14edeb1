import { defineStream } from '../kernel/stream.ts';
import {
  RECOGNITION_ACCOUNT_STREAM_PREFIX,
  recognitionAccountEvents,
  type RecognitionAccountEvent,
} from './recognition-account.events.ts';

/** What one application has taken. */
export interface TakenCredit {
  readonly applyId: string;
  /** The moment it was (last) applied for. */
  readonly time: string;
  /** Tenths. */
  readonly credit: number;
  readonly sources: readonly { readonly key: string; readonly courseName: string }[];
}

/** What a student's applications have taken: those under way, and those in force. */
export interface RecognitionAccountState {
  readonly taken: readonly TakenCredit[];
}

/** A student who never had anything recognised. */
export const emptyAccount: RecognitionAccountState = { taken: [] };

/** Folds one event of `recognitionAccount-…`. */
export function evolveAccount(
  { taken }: RecognitionAccountState,
  event: RecognitionAccountEvent,
): RecognitionAccountState {
  switch (event.type) {
    case 'RecognitionCreditTaken': {
      const { applyId, time, credit, sources } = event.data;
      return { taken: [...taken.filter((each) => each.applyId !== applyId), { applyId, time, credit, sources }] };
    }
    case 'RecognitionCreditReturned':
      return { taken: taken.filter((each) => each.applyId !== event.data.applyId || each.time !== event.data.time) };
    default:
      return event satisfies never;
  }
}

/** What students have had recognised, or have asked for. */
export const recognitionAccountStreams = defineStream({
  prefix: RECOGNITION_ACCOUNT_STREAM_PREFIX,
  events: recognitionAccountEvents,
  initial: emptyAccount,
  evolve: evolveAccount,
});
