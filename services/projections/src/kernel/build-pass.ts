import { pause } from '@jwxt/infra/runtime/backoff.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { applyBatch, type BatchOutcome, type BuildProgress, type Target } from './apply-batch.ts';
import { reaches, type LogBatch, type Place } from './log-batch.ts';
import { lastEventPosition, readBatches, unlessAborted } from './log-reader.ts';

/** How a build came out of its pass: at what was then the end of the log, or not. */
export type BuildOutcome = { kind: 'reached'; checkpoint: Place } | Exclude<BatchOutcome, { kind: 'applied' }> | { kind: 'stopped' };

/** Fills generations from the log at full speed. Builds that begin together share one reading of it. */
export interface Builder {
  /** Throws when the database or the event store fails; what is applied by then stays. */
  build(target: Target, expectedTotal: number | null, signal: AbortSignal): Promise<BuildOutcome>;
  /** No reading begins until the work has ended: builds that it asks for begin together. */
  together<T>(work: () => Promise<T>): Promise<T>;
}

interface Member {
  target: Target;
  expectedTotal: number | null;
  signal: AbortSignal;
  checkpoint: Place;
  settle(outcome: BuildOutcome): void;
  fail(error: unknown): void;
  done: boolean;
}

/** Builds arrive one by one, at a start or after a request for all; a reading begins when none has come for this long. */
const GATHER_MS = 150;

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
    build(target, expectedTotal, signal) {
      return new Promise((resolve, reject) => {
        const member: Member = {
          target, expectedTotal, signal, checkpoint: target.generation.checkpoint, done: false,
          settle(outcome) { member.done = true; resolve(outcome); },
          fail(error) { member.done = true; reject(error instanceof Error ? error : new Error(String(error))); },
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
  try {
    const end = await unlessAborted(lastEventPosition(log), stopping.signal);
    const from = members.map(({ checkpoint }) => checkpoint).reduce((a, b) => (reaches(a, b) ? b : a));
    const batches = readBatches(log, from, stopping.signal);
    // While one batch is applied the next is read.
    let next = batches.next();
    for (let read = await next; !read.done && open().length > 0; read = await next) {
      const batch = read.value;
      next = batches.next();
      next.catch(() => undefined);
      pace.read(batch.events.length);
      const guess = estimate(pace.total(), batch.upTo.commit, end?.commit);
      await Promise.all(open().map((member) => step(pool, member, batch, { speed: pace.speed(), total: member.expectedTotal ?? guess })));
    }
    stopping.abort();
    for (const member of open()) member.settle(member.signal.aborted ? { kind: 'stopped' } : { kind: 'reached', checkpoint: member.checkpoint });
  } catch (error) {
    for (const member of open()) member.fail(error);
  } finally {
    for (const member of members) member.signal.removeEventListener('abort', onStop);
  }
}

async function step(pool: Pool, member: Member, batch: LogBatch, progress: BuildProgress): Promise<void> {
  if (reaches(member.checkpoint, batch.upTo)) return;
  if (member.signal.aborted) {
    member.settle({ kind: 'stopped' });
    return;
  }
  try {
    const outcome = await applyBatch(pool, member.target, batch, progress);
    if (outcome.kind === 'applied') member.checkpoint = outcome.checkpoint;
    else member.settle(outcome);
  } catch (error) {
    member.fail(error);
  }
}

/** How many events there are in all, judged by how far the events read so far have come. Positions grow evenly enough for a progress bar. */
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
