import { SESSION_ENDED_CHANNEL } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';

/** Who wants to know when sessions end. */
export interface SessionListener {
  onEnded(idHash: string): void;
  /** Notices may have been missed. */
  onGap(): void;
}

/** What the gateways tell each other about sessions. */
export interface SessionNotices {
  subscribe(listener: SessionListener): void;
  /** False while nothing can be heard. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/** Starts listening. Rejects when the database is away at the start; later breaks heal by themselves. */
export async function openSessionNotices(databaseUrl: string, logger: Logger): Promise<SessionNotices> {
  const listeners = new Set<SessionListener>();
  const connection = await listen(databaseUrl, SESSION_ENDED_CHANNEL, {
    onNotification(idHash) {
      for (const listener of listeners) listener.onEnded(idHash);
    },
    onGap() {
      for (const listener of listeners) listener.onGap();
    },
  }, logger);
  return {
    subscribe: (listener) => void listeners.add(listener),
    get connected() {
      return connection.connected;
    },
    close: () => connection.close(),
  };
}
