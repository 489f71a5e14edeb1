import { createHash } from 'node:crypto';
import { checkpointModel } from '@jwxt/contracts/integrity/checkpoint.read-model.ts';
import { checkpointStreams } from '@jwxt/contracts/integrity/checkpoint.state.ts';
import { checkpointText } from '@jwxt/contracts/integrity/signed-text.ts';
import { defineProjection } from '../kernel/projection.ts';

const { checkpoint, signing_key: signingKey } = checkpointModel.tables;

/** The checkpoints, for the page 历史校验 and for who checks a transcript (decision 092). */
export const checkpoints = defineProjection({
  readModel: checkpointModel,
  version: 1,
  streams: [checkpointStreams],
  // Each row is written once, from its event alone.
  load: () => Promise.resolve(),
  handlers: {
    SigningKeyIntroduced(rows, { data }) {
      rows.set(signingKey, {
        key_id: data.keyId,
        at: data.time,
        public_key: data.publicKey,
        previous_key_id: data.previousKeyId,
        vouched: data.endorsement !== null,
      });
    },
    LogCheckpointed(rows, { data }) {
      const [commit = 0, prepare = 0] = data.position.split('/').map(Number);
      rows.set(checkpoint, {
        number: data.number,
        at: data.time,
        first: data.from,
        up_to: data.upTo,
        commit,
        prepare,
        root: data.root,
        key_id: data.keyId,
        signed_text: checkpointText({ ...data, leavesHash: sha256(data.leaves), namesHash: sha256(data.names) }),
        signature: data.signature,
      });
    },
  },
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
