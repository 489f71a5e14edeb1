import type { LogCheckpointed, SigningKeyIntroduced } from './checkpoint.events.ts';

/** What a deposited checkpoint says: enough to check its signature without the log. */
export type CheckpointSeal = Pick<
  LogCheckpointed,
  'number' | 'from' | 'upTo' | 'count' | 'root' | 'previous' | 'keyId' | 'time' | 'position'
> & {
  /** SHA-256 of both texts as they stand in the event (base64url). */
  readonly leavesHash: string;
  readonly namesHash: string;
};

/** The text that a checkpoint's signature is over. It never changes (decision 092). */
export function checkpointText(seal: CheckpointSeal): string {
  const { number, from, upTo, count, root, previous, leavesHash, namesHash, keyId, time, position } = seal;
  return [
    'jwxt-checkpoint-1',
    number,
    from,
    upTo,
    count,
    root,
    previous ?? '-',
    leavesHash,
    namesHash,
    keyId,
    time,
    position,
  ].join('\n');
}

/** The text that a key's endorsement by the one before it is over. It never changes (decision 092). */
export function endorsementText({
  keyId,
  previousKeyId,
  after,
  time,
}: Pick<SigningKeyIntroduced, 'keyId' | 'previousKeyId' | 'after' | 'time'>): string {
  return ['jwxt-key-1', keyId, previousKeyId ?? '-', after, time].join('\n');
}
