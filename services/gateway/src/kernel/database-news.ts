import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';

/** Who wants to hear what a channel of the database tells. */
export interface NewsListener {
  onNews(payload: string): void;
  /** Some may have been missed. */
  onGap(): void;
}

/** One channel of the database, for many listeners of this gateway over one connection. */
export interface DatabaseNews {
  subscribe(listener: NewsListener): void;
  /** False while nothing can be heard. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/** Starts listening. Rejects when the database is away at the start; later breaks heal by themselves. */
export async function openDatabaseNews(databaseUrl: string, channel: string, logger: Logger): Promise<DatabaseNews> {
  const listeners = new Set<NewsListener>();
  const connection = await listen(
    databaseUrl,
    channel,
    {
      onNotification(payload) {
        for (const listener of listeners) listener.onNews(payload);
      },
      onGap() {
        for (const listener of listeners) listener.onGap();
      },
    },
    logger,
  );
  return {
    subscribe: (listener) => void listeners.add(listener),
    get connected() {
      return connection.connected;
    },
    close: () => connection.close(),
  };
}
