import type { Position } from './log-position.ts';

/** An event as it stands in the log. `data` and `metadata` are parsed JSON, not yet checked against a schema. */
export interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly data: unknown;
  readonly metadata: unknown;
  /** Both as the store keeps them, of which hashes are made (event-hash.ts). Every event that was read has them. */
  readonly raw?: { readonly data: Buffer; readonly metadata: Buffer };
  /** When the store wrote it. */
  readonly recordedAt: Date;
}
