/** What may be appended, deleted or tombstoned, and how a refusal looks to the client. */
import { accessDenied } from './authentication.ts';
import { type Expectation, NOT_READY, type Outcome } from './event-store.ts';
import { CallError, status } from './grpc-call.ts';
import { streamDeleted } from './stream-reader.ts';

/** Largest sum of event sizes in one append: the default of the real server, so that what works here works there. */
export const MAX_APPEND_SIZE = 1024 * 1024;

/** Throws for names that cannot be written to. */
export function checkWritable(stream: string): void {
  if (stream === '$all') throw accessDenied();
  if (stream === '' || stream === '$$') throw new CallError(status.INVALID_ARGUMENT, `"${stream}" is no stream name`);
}

/** The status for an append above {@link MAX_APPEND_SIZE}. */
export function appendTooLarge(): CallError {
  return new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_SIZE),
  });
}

/** The status for a delete or tombstone whose expectation does not hold. */
export function wrongExpectedVersion(stream: string, expected: Expectation, current: number): CallError {
  const names = { any: '-2', no_stream: '-1', stream_exists: '-4' };
  const wanted = typeof expected === 'bigint' ? String(expected) : names[expected];
  return new CallError(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${wanted}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': wanted,
      'actual-version': String(current),
    },
  );
}

/** An outcome that every write call reports alike. */
type WriteFailure = Extract<Outcome, { kind: 'deleted' | 'not-ready' | 'unconfirmed' | 'failed' }>;

/** Whether an outcome is reported by {@link writeFailure}. */
export function isWriteFailure(outcome: Outcome): outcome is WriteFailure {
  return (
    outcome.kind === 'deleted' ||
    outcome.kind === 'not-ready' ||
    outcome.kind === 'unconfirmed' ||
    outcome.kind === 'failed'
  );
}

/** What could not be stored looks like a time-out, so that clients retry. */
export function writeFailure(stream: string, outcome: WriteFailure): CallError {
  if (outcome.kind === 'deleted') return streamDeleted(stream);
  if (outcome.kind === 'not-ready') return new CallError(status.UNAVAILABLE, NOT_READY);
  if (outcome.kind === 'unconfirmed') return new CallError(status.ABORTED, 'Operation timed out: Commit phase timeout');
  return new CallError(
    status.DEADLINE_EXCEEDED,
    `the append could not be stored, try again later: ${outcome.error.message}`,
  );
}
