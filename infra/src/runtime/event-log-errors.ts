import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';

/** The revision which a writer expects: the last one it has seen, or that the stream does not exist. */
export type ExpectedRevision = bigint | 'no_stream';

/** Somebody else has written to the stream since it was read. Read again, decide again. */
export class RevisionConflict extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** The stream's last revision now. */
  readonly actual: ExpectedRevision;

  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`stream ${stream} is at ${actual}, expected ${expected}`);
    this.name = 'RevisionConflict';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The event store did not answer in time. An append may or may not have happened: repeat it with the same ids. */
export class EventLogUnavailable extends Error {
  constructor(action: string, cause: unknown) {
    super(`event store unavailable: ${action}`, { cause });
    this.name = 'EventLogUnavailable';
  }
}

/** The events of one append are larger than the store takes; `limit` and `size` in bytes. */
export class AppendTooLarge extends Error {
  readonly size: number;
  readonly limit: number;

  constructor(stream: string, size: number, limit: number) {
    super(`append to ${stream} has ${size} bytes, the limit is ${limit}`);
    this.name = 'AppendTooLarge';
    this.size = size;
    this.limit = limit;
  }
}

/** The stream was deleted for ever. We never do that, so somebody did it by hand. */
export class StreamTombstoned extends Error {
  constructor(stream: string, cause: unknown) {
    super(`stream ${stream} was deleted for ever`, { cause });
    this.name = 'StreamTombstoned';
  }
}

/**
 * gRPC codes which the client shows as "unknown" although they only mean a broken connection or a server that knows no
 * leader: UNKNOWN, RESOURCE_EXHAUSTED, INTERNAL.
 */
const brokenConnectionCodes = new Set([2, 8, 13]);

/**
 * True when the same call may succeed later: no answer came in time, the connection broke, the node restarts, the
 * leader changed.
 */
export function isTransient(error: unknown): boolean {
  if (
    error instanceof UnavailableError ||
    error instanceof CancelledError ||
    error instanceof DeadlineExceededError ||
    error instanceof TimeoutError ||
    error instanceof NotLeaderError ||
    error instanceof EventLogUnavailable
  ) {
    return true;
  }
  if (error instanceof UnknownError) return error.code !== undefined && brokenConnectionCodes.has(error.code);
  return error instanceof Error && /^Failed to discover after|^Channel has been shut down/.test(error.message);
}

/**
 * True when a node that does not lead has said which one does: the client goes there by itself. The client's error, or
 * the call's.
 */
export function namesLeader(error: unknown): boolean {
  if (error instanceof NotLeaderError) return true;
  const { metadata } = error as { metadata?: { get?: (key: string) => unknown[] } };
  return metadata?.get?.('exception').includes('not-leader') ?? false;
}
