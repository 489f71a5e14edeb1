import { createBackoff, pause } from './backoff.ts';
import type { EventLog } from './event-log.ts';
import type { Logger } from './logger.ts';

/**
 * Why a version of EventStoreDB or KurrentDB is not fit for the product, for an operator; null when it is, or is not
 * known. See docs/operating.md.
 */
export function unfitVersion(version: string): string | null {
  const [, major, minor, patch] = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined || patch === undefined) return null;
  const line = major * 100 + minor;
  if (line === 2310 || line > 2410 || (line === 2410 && patch >= 5)) return null;
  const why = line === 2410 ? '它的订阅会报告日志中不存在的位置' : '本系统未在该版本上验证';
  return `事件库版本 ${version} 不适用：${why}。请使用 23.10 系列，或 24.10.5 及以后的版本`;
}

/** Names an unfit event store in the log once it can be reached. Close it with the service. */
export function nameUnfitServer(log: Pick<EventLog, 'serverVersion'>, logger: Logger): { close(): void } {
  const closing = new AbortController();
  const look = async (): Promise<void> => {
    const backoff = createBackoff(500, 30_000);
    while (!closing.signal.aborted) {
      try {
        const unfit = unfitVersion(await log.serverVersion());
        if (unfit !== null) logger.error(unfit);
        return;
      } catch {
        // Whoever needs the store says that it is away.
        await pause(backoff.next(), closing.signal);
      }
    }
  };
  void look();
  return { close: () => closing.abort() };
}
