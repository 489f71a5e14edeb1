import { bigint, boolean, defineReadModel, int, orNull, table, text, timestamp } from '../kernel/read-model.ts';

/** The checkpoints of the log and the keys that signed them, without what tells single events (decision 092). */
export const checkpointModel = defineReadModel({
  name: 'integrity-checkpoint',
  tables: {
    checkpoint: table(
      {
        number: int(),
        at: timestamp(),
        first: bigint(),
        up_to: bigint(),
        /** Position of the last event that it covers. */
        commit: bigint(),
        prepare: bigint(),
        root: text(),
        key_id: text(),
        /** What is signed, word by word. */
        signed_text: text(),
        signature: text(),
      },
      { key: ['number'], indexes: ['(commit, prepare)'] },
    ),
    signing_key: table(
      {
        key_id: text(),
        at: timestamp(),
        public_key: text(),
        previous_key_id: orNull(text()),
        /** The key before it vouches for it; the first has none. */
        vouched: boolean(),
      },
      { key: ['key_id'] },
    ),
  },
});
