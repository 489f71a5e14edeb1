import { createBackoff, pause } from '../runtime/backoff.ts';
import type { Logger } from '../runtime/logger.ts';

/** One process of the system, running and ready. */
export interface RunningPart {
  /** Resolves with a short reason when the process has ended by itself. */
  readonly exited: Promise<string>;
  /** Asked every few seconds; absent when there is nothing to ask. */
  healthy?(): Promise<boolean>;
  stop(): Promise<void>;
}

/** A process of the system. */
export interface Part {
  /** Shown in logs. */
  name: string;
  /**
   * Resolves when it is ready; throws when it cannot get there, or soon after `stopping` is aborted. Leaves nothing
   * then.
   */
  start(stopping: AbortSignal): Promise<RunningPart>;
}

/** A part cannot start, and starting it again would not help: wrong configuration, for example. */
export class HopelessStart extends Error {}

/** A part that is started again whenever it ends. */
export interface KeptPart {
  /**
   * Resolves at the first time it is ready; rejects when it does not get there within a few attempts, or is stopped.
   */
  readonly ready: Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/** Times of {@link keepRunning}, in milliseconds; tests shorten them. */
export interface KeepRunningTimes {
  firstPauseMs: number;
  longestPauseMs: number;
  /** A part that ran for so long before it ended is started again after the first pause. */
  soundAfterMs: number;
  healthEveryMs: number;
}

const firstAttempts = 4;
const unhealthyLimit = 6;
const usualTimes: KeepRunningTimes = {
  firstPauseMs: 300,
  longestPauseMs: 30_000,
  soundAfterMs: 10_000,
  healthEveryMs: 5_000,
};

/** Starts a part and keeps it running: restarted with growing pauses after each crash or when it no longer answers. */
export function keepRunning(part: Part, logger: Logger, times: KeepRunningTimes = usualTimes): KeptPart {
  const stopping = new AbortController();
  const backoff = createBackoff(times.firstPauseMs, times.longestPauseMs);
  const first = Promise.withResolvers<void>();
  let wasReady = false;
  first.promise.catch(() => undefined);

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const running = await tryStart();
      if (running) {
        const startedAt = performance.now();
        logger.info(wasReady ? `${part.name} 已恢复` : `${part.name} 已就绪`);
        wasReady = true;
        first.resolve();
        const reason = await untilEnd(running, stopping.signal, times.healthEveryMs);
        if (reason === undefined) {
          await running.stop();
          return;
        }
        // What ran well for a while has not failed at its start: it comes back at once.
        if (performance.now() - startedAt > times.soundAfterMs) backoff.reset();
        logger.error({ reason }, `${part.name} 意外停止，正在重新启动`);
      }
      await pause(backoff.next(), stopping.signal);
    }
  };

  const tryStart = async (): Promise<RunningPart | undefined> => {
    try {
      return await part.start(stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return undefined;
      if (!wasReady && (error instanceof HopelessStart || backoff.failures + 1 >= firstAttempts)) {
        first.reject(error);
        stopping.abort();
        return undefined;
      }
      logger.error(`${part.name} 未能启动，稍后重试：${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };

  const done = supervise();
  return {
    ready: first.promise,
    async stop() {
      stopping.abort();
      first.reject(new HopelessStart(`${part.name} 在就绪之前被停止`));
      await done;
    },
  };
}

/** The reason why a running part must be started again; undefined when it should stop. */
async function untilEnd(running: RunningPart, stop: AbortSignal, healthEveryMs: number): Promise<string | undefined> {
  const ended = new AbortController();
  const stopped = new Promise<undefined>((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener('abort', () => resolve(undefined), { signal: ended.signal });
  });
  try {
    return await Promise.race([running.exited, stopped, untilUnhealthy(running, ended.signal, healthEveryMs)]);
  } finally {
    ended.abort();
  }
}

async function untilUnhealthy(running: RunningPart, end: AbortSignal, healthEveryMs: number): Promise<string> {
  let failures = 0;
  while (!end.aborted && running.healthy) {
    await pause(healthEveryMs, end);
    failures = end.aborted || (await running.healthy().catch(() => false)) ? 0 : failures + 1;
    if (failures >= unhealthyLimit) {
      await running.stop();
      return `连续 ${failures} 次健康检查没有回应`;
    }
  }
  return await new Promise<never>(() => undefined);
}
