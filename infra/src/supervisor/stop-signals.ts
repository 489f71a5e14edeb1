import type { Logger } from '../runtime/logger.ts';

/** A terminal and npm may both pass on one Ctrl+C: repeats within this time are the same wish. */
const sameWishMs = 2_000;

/**
 * Calls `stop` at SIGINT, SIGTERM, SIGHUP or when the program that started this one through {@link process.channel} is
 * gone, and resolves when it is done. A second SIGINT, later, ends the process at once; its children notice and follow.
 */
export async function stopOnSignals(logger: Logger, stop: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let askedAt: number | undefined;
    const ask = (reason: string): void => {
      if (askedAt !== undefined) {
        if (reason !== 'SIGINT' || Date.now() - askedAt < sameWishMs) return;
        logger.warn('再次要求停止，立即结束');
        process.exit(1);
      }
      askedAt = Date.now();
      logger.info({ reason }, '正在停止，请稍等（再按一次 Ctrl+C 立即结束）');
      stop().then(resolve, reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
    if (process.channel) {
      process.on('disconnect', () => ask('启动它的进程已结束'));
      process.channel.unref();
    }
  });
}
