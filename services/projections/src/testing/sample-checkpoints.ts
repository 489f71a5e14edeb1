import { checkpointStream } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { minute, sample, system, type Sample } from './sample.ts';

/** A key, and the first checkpoint that it signs. */
export function firstCheckpoint(minutes: number): readonly Sample[] {
  const [keyId, time] = ['a'.repeat(64), minute(minutes)];
  const key = {
    keyId,
    publicKey: '-----BEGIN PUBLIC KEY-----',
    previousKeyId: null,
    after: 0,
    endorsement: null,
    time,
  };
  const seal = { number: 1, from: 1, upTo: 2, count: 2, root: 'r'.repeat(43), previous: null, keyId, time };
  const lists = { leaves: 'AAAAAAAAAAA=', names: '', signature: 's', position: '20/20' };
  return [
    sample(checkpointStream, { type: 'SigningKeyIntroduced', data: key }, system, minutes),
    sample(checkpointStream, { type: 'LogCheckpointed', data: { ...seal, ...lists } }, system, minutes),
  ];
}
