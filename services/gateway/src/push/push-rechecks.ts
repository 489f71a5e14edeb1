import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { QueueKeys } from '../approval/shared/queue-keys.ts';
import type { Principals } from '../session/principals.ts';
import type { SessionStore } from '../kernel/session-store.ts';
import type { Audience, Listener } from './push-audience.ts';

/** What connections are looked at with. */
export interface RecheckOptions {
  readonly sessions: SessionStore;
  readonly principals: Principals;
  readonly queueKeys: Pick<QueueKeys, 'of'>;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** How often each connection, its session and its queues are looked at again, in milliseconds. Default 30 s. */
  readonly beatMs?: number;
}

/**
 * Looking again, now and then, at every connection: does it answer, is its session alive, what may the person still do.
 */
export interface Rechecks {
  /** Looks at these at once: what they may decide on has changed. */
  now(listeners: Iterable<Listener>): void;
  close(): void;
}

const defaultBeatMs = 30_000;
/** In so many parts, one after the other, so that a thousand connections are never looked at in the same instant. */
const parts = 15;

const idOf = ({ viewId, idHash }: Listener): string => viewId ?? idHash;

/**
 * Starts looking: at everybody once in a beat. `onQueues`: other queues are somebody's than before (a role, or an
 * authorisation that began or ended).
 */
export function createRechecks(
  { sessions, principals, queueKeys, logger, clock, beatMs = defaultBeatMs }: RecheckOptions,
  audience: Audience,
  onQueues: (listener: Listener) => void,
): Rechecks {
  let due = 0;
  let busy = false;

  const look = async (listener: Listener): Promise<void> => {
    const user = await principals.get(listener.user.userName);
    if (!user) {
      listener.connection.end('账号已停用');
      return;
    }
    const keys = await queueKeys.of(user);
    const changed = keys.join('\n') !== listener.queueKeys.join('\n');
    audience.update(listener, user, keys);
    if (changed) onQueues(listener);
  };
  const lookAtSome = async (count: number): Promise<void> => {
    const listeners = audience.next(count);
    for (const listener of listeners) listener.connection.beat();
    const alive = await sessions.aliveAmong(listeners.map(idOf), clock());
    for (const listener of listeners) {
      if (alive.has(idOf(listener))) await look(listener);
      else listener.connection.end('会话已过期！');
    }
  };

  const failed = (error: unknown): void => logger.warn({ err: error }, '检查推送连接失败');
  const timer = setInterval(() => {
    due = Math.min(due + audience.all.size / parts, audience.all.size);
    if (busy || due < 1) return;
    const count = Math.floor(due);
    due -= count;
    busy = true;
    lookAtSome(count)
      .catch(failed)
      .finally(() => {
        busy = false;
      });
  }, beatMs / parts);
  timer.unref();
  return {
    now(listeners) {
      for (const listener of listeners) look(listener).catch(failed);
    },
    close: () => clearInterval(timer),
  };
}
