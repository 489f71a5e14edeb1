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
  /** When the store wrote it. */
  readonly recordedAt: Date;
}
