import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { GatewayCache } from './caches.ts';
import type { DatabaseNews } from './database-news.ts';
import { createKeptValues } from './expiring-values.ts';
import { prepared } from './prepared-query.ts';

/** Which operations are switched off (SYSADMIN-17): read from the base data and kept until it changes. */
export interface OperationSwitches {
  /** What whoever calls it is told; null while it is switched on. */
  noticeOf(operationId: string): Promise<string | null>;
  /** Reads it again at the next call: it has just changed. */
  forget(): void;
  readonly cache: GatewayCache;
}

/** How long it is kept at most while changes are heard, and while they are not. */
const keptMs = 30_000;
const keptUnheardMs = 5_000;
const ALL = 'all';

/** Creates the memory; `news` tells the names of changed tables. */
export function createOperationSwitches(db: Queryable, clock: () => Date, news: DatabaseNews): OperationSwitches {
  const kept = createKeptValues<Promise<ReadonlyMap<string, string>>>(keptMs);
  const forget = (): void => kept.clear();
  news.subscribe({ onNews: (table) => void (table === 'operation_off' && forget()), onGap: forget });
  const load = (now: Date): Promise<ReadonlyMap<string, string>> => {
    const read = db
      .query<{ id: string; notice: string }>(prepared('select operation_id as id, notice from base.operation_off', []))
      .then(({ rows }) => new Map(rows.map(({ id, notice }) => [id, notice])));
    // Put there before it is read, so that a change that is told meanwhile takes it away.
    kept.set(ALL, read, now);
    read.catch(() => kept.delete(ALL));
    return read;
  };
  return {
    async noticeOf(operationId) {
      const now = clock();
      const notices = await (kept.get(ALL, now, news.connected ? keptMs : keptUnheardMs) ?? load(now));
      return notices.get(operationId) ?? null;
    },
    forget,
    cache: { ...kept, warm: async () => void (await load(clock())) },
  };
}
