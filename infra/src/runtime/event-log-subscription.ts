import type { EventStoreDBClient } from '@eventstore/db-client';
import { createBackoff, pause, withTimeout } from './backoff.ts';
import type { EventLogConnection } from './event-log-connection.ts';
import { EventLogUnavailable, isTransient } from './event-log-errors.ts';
import { openRead, type Said } from './event-log-read-call.ts';
import type { LogFilter } from './event-log-read-messages.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { comparePositions, formatPosition, isPlace } from './log-position.ts';
import type { Position } from './log-position.ts';
import type { Logger } from './logger.ts';

/** What to follow and what to do with it. */
export interface SubscribeOptions {
  /** Shown in logs and in the store's list of connections. */
  name: string;
  /** Begin after this position, or at the start of the log. */
  from: Position | 'start';
  /** Without a filter: every event except the store's own. */
  filter?: LogFilter;
  /** Most events handed over at once. Default 500. */
  maxBatch?: number;
  /**
   * While events keep coming, how long to wait after a batch for more of them, in milliseconds: fewer, larger batches.
   * An event that comes alone is handed over at once. Default 0.
   */
  gatherMs?: number;
  /**
   * Handles events in log order; the next batch waits until it has settled. Store the position of the last one together
   * with the effect. When it throws, the same events come again after a pause.
   */
  onEvents(events: readonly RecordedEvent[]): Promise<void> | void;
  /**
   * Everything up to here has been looked at and all that matched was handled before. Called only when nothing is
   * pending, and only with positions beyond the last one handled and not beyond the end of the log: safe to store.
   */
  onCheckpoint?(position: Position): Promise<void> | void;
  /** All that was in the log has been handled; from now on events arrive as they happen. May come again after a gap. */
  onCaughtUp?(): Promise<void> | void;
  logger?: Logger;
}

/** How a subscription feels, for `/health`. */
export interface SubscriptionState {
  status: 'connecting' | 'catching-up' | 'live' | 'retrying' | 'closed';
  /** The last position that was handled or checkpointed. */
  position: Position | 'start';
  /** Failures since it last worked. */
  failures: number;
  lastError: string | undefined;
  /** When it last heard from the store. */
  lastActivityAt: Date | undefined;
}

/** A subscription that keeps itself alive. */
export interface LogSubscription {
  readonly state: SubscriptionState;
  /** Stops; resolves when the batch in hand is done. */
  close(): Promise<void>;
}

const confirmationMs = 15_000;
/** The connection is dead, or the node hangs: the next try is over another one. */
const notHeard = (): Error => new EventLogUnavailable('subscribe', new Error(`no answer within ${confirmationMs} ms`));
/** Checkpoints come each 32 × this many events looked at. */
const checkpointInterval = 32;

/**
 * Follows the log. The client never resumes a subscription by itself, so after any error, or an end without a word,
 * this one subscribes again after a growing pause from the last position that was handled.
 */
export function subscribe(connection: EventLogConnection, options: SubscribeOptions): LogSubscription {
  const stopping = new AbortController();
  const backoff = createBackoff(50, 5_000);
  const state: SubscriptionState = {
    status: 'connecting',
    position: options.from,
    failures: 0,
    lastError: undefined,
    lastActivityAt: undefined,
  };

  const advanced = (): void => {
    state.lastActivityAt = new Date();
    state.failures = 0;
    backoff.reset();
  };

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const client = connection.current();
      try {
        await refuseBeyondEnd(client, state.position);
        await follow(client, options, state, advanced, stopping.signal);
        if (!stopping.signal.aborted) throw new Error('the store ended the subscription');
      } catch (error) {
        if (stopping.signal.aborted) break;
        const waitMs = backoff.next();
        state.status = 'retrying';
        state.failures = backoff.failures;
        state.lastError = error instanceof Error ? error.message : String(error);
        options.logger?.warn({ err: error, subscription: options.name, waitMs }, '事件订阅中断，稍后从上次位置继续');
        if (isTransient(error)) connection.replace(client);
        await pause(waitMs, stopping.signal);
      }
    }
    state.status = 'closed';
  };

  const done = supervise();
  return {
    state,
    async close() {
      stopping.abort();
      await done;
    },
  };
}

/** A log that ends before the position was set back: what it brings next would be left out without a word. */
async function refuseBeyondEnd(client: EventStoreDBClient, position: Position | 'start'): Promise<void> {
  if (position === 'start') return;
  const end = await withTimeout(lastPosition(client), confirmationMs, notHeard);
  if (!end || comparePositions(position, end) > 0) {
    throw new Error(
      `the log ends at ${end ? formatPosition(end) : 'its beginning'}, before ${formatPosition(position)} that ` +
        'was handled already: has an older backup been restored?',
    );
  }
}

async function lastPosition(client: EventStoreDBClient): Promise<Position | undefined> {
  const call = await openRead(
    client,
    { direction: 'backwards', from: 'end', maxCount: 1 },
    { requiresLeader: false, ahead: 1 },
  );
  try {
    for (;;) {
      const [last] = call.take(1);
      if (last) return last.position;
      if (call.failure) throw call.failure.error;
      if (call.ended) return undefined;
      await call.news();
    }
  } finally {
    call.cancel();
  }
}

/**
 * What of a checkpoint may be stored: a position that the log has. Some stores name the end of what they looked at,
 * behind the last event, and a position beyond the end would be taken for one of a log that was set back. The end is
 * asked for only beyond what is known of it.
 */
function withinLog(client: EventStoreDBClient): (checkpoint: Position) => Promise<Position | undefined> {
  let end: Position | undefined;
  return async (checkpoint) => {
    if (!isPlace(checkpoint)) return undefined;
    if (!end || comparePositions(checkpoint, end) > 0)
      end = await withTimeout(lastPosition(client), confirmationMs, notHeard);
    return end && comparePositions(checkpoint, end) < 0 ? checkpoint : end;
  };
}

/** One life of the subscription: hands over batches until it fails, ends or is stopped. */
async function follow(
  client: EventStoreDBClient,
  options: SubscribeOptions,
  state: SubscriptionState,
  advanced: () => void,
  stop: AbortSignal,
): Promise<void> {
  const { maxBatch = 500, gatherMs = 0 } = options;
  const within = withinLog(client);
  /** Events arrived while the last batch was handled. */
  let gather = false;
  let isLate = false;
  state.status = 'connecting';
  const call = await openRead(
    client,
    { follow: state.position, filter: options.filter, checkpointInterval },
    { requiresLeader: false, ahead: maxBatch },
  );
  const onStop = (): void => call.wake();
  stop.addEventListener('abort', onStop);
  const confirmation = setTimeout(() => {
    isLate = !call.said.confirmed;
    call.wake();
  }, confirmationMs);

  try {
    for (;;) {
      if (stop.aborted) return;
      if (call.failure) throw call.failure.error;
      if (isLate) throw notHeard();
      if (call.said.confirmed && state.status === 'connecting') state.status = 'catching-up';
      if (gather && call.waiting > 0 && call.waiting < maxBatch) await pause(gatherMs, stop);
      const batch = call.take(maxBatch);
      if (batch.length > 0) {
        await options.onEvents(batch);
        state.position = batch.at(-1)?.position ?? state.position;
        advanced();
        gather = gatherMs > 0;
        continue;
      }
      gather = false;
      // Nothing is pending: what the store said about the idle log holds for all that was handed over.
      if (await settle(call.said, within, options, state, advanced)) continue;
      if (call.ended) return;
      await call.news();
    }
  } finally {
    clearTimeout(confirmation);
    stop.removeEventListener('abort', onStop);
    call.cancel();
  }
}

/** Hands over a checkpoint or the caught-up message that waited for the events before it; false when there was none. */
async function settle(
  said: Said,
  within: (checkpoint: Position) => Promise<Position | undefined>,
  options: SubscribeOptions,
  state: SubscriptionState,
  advanced: () => void,
): Promise<boolean> {
  const told = said.checkpoint;
  if (told) {
    said.checkpoint = undefined;
    const checkpoint = await within(told);
    if (checkpoint && (state.position === 'start' || comparePositions(checkpoint, state.position) > 0)) {
      await options.onCheckpoint?.(checkpoint);
      state.position = checkpoint;
    }
    advanced();
    return true;
  }
  if (!said.caughtUp) return false;
  said.caughtUp = false;
  state.status = 'live';
  advanced();
  await options.onCaughtUp?.();
  return true;
}
