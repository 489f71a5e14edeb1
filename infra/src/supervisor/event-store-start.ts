/** What an event store is asked before the system starts on it. */
import { withTimeout } from '../runtime/backoff.ts';
import { maskUrlPassword } from '../runtime/config.ts';
import { isTransient } from '../runtime/event-log-errors.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import type { Logger } from '../runtime/logger.ts';
import { StartRefused } from '../data-folder/data-folder.ts';
import { untilThere } from './until-there.ts';

const answerLimitMs = 5_000;

/** It has not answered in time; it may still come up. */
class NoAnswer extends Error {}

/**
 * Waits until the event store answers, and says so while it waits. Throws {@link StartRefused} when it answers what
 * waiting does not change, a wrong password for example; returns without an answer when `stopping` is aborted.
 */
export async function untilEventStoreAnswers(url: string, logger: Logger, stopping: AbortSignal): Promise<void> {
  const log = connectEventLog(url, { name: 'supervisor' });
  try {
    await untilThere(
      {
        ask: () => withTimeout(log.lastPosition(), answerLimitMs, () => new NoAnswer()),
        isAway: (error) => error instanceof NoAnswer || isTransient(error),
        say: () =>
          logger.warn(
            `事件库 ${maskUrlPassword(url)} 尚无应答，正在等待它启动；若地址有误，请停止后检查 EVENTSTORE_URL`,
          ),
      },
      stopping,
    );
  } catch (error) {
    throw new StartRefused(
      `无法连接事件库 ${maskUrlPassword(url)}：${error instanceof Error ? error.message : ''}，请检查 EVENTSTORE_URL`,
      error,
    );
  } finally {
    await log.close();
  }
}

/** Whether something has happened in this event store. */
export async function holdsEvents(url: string): Promise<boolean> {
  const log = connectEventLog(url, { name: 'supervisor' });
  try {
    for await (const _ of log.readAll()) return true;
    return false;
  } finally {
    await log.close();
  }
}
