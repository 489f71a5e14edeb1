import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { LogSubscription, SubscriptionState } from '@jwxt/infra/runtime/event-log-subscription.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { applyToAll, storePassed, type BatchOutcome, type Broken } from './apply-batch.ts';
import { reaches, type LogBatch, type Place } from './log-batch.ts';
import { EVENTS_PER_BATCH } from './log-reader.ts';
import { pass, type ModelWriter } from './model-writer.ts';

/** A read model that follows the log live. */
export interface FeedMember {
  readonly writer: ModelWriter;
  /** It cannot go on and has left the feed: it catches up by itself. Must not throw. */
  left(reason: BatchOutcome | Broken): void;
}

/**
 * The one subscription of a worker, shared by all read models that it leads: each batch is one transaction for all of
 * them.
 */
export interface LiveFeed {
  /**
   * Runs work while nothing is delivered, with the checkpoints of all members stored: what it sees of the feed's
   * position holds until it ends.
   */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Only within `exclusive`. False when events between the checkpoint and the feed's position would be missed. The
   * first to join starts the subscription.
   */
  join(member: FeedMember, checkpoint: Place): boolean;
  leave(member: FeedMember): void;
  /** How far events were delivered; undefined before the first member joined. */
  readonly position: Place | undefined;
  readonly state: SubscriptionState | undefined;
  close(): Promise<void>;
}

/** While events keep coming, a transaction is worth waiting so long for more of them. */
const GATHER_MS = 5;

/** `storeMs`: how far behind the log the stored checkpoint of a read model may be that nothing concerned, in time. */
export function createLiveFeed(pool: Pool, log: EventLog, logger: Logger, storeMs: number): LiveFeed {
  const members = new Set<FeedMember>();
  let subscription: LogSubscription | undefined;
  let position: Place | undefined;
  /** Of the last event delivered: from there to the position the log has nothing of ours. */
  let lastEvent: Place = 'start';
  let storing: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const leftBehind = (member: FeedMember, outcome: BatchOutcome | Broken): void => {
    if (outcome.kind === 'applied') return;
    members.delete(member);
    member.left(outcome);
  };
  const store = async (): Promise<void> => {
    clearTimeout(storing);
    storing = undefined;
    const all = [...members].filter(({ writer }) => writer.passed);
    if (all.length === 0 || position === undefined || position === 'start') return;
    const outcomes = await storePassed(
      pool,
      all.map(({ writer }) => writer),
      position,
    );
    for (const member of all) leftBehind(member, outcomes.get(member.writer)!);
  };
  const storeLater = (): void => {
    if (storing || ![...members].some(({ writer }) => writer.passed)) return;
    storing = setTimeout(() => {
      storing = undefined;
      void inTurn(store).catch((error: unknown) => {
        logger.warn({ err: error }, '保存读模型位置失败，稍后重试');
        storeLater();
      });
    }, storeMs);
  };
  const deliver = (upTo: LogBatch['upTo'], events: LogBatch['events']): Promise<void> =>
    inTurn(async () => {
      const after = position ?? 'start';
      if (reaches(after, upTo)) return;
      const all = [...members];
      const outcomes = await applyToAll(
        pool,
        all.map(({ writer }) => writer),
        { after, upTo, events },
      );
      const results = all.map((member) => ({ member, outcome: outcomes.get(member.writer)! }));
      // What fails for everybody is the database's fault: the subscription waits, tells, and brings the batch again.
      const broken = results.flatMap(({ outcome }) => (outcome.kind === 'broken' ? [outcome.error] : []));
      if (broken.length > 0 && broken.length === results.length) throw broken[0];
      for (const { member, outcome } of results) leftBehind(member, outcome);
      position = upTo;
      lastEvent = events.at(-1)?.position ?? lastEvent;
      storeLater();
    });

  return {
    exclusive: (work) =>
      inTurn(async () => {
        await store();
        return await work();
      }),
    join(member, checkpoint) {
      if (position !== undefined && !reaches(checkpoint, lastEvent)) return false;
      if (position !== undefined && position !== 'start')
        pass(member.writer, { after: checkpoint, upTo: position, events: [] });
      members.add(member);
      if (!subscription) {
        position = checkpoint;
        lastEvent = checkpoint;
        subscription = log.subscribeToAll({
          name: 'projections',
          from: checkpoint,
          maxBatch: EVENTS_PER_BATCH,
          gatherMs: GATHER_MS,
          logger,
          onEvents: (events) => deliver(events.at(-1)!.position, events),
          onCheckpoint: (upTo) => deliver(upTo, []),
        });
      }
      return true;
    },
    leave: (member) => void members.delete(member),
    get position() {
      return position;
    },
    get state() {
      return subscription?.state;
    },
    async close() {
      members.clear();
      clearTimeout(storing);
      await subscription?.close();
    },
  };
}
