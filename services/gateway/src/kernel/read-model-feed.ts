import type { z } from 'zod';
import { readModelNotice, READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { comparePositions, parsePosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { listen, type Queryable } from '@jwxt/infra/runtime/postgres.ts';

export type ReadModelNotice = z.output<typeof readModelNotice>;

/** Who wants to know when read models move. */
export interface FeedListener {
  onNotice(notice: ReadModelNotice): void;
  /** Read models were found further than any notice has said yet: whoever waited for them goes on after this. */
  onAhead?(models: readonly string[]): void;
  /** Notices may have been missed: refresh everything. */
  onGap(): void;
}

/**
 * One listener on the read models for the whole process: who waits for a position, and who pushes changes, hear it
 * here.
 */
export interface ReadModelFeed {
  /** Waits until the serving read models have reached a position, at most `limitMs`. Answers whether they have. */
  reached(models: readonly string[], position: string, limitMs?: number): Promise<boolean>;
  subscribe(listener: FeedListener): () => void;
  readonly connected: boolean;
  close(): Promise<void>;
}

interface Waiter {
  readonly models: readonly string[];
  readonly position: Position;
  readonly settle: (reached: boolean) => void;
}

/** How long an answer waits for the read models to show what it did. */
const defaultLimitMs = 3_000;
/** While somebody waits, positions are also read from the table: a notice may be lost with its connection. */
const pollMs = 300;

/** Starts listening. Rejects when the database is away at the start; later breaks heal by themselves. */
export async function openReadModelFeed(databaseUrl: string, db: Queryable, logger: Logger): Promise<ReadModelFeed> {
  const positions = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  const listeners = new Set<FeedListener>();
  let poll: NodeJS.Timeout | undefined;

  const isReached = ({ models, position }: Pick<Waiter, 'models' | 'position'>): boolean =>
    models.every((model) => {
      const at = positions.get(model);
      return at !== undefined && comparePositions(at, position) >= 0;
    });

  /** Where a read model is now, if that is news. */
  const news = (model: string, text: string): Position | null => {
    const position = parsePosition(text);
    const before = positions.get(model);
    // What the table is read for may arrive after a notice that is newer.
    return position && !(before && comparePositions(before, position) >= 0) ? position : null;
  };

  const moved = (model: string, text: string): void => {
    const position = news(model, text);
    if (!position) return;
    positions.set(model, position);
    for (const waiter of waiters) if (isReached(waiter)) waiter.settle(true);
  };

  const readPositions = async (): Promise<void> => {
    const { rows } = await db.query<{ name: string; position: string }>(
      `select name, commit_position::text || '/' || prepare_position::text as position from projection.read_model
        where status = 'serving'`,
    );
    const ahead = rows.filter(({ name, position }) => news(name, position)).map(({ name }) => name);
    if (ahead.length > 0) for (const listener of listeners) listener.onAhead?.(ahead);
    for (const { name, position } of rows) moved(name, position);
  };

  const refreshPositions = (): Promise<void> =>
    readPositions().catch((error: unknown) => logger.warn({ err: error }, '读取读模型位置失败'));

  const pollWhileWaiting = (): void => {
    if (poll || waiters.size === 0) return;
    poll = setTimeout(() => {
      poll = undefined;
      if (waiters.size > 0) void refreshPositions().then(pollWhileWaiting);
    }, pollMs);
  };

  const connection = await listen(
    databaseUrl,
    READ_MODEL_CHANNEL,
    {
      onNotification(payload) {
        const notice = parseNotice(payload);
        if (!notice) {
          logger.warn('收到无法识别的读模型通知');
          return;
        }
        for (const model of notice.models) moved(model, notice.position);
        for (const listener of listeners) listener.onNotice(notice);
      },
      onGap() {
        positions.clear();
        void refreshPositions();
        for (const listener of listeners) listener.onGap();
      },
    },
    logger,
  );
  await refreshPositions();

  return {
    reached(models, text, limitMs = defaultLimitMs) {
      const position = parsePosition(text);
      if (!position || models.length === 0 || isReached({ models, position })) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (reached: boolean): void => {
          clearTimeout(limit);
          waiters.delete(waiter);
          resolve(reached);
        };
        const waiter: Waiter = { models, position, settle };
        const limit = setTimeout(() => settle(false), limitMs);
        waiters.add(waiter);
        pollWhileWaiting();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get connected() {
      return connection.connected;
    },
    async close() {
      clearTimeout(poll);
      for (const waiter of waiters) waiter.settle(false);
      await connection.close();
    },
  };
}

function parseNotice(payload: string): ReadModelNotice | undefined {
  try {
    return readModelNotice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
