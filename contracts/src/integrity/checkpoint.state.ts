import { defineStream } from '../kernel/stream.ts';
import { CHECKPOINT_STREAM_PREFIX, checkpointEvents, type CheckpointEvent } from './checkpoint.events.ts';

/** Which key signs, and what is sealed. */
interface CheckpointState {
  readonly keyId: string | null;
  readonly number: number;
  readonly upTo: number;
}

const initial: CheckpointState = { keyId: null, number: 0, upTo: 0 };

/** The checkpoints of the log. No command decides on them: their writer alone appends, at the revision that it read. */
export const checkpointStreams = defineStream({
  prefix: CHECKPOINT_STREAM_PREFIX,
  events: checkpointEvents,
  initial,
  evolve: (state: CheckpointState, { type, data }: CheckpointEvent): CheckpointState =>
    type === 'LogCheckpointed'
      ? { keyId: data.keyId, number: data.number, upTo: data.upTo }
      : { ...state, keyId: data.keyId },
});
