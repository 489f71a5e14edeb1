import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { EventLogUnavailable } from '@jwxt/infra/runtime/event-log-errors.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import type { LogSubscription } from '@jwxt/infra/runtime/event-log-subscription.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Policy } from './command-route.ts';
import { isDatabaseAway } from './database-errors.ts';
import { decodeEvent, UnreadableEvent } from './event-codec.ts';
import type { PolicyStore } from './policy-parking.ts';
import { PolicyRefused } from './policy-refused.ts';
import type { PolicyRuntime } from './policy-runtime.ts';

/** What following the log with policies needs. */
export interface PolicyWorkerOptions {
  readonly log: EventLog;
  readonly runtime: PolicyRuntime;
  readonly store: PolicyStore;
  readonly logger: Logger;
  /** Tries of an event that fails in an unexpected way before it is parked. */
  readonly tries?: number;
}

const waitingReason = '等待同一业务更早的事件处理完成';

/**
 * Follows the log and lets every policy react to every event of its types, whatever became of the reaction right after the append:
 * so a process that dies in between loses no effect. An event that cannot be carried out is parked with its reason, later ones of
 * its stream wait behind it, and the rest goes on. An engine that is away parks nothing: the same events come again.
 */
export async function followWithPolicies({ log, runtime, store, logger, tries = 4 }: PolicyWorkerOptions): Promise<LogSubscription> {
  const { policies } = runtime;
  const names = policies.map(({ name }) => name);
  const types = [...new Set(policies.flatMap((policy) => policy.types))];
  const checkpoints = await store.checkpoints();
  const isDone = (policy: Policy, position: Position): boolean => {
    const reached = checkpoints.get(policy.name);
    return reached !== undefined && comparePositions(position, reached) <= 0;
  };

  async function handle(policy: Policy, event: RecordedEvent, waiting: Set<string>): Promise<void> {
    const key = `${policy.name}:${event.stream}`;
    if (waiting.has(key)) return await store.park(policy.name, event, waitingReason);
    const reason = await carryOut(policy, event);
    if (reason === null) return;
    logger.error({ policy: policy.name, stream: event.stream, revision: Number(event.revision), reason }, '策略无法执行该事件，已搁置等待处理');
    await store.park(policy.name, event, reason);
    waiting.add(key);
  }

  /** Null when carried out, else the reason why it cannot be. */
  async function carryOut(policy: Policy, event: RecordedEvent): Promise<string | null> {
    const backoff = createBackoff(50, 1_000);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runtime.react(policy, decodeEvent(event));
        return null;
      } catch (error) {
        if (error instanceof EventLogUnavailable || isDatabaseAway(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        if (isHopeless(error) || attempt >= tries) return reason;
        await pause(backoff.next());
      }
    }
  }

  async function onEvents(recorded: readonly RecordedEvent[]): Promise<void> {
    const waiting = new Set((await store.parked()).map(({ policy, stream }) => `${policy}:${stream}`));
    for (const one of recorded) {
      const interested = policies.filter((policy) => policy.types.includes(one.type) && !isDone(policy, one.position));
      for (const policy of interested) await handle(policy, one, waiting);
    }
    const last = recorded.at(-1);
    if (last) await store.saveCheckpoint(names, last.position);
  }

  const starts = names.map((name) => checkpoints.get(name));
  return log.subscribeToAll({
    name: 'policies', filter: { eventTypePrefixes: types }, logger,
    from: starts.some((start) => start === undefined) ? 'start' : earliest(starts as Position[]),
    onEvents,
    onCheckpoint: (position) => store.saveCheckpoint(names, position),
  });
}

/** Somebody else at work on the same stream is no reason to give up at once; other refusals, and an event that nobody can read, are. */
function isHopeless(error: unknown): boolean {
  if (error instanceof UnreadableEvent) return true;
  return error instanceof PolicyRefused && error.refusal.code !== 'CONCURRENT_CHANGE';
}

function earliest(positions: readonly Position[]): Position {
  return positions.reduce((a, b) => (comparePositions(a, b) <= 0 ? a : b));
}

/** Lets policies try again what they had to leave aside, oldest first; a stream stops at its first failure. */
export async function replayParked({ log, runtime, store, logger }: PolicyWorkerOptions): Promise<{ replayed: number; remaining: number }> {
  const failed = new Set<string>();
  let replayed = 0;
  for (const parked of await store.parked()) {
    const key = `${parked.policy}:${parked.stream}`;
    const policy = runtime.policies.find(({ name }) => name === parked.policy);
    if (!policy || failed.has(key)) continue;
    try {
      for await (const recorded of log.readStream(parked.stream, { fromRevision: BigInt(parked.revision), maxCount: 1 })) {
        await runtime.react(policy, decodeEvent(recorded));
      }
      await store.unpark(parked);
      replayed += 1;
    } catch (error) {
      failed.add(key);
      logger.warn({ err: error, ...parked }, '搁置的事件仍无法执行');
    }
  }
  return { replayed, remaining: (await store.parked()).length };
}
