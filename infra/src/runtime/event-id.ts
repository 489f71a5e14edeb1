import { hash } from 'node:crypto';

/** Namespace of all ids derived from commands. Changing it would break the idempotency of running commands. */
const commandNamespace = Buffer.from('6f0f3a5c1d8e4b7a9c2e5d7f80a1b3c4', 'hex');

/**
 * The id of the event number `index` (from 0) that a command produces: UUID version 5, the same for every attempt,
 * so that a repeated append is recognised by the store.
 */
export function eventId(commandId: string, index: number): string {
  return uuidV5(`${commandId}#${index}`);
}

/** A UUID derived from a name: the same name always gives the same id. */
export function derivedId(name: string): string {
  return uuidV5(name);
}

function uuidV5(name: string): string {
  const bytes = hash('sha1', Buffer.concat([commandNamespace, Buffer.from(name)]), 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
