import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { LogSubscription, SubscriptionState } from '@jwxt/infra/runtime/event-log-subscription.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { reaches, type LogBatch, type Place } from './log-batch.ts';
import { EVENTS_PER_BATCH } from './log-reader.ts';

/** A read model that follows the log live. */
export interface FeedMember {
  /** Applies a stretch. False when it cannot go on: it leaves the feed and catches up by itself. Must not throw. */
  apply(batch: LogBatch): Promise<boolean>;
}

/** The one subscription of a worker, shared by all read models that it leads. */
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

export function createLiveFeed(log: EventLog, logger: Logger): LiveFeed {
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
    await Promise.all([...members].map(async (member) => {
      if (!(await member.apply({ after, upTo, events }))) members.delete(member);
    }));
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
          name: 'projections', from: checkpoint, maxBatch: EVENTS_PER_BATCH, logger,
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
