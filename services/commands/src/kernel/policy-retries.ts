import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { errorClass } from '@jwxt/infra/runtime/error-class.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { UnreadableEvent } from './event-codec.ts';
import type { ParkedEvent, PolicyStore } from './policy-parking.ts';
import { PolicyRefused } from './policy-refused.ts';
import type { PolicyRuntime } from './policy-runtime.ts';

/** What trying again needs. */
export interface PolicyRetryOptions {
  readonly log: EventLog;
  readonly runtime: PolicyRuntime;
  readonly store: PolicyStore;
  readonly logger: Logger;
  /**
   * How long an event is tried again that gives way to others, in milliseconds, before it waits for an administrator.
   * Default three minutes.
   */
  readonly patienceMs?: number;
}

/** Somebody else was at work on the same rows or the same stream. */
export function isContended(error: unknown): boolean {
  return errorClass(error) === 'busy' || (error instanceof PolicyRefused && error.refusal.code === 'CONCURRENT_CHANGE');
}

/** A refusal, and an event that nobody can read, stay what they are. */
export function isHopeless(error: unknown): boolean {
  return error instanceof UnreadableEvent || error instanceof PolicyRefused;
}

/** What a failure says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const keyOf = ({ policy, stream }: ParkedEvent): string => `${policy}:${stream}`;

/** Carries out a parked event, and takes it out. */
async function carryOutParked({ log, runtime, store }: PolicyRetryOptions, parked: ParkedEvent): Promise<void> {
  const policy = runtime.policies.find(({ name }) => name === parked.policy);
  if (!policy) throw new Error(`there is no policy ${parked.policy}`);
  for await (const recorded of log.readStream(parked.stream, {
    fromRevision: BigInt(parked.revision),
    maxCount: 1,
    fromLeader: true,
  }))
    await runtime.reactTo(policy, recorded);
  await store.unpark(parked);
}

/**
 * Tries again what gave way to others, and what has gathered behind it in its stream, with growing pauses, until
 * nothing of it is left: what still fails when patience ends, or fails for good, waits for an administrator. Sleeps
 * until it is woken.
 */
export function retryByItself(options: PolicyRetryOptions): { wake(): void; close(): Promise<void> } {
  const { store, logger, patienceMs = 180_000 } = options;
  const stopping = new AbortController();
  /** When an event was first tried again here. */
  const since = new Map<string, number>();
  let woken = false;
  let working: Promise<void> | undefined;

  /**
   * Tries each stream's events in order, up to its first failure: whether any was carried out, and whether any is to be
   * tried again.
   */
  async function pass(): Promise<{ succeeded: boolean; left: boolean }> {
    const stopped = new Set<string>();
    const outcome = { succeeded: false, left: false };
    for (const one of await store.parked()) {
      if (stopping.signal.aborted) break;
      if (!one.retrying) stopped.add(keyOf(one));
      if (stopped.has(keyOf(one))) continue;
      const event = `${keyOf(one)}:${one.revision}`;
      const begun = since.get(event) ?? performance.now();
      since.set(event, begun);
      try {
        await carryOutParked(options, one);
        outcome.succeeded = true;
      } catch (error) {
        if (errorClass(error) === 'away') throw error;
        stopped.add(keyOf(one));
        if ((isContended(error) || !isHopeless(error)) && performance.now() - begun < patienceMs) {
          outcome.left = true;
          continue;
        }
        logger.error(
          { err: error, policy: one.policy, stream: one.stream, revision: one.revision },
          '策略多次重试仍无法执行该事件，已搁置等待处理',
        );
        await store.giveUp(one, messageOf(error));
      }
      since.delete(event);
    }
    return outcome;
  }

  async function work(): Promise<void> {
    const backoff = createBackoff(500, 5_000);
    for (let busy = true; busy && !stopping.signal.aborted;) {
      await pause(backoff.next(), stopping.signal);
      woken = false;
      try {
        const { succeeded, left } = await pass();
        if (succeeded) backoff.reset();
        busy = succeeded || left;
      } catch (error) {
        logger.warn({ err: error }, '暂时无法重试策略，稍后重试');
      }
      busy ||= woken;
    }
    working = undefined;
  }

  return {
    wake() {
      woken = true;
      working ??= work();
    },
    async close() {
      stopping.abort();
      await working;
    },
  };
}

/**
 * Lets policies try again what they had to leave aside, oldest first; a stream stops at its first failure. What was
 * parked behind an event meanwhile is tried too.
 */
export async function replayParked(options: PolicyRetryOptions): Promise<{ replayed: number; remaining: number }> {
  const { store, logger } = options;
  const failed = new Set<string>();
  let replayed = 0;
  for (;;) {
    const parked = await store.parked();
    if (parked.every((one) => failed.has(keyOf(one)))) return { replayed, remaining: parked.length };
    for (const one of parked) {
      if (failed.has(keyOf(one))) continue;
      try {
        await carryOutParked(options, one);
        replayed += 1;
      } catch (error) {
        failed.add(keyOf(one));
        logger.warn({ err: error, ...one }, '搁置的事件仍无法执行');
      }
    }
  }
}
