import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import { foldEvents, until, type StoredStreams } from '../../kernel/stored-streams.ts';
import type { KnownAttempt } from '../score-card.read.ts';

const streamsAtOnce = 8;
const streamTable = readModelTable(scoreLedgerModel, 'stream');

/** Streams that hold, or held, attempts of a student: also those of which every attempt was withdrawn. */
export async function readAttemptStreams(db: Queryable, studentCode: string): Promise<string[]> {
  const { rows } = await db.query<{ stream: string }>(
    prepared(
      `select distinct stream from ${streamTable} where student_code = $1 and kind = 'attempts'
        order by stream`,
      [studentCode],
    ),
  );
  return rows.map((row) => row.stream);
}

/** The instant to the end of the second that somebody wrote, in local time. */
export const endOfSecond = (asOf: string): string => new Date(Date.parse(toInstant(asOf)) + 999).toISOString();

/** An attempt with whose it is. */
type PastAttempt = KnownAttempt & { readonly studentCode: string };

/** Attempts of streams, cancelled ones too, as the event store tells them for a moment (ISO instant), by course. */
export async function pastAttempts(
  storedStreams: StoredStreams,
  streams: readonly string[],
  asOf: string,
): Promise<PastAttempt[]> {
  const found: PastAttempt[] = [];
  for (let at = 0; at < streams.length; at += streamsAtOnce) {
    const read = await Promise.all(
      streams.slice(at, at + streamsAtOnce).map((stream) => readOne(storedStreams, stream, asOf)),
    );
    found.push(...read.flat());
  }
  return found.toSorted((a, b) => a.courseNum.localeCompare(b.courseNum) || a.courseId.localeCompare(b.courseId));
}

async function readOne(storedStreams: StoredStreams, stream: string, asOf: string): Promise<PastAttempt[]> {
  if (!stream.startsWith(attemptsStreams.prefix)) return [];
  const events = until(asOf, await storedStreams.read(stream));
  const recorded = new Map(
    events.flatMap(({ event, metadata }) =>
      event.type === 'AttemptRecorded'
        ? [[(event as Extract<AttemptsEvent, { type: 'AttemptRecorded' }>).data.attemptId, metadata.time]]
        : [],
    ),
  );
  const { recorded: attempts, cancellations } = foldEvents(attemptsStreams, events);
  return attempts.map((attempt) => {
    const cancellation = cancellations[attempt.attemptId];
    return {
      ...attempt,
      recordedAt: new Date(recorded.get(attempt.attemptId) ?? asOf),
      ...(cancellation ? { cancelReason: cancellation.reason } : {}),
    };
  });
}
