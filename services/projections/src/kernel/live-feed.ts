import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { LogSubscription, SubscriptionState } from '@jwxt/infra/runtime/event-log-subscription.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { applyToAll, type BatchOutcome, type Broken } from './apply-batch.ts';
import { reaches, type LogBatch, type Place } from './log-batch.ts';
import { EVENTS_PER_BATCH } from './log-reader.ts';
import type { ModelWriter } from './model-writer.ts';

/** A read model that follows the log live. */
export interface FeedMember {
  readonly writer: ModelWriter;
  /** It cannot go on and has left the feed: it catches up by itself. Must not throw. */
  left(reason: BatchOutcome | Broken): void;
}

/** The one subscription of a worker, shared by all read models that it leads: each batch is one transaction for all of them. */
export interface LiveFeed {
  /** Runs work while nothing is delivered: what it sees of the feed's position holds until it ends. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Only within `exclusive`. False when events between the checkpoint and the feed's position would be missed. The first to join starts the subscription. */
  join(member: FeedMember, checkpoint: Place): boolean;
  leave(member: FeedMember): void;
  /** How far events were delivered; undefined before the first member joined. */
  readonly position: Place | undefined;
  readonly state: SubscriptionState | undefined;
  close(): Promise<void>;
}

/** While events keep coming, a transaction is worth waiting so long for more of them. */
const GATHER_MS = 5;

export function createLiveFeed(pool: Pool, log: EventLog, logger: Logger): LiveFeed {
  const members = new Set<FeedMember>();
  let subscription: LogSubscription | undefined;
  let position: Place | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const exclusive = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const deliver = (upTo: LogBatch['upTo'], events: LogBatch['events']): Promise<void> => exclusive(async () => {
    const after = position ?? 'start';
    if (reaches(after, upTo)) return;
    const all = [...members];
    const outcomes = await applyToAll(pool, all.map(({ writer }) => writer), { after, upTo, events });
    const results = all.map((member) => ({ member, outcome: outcomes.get(member.writer)! }));
    // What fails for everybody is the database's fault: the subscription waits, tells, and brings the batch again.
    const broken = results.flatMap(({ outcome }) => (outcome.kind === 'broken' ? [outcome.error] : []));
    if (broken.length > 0 && broken.length === results.length) throw broken[0];
    for (const { member, outcome } of results) {
      if (outcome.kind === 'applied') continue;
      members.delete(member);
      member.left(outcome);
    }
    position = upTo;
  });

  return {
    exclusive,
    join(member, checkpoint) {
      if (position !== undefined && !reaches(checkpoint, position)) return false;
      members.add(member);
      if (!subscription) {
        position = checkpoint;
        subscription = log.subscribeToAll({
          name: 'projections', from: checkpoint, maxBatch: EVENTS_PER_BATCH, gatherMs: GATHER_MS, logger,
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
      await subscription?.close();
    },
  };
}
