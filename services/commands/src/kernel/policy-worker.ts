import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { errorClass, repeatedWhile } from '@jwxt/infra/runtime/error-class.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { LogSubscription } from '@jwxt/infra/runtime/event-log-subscription.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Policy } from './command-route.ts';
import { concurrently } from './concurrently.ts';
import type { PolicyStore } from './policy-parking.ts';
import { isContended, isHopeless, messageOf, retryByItself, type PolicyRetryOptions } from './policy-retries.ts';

/** What following the log with policies needs. */
export interface PolicyWorkerOptions extends PolicyRetryOptions {
  /**
   * For how much of the patience with an event what comes after its batch waits too, in milliseconds; later on only its
   * stream does. Default one second.
   */
  readonly standstillMs?: number;
}

/**
 * Whoever wrote an event lets policies react to it at once. Following the log is for what was left undone, so it comes
 * a moment later: by then it is done, instead of being done by two processes at the same time. In milliseconds.
 */
const headStartMs = 200;
/** Streams whose events are dealt with at the same time. */
const SIDE_BY_SIDE = 8;
/** Tries of an event that fails in an unexpected way before it is parked. */
const tries = 4;

/**
 * Follows the log and lets every policy react to every event of its types, whatever became of the reaction right after
 * the append: so a process that dies in between loses no effect. An event that cannot be carried out is parked with its
 * reason, later ones of its stream wait behind it, and the rest goes on. An engine that is away parks nothing, however
 * long: the same events come again. Who gives way to others (a deadlock, a stream that moves on) is tried again for
 * minutes, and does not hold up other streams meanwhile.
 */
export async function followWithPolicies(options: PolicyWorkerOptions): Promise<LogSubscription> {
  const { log, runtime, store, logger, standstillMs = 1_000 } = options;
  const { policies } = runtime;
  const stopping = new AbortController();
  const names = policies.map(({ name }) => name);
  const checkpoints = await startingPlaces(policies, store, log);
  const isDone = (policy: Policy, position: Position): boolean => {
    const reached = checkpoints.get(policy.name);
    return reached !== undefined && comparePositions(position, reached) <= 0;
  };

  async function handle(policy: Policy, event: RecordedEvent, waiting: Set<string>): Promise<void> {
    const key = `${policy.name}:${event.stream}`;
    const waits = waiting.has(key);
    if (waits && (await store.parkBehind(policy.name, event))) return;
    const failure = await carryOut(policy, event);
    if (failure === null) {
      // Nothing earlier was parked any more; it may have been itself, before the log was followed again from here.
      if (waits) await store.unpark({ policy: policy.name, stream: event.stream, revision: Number(event.revision) });
      return;
    }
    const about = { err: failure, policy: policy.name, stream: event.stream, revision: Number(event.revision) };
    const retrying = isContended(failure);
    if (retrying) logger.warn(about, '策略正在等待其他处理，同一业务稍后由系统重试');
    else logger.error(about, '策略无法执行该事件，已搁置等待处理');
    await store.park(policy.name, event, { reason: messageOf(failure), retrying });
    waiting.add(key);
    if (retrying) retries.wake();
  }

  /** Null when carried out, else why it cannot be now. */
  async function carryOut(policy: Policy, event: RecordedEvent): Promise<unknown> {
    let faults = 0;
    const heals = (error: unknown): boolean =>
      isContended(error) || (errorClass(error) === 'fault' && !isHopeless(error) && (faults += 1) < tries);
    try {
      await repeatedWhile(() => runtime.reactTo(policy, event), {
        heals,
        forMs: standstillMs,
        signal: stopping.signal,
      });
      return null;
    } catch (error) {
      if (errorClass(error) === 'away' || stopping.signal.aborted) throw error;
      return error;
    }
  }

  async function onEvents(recorded: readonly RecordedEvent[]): Promise<void> {
    const ageMs = Date.now() - (recorded.at(-1)?.recordedAt.getTime() ?? 0);
    // The store's clock may be another one.
    if (ageMs < headStartMs) await pause(headStartMs - Math.max(ageMs, 0), stopping.signal);
    const waiting = new Set((await store.parked()).map(({ policy, stream }) => `${policy}:${stream}`));
    // Order is a matter of each stream.
    await concurrently([...Map.groupBy(recorded, ({ stream }) => stream).values()], SIDE_BY_SIDE, async (ofStream) => {
      for (const one of ofStream) {
        if (waiting.size === 0 && runtime.hasDealtWith(one)) continue;
        const interested = policies.filter(
          (policy) => runtime.mayConcern(policy, one) && !isDone(policy, one.position),
        );
        for (const policy of interested) await handle(policy, one, waiting);
      }
    });
    const last = recorded.at(-1);
    if (last) await store.saveCheckpoint(names, last.position);
  }

  const retries = retryByItself(options);
  retries.wake();
  const starts = names.map((name) => checkpoints.get(name));
  const subscription = log.subscribeToAll({
    name: 'policies',
    filter: { eventTypePrefixes: runtime.storedNames },
    logger,
    from: starts.some((start) => start === undefined) ? 'start' : earliest(starts as Position[]),
    onEvents,
    onCheckpoint: (position) => store.saveCheckpoint(names, position),
  });
  return {
    get state() {
      return subscription.state;
    },
    async close() {
      stopping.abort();
      await subscription.close();
      await retries.close();
    },
  };
}

/** Where each policy goes on: one under a new name where it was, a new one where it declares. */
async function startingPlaces(
  policies: readonly Policy[],
  store: PolicyStore,
  log: EventLog,
): Promise<ReadonlyMap<string, Position>> {
  for (const { name, formerly } of policies) if (formerly) await store.rename(formerly, name);
  const known = await store.checkpoints();
  const late = policies.filter(({ name, start }) => start === 'now' && !known.has(name)).map(({ name }) => name);
  if (late.length === 0) return known;
  const end = await log.lastPosition();
  if (end === undefined) return known;
  await store.saveCheckpoint(late, end);
  return await store.checkpoints();
}

function earliest(positions: readonly Position[]): Position {
  return positions.reduce((a, b) => (comparePositions(a, b) <= 0 ? a : b));
}
