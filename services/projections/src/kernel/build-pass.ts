import { pause } from '@jwxt/infra/runtime/backoff.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { BuildProgress } from './advance.ts';
import { applyBatch, type BatchOutcome } from './apply-batch.ts';
import { reaches, type LogBatch, type Place } from './log-batch.ts';
import { lastEventPosition, readBatches, readFiltered, unlessAborted } from './log-reader.ts';
import type { ModelWriter } from './model-writer.ts';

/** How a build came out of its pass: at what was then the end of the log, or not. */
export type BuildOutcome =
  | { kind: 'reached'; checkpoint: Place }
  | Exclude<BatchOutcome, { kind: 'applied' }>
  | { kind: 'stopped' };

/** Fills generations from the log at full speed. Builds that begin together share one reading of it. */
export interface Builder {
  /**
   * `expectedTotal`: how many events the log has, by the generation in use. Known, a read model that is built alone
   * reads only its own streams, and what it counts is an estimate. Throws when the database or the event store fails;
   * what is applied by then stays.
   */
  build(writer: ModelWriter, expectedTotal: number | null, signal: AbortSignal): Promise<BuildOutcome>;
  /** No reading begins until the work has ended: builds that it asks for begin together. */
  together<T>(work: () => Promise<T>): Promise<T>;
}

interface Member {
  writer: ModelWriter;
  expectedTotal: number | null;
  signal: AbortSignal;
  checkpoint: Place;
  settle(outcome: BuildOutcome): void;
  fail(error: unknown): void;
  done: boolean;
}

/**
 * Builds arrive one by one, at a start or after a request for all; a reading begins when none has come for this long.
 */
const GATHER_MS = 50;
/** Events of one transaction: rows that change again and again are written once. */
const EVENTS_PER_STEP = 1_000;

export function createBuilder(pool: Pool, log: EventLog): Builder {
  let gathering: Member[] | undefined;
  let held: Promise<unknown> = Promise.resolve();

  const begin = async (members: Member[]): Promise<void> => {
    for (let known = 0; known < members.length;) {
      known = members.length;
      await held;
      await pause(GATHER_MS);
    }
    gathering = undefined;
    await pass(pool, log, members);
  };
  return {
    build(writer, expectedTotal, signal) {
      return new Promise((resolve, reject) => {
        const member: Member = {
          writer,
          expectedTotal,
          signal,
          checkpoint: writer.target.generation.checkpoint,
          done: false,
          settle(outcome) {
            member.done = true;
            resolve(outcome);
          },
          fail(error) {
            member.done = true;
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        };
        if (gathering) gathering.push(member);
        else void begin((gathering = [member]));
      });
    },
    together(work) {
      const done = work();
      held = Promise.allSettled([held, done]);
      return done;
    },
  };
}

/** Reads the log once for all members; each leaves when it is cancelled, fails, or the end is reached. */
async function pass(pool: Pool, log: EventLog, members: readonly Member[]): Promise<void> {
  const stopping = new AbortController();
  const pace = createPace();
  const open = (): Member[] => members.filter((member) => !member.done);
  const onStop = (): void => {
    if (open().every((member) => member.signal.aborted)) stopping.abort();
  };
  for (const member of members) member.signal.addEventListener('abort', onStop);
  onStop();
  let batches: AsyncGenerator<LogBatch> | undefined;
  try {
    const end = await unlessAborted(lastEventPosition(log), stopping.signal);
    const from = members.map(({ checkpoint }) => checkpoint).reduce((a, b) => (reaches(a, b) ? b : a));
    batches = reading(log, members, from, end, stopping.signal);
    // While one batch is applied the next is read.
    let next = batches.next();
    for (let read = await next; !read.done && open().length > 0; read = await next) {
      const batch = read.value;
      next = batches.next();
      next.catch(() => undefined);
      pace.read(batch.count ?? batch.events.length);
      const guess = estimate(pace.total(), batch.upTo.commit, end?.commit);
      await Promise.all(
        open().map((member) =>
          step(pool, member, batch, { speed: pace.speed(), total: member.expectedTotal ?? guess }),
        ),
      );
    }
    for (const member of open())
      member.settle(member.signal.aborted ? { kind: 'stopped' } : { kind: 'reached', checkpoint: member.checkpoint });
  } catch (error) {
    for (const member of open()) member.fail(error);
  } finally {
    stopping.abort();
    await batches?.return(undefined);
    for (const member of members) member.signal.removeEventListener('abort', onStop);
  }
}

function reading(
  log: EventLog,
  members: readonly Member[],
  from: Place,
  end: Position | undefined,
  signal: AbortSignal,
): AsyncGenerator<LogBatch> {
  const [only] = members;
  if (!only || members.length > 1 || only.expectedTotal === null || end === undefined)
    return readBatches(log, from, signal, EVENTS_PER_STEP);
  const perByte = only.expectedTotal / Math.max(1, Number(end.commit));
  const passed = (place: Place): number => Math.floor(perByte * (place === 'start' ? 0 : Number(place.commit)));
  return readFiltered(
    log,
    only.writer.target.projection.streams.map(({ prefix }) => prefix),
    from,
    signal,
    EVENTS_PER_STEP,
    (after, upTo) => passed(upTo) - passed(after),
  );
}

async function step(pool: Pool, member: Member, batch: LogBatch, progress: BuildProgress): Promise<void> {
  if (reaches(member.checkpoint, batch.upTo)) return;
  if (member.signal.aborted) {
    member.settle({ kind: 'stopped' });
    return;
  }
  try {
    const outcome = await applyBatch(pool, member.writer, batch, progress);
    if (outcome.kind === 'applied') member.checkpoint = outcome.checkpoint;
    else member.settle(outcome);
  } catch (error) {
    member.fail(error);
  }
}

/**
 * How many events there are in all, judged by how far the events read so far have come. Positions grow evenly enough
 * for a progress bar.
 */
function estimate(read: number, passed: bigint, end: bigint | undefined): number | null {
  if (end === undefined || passed <= 0n) return null;
  return Math.max(read, Math.round((read * Number(end)) / Number(passed)));
}

/** Events a second over the last seconds. */
function createPace() {
  let total = 0;
  const marks: { at: number; total: number }[] = [{ at: performance.now(), total: 0 }];
  return {
    read(count: number) {
      total += count;
      marks.push({ at: performance.now(), total });
      while (marks.length > 2 && marks[0]!.at < performance.now() - 5_000) marks.shift();
    },
    total: () => total,
    speed(): number | null {
      const first = marks[0]!;
      const seconds = (performance.now() - first.at) / 1_000;
      return seconds > 0.05 ? Math.round((total - first.total) / seconds) : null;
    },
  };
}
