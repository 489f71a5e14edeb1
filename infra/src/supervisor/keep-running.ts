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

/** A process of the system: `start` resolves when it is ready, and throws when it cannot get there. */
export interface Part {
  name: string;
  start(): Promise<RunningPart>;
}

/** A part cannot start, and starting it again would not help: wrong configuration, for example. */
export class HopelessStart extends Error {}

/** A part that is started again whenever it ends. */
export interface KeptPart {
  /** Resolves at the first time it is ready; rejects when it does not get there within a few attempts. */
  readonly ready: Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const firstAttempts = 4;
const healthEveryMs = 5_000;
const unhealthyLimit = 6;

/** Starts a part and keeps it running: restarted with growing pauses after each crash or when it no longer answers. */
export function keepRunning(part: Part, logger: Logger): KeptPart {
  const stopping = new AbortController();
  const backoff = createBackoff(300, 30_000);
  const first = Promise.withResolvers<void>();
  let wasReady = false;
  first.promise.catch(() => undefined);

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      const running = await tryStart();
      if (running) {
        logger.info(wasReady ? `${part.name} 已恢复` : `${part.name} 已就绪`);
        wasReady = true;
        first.resolve();
        const reason = await untilEnd(running, stopping.signal);
        if (reason === undefined) {
          await running.stop();
          return;
        }
        if (Date.now() - startedAt > 60_000) backoff.reset();
        logger.error({ reason }, `${part.name} 意外停止，正在重新启动`);
      }
      await pause(backoff.next(), stopping.signal);
    }
  };

  const tryStart = async (): Promise<RunningPart | undefined> => {
    try {
      return await part.start();
    } catch (error) {
      if (stopping.signal.aborted) return undefined;
      if (!wasReady && (error instanceof HopelessStart || backoff.failures + 1 >= firstAttempts)) {
        first.reject(error);
        stopping.abort();
        return undefined;
      }
      logger.error({ err: error }, `${part.name} 启动失败，稍后重试`);
      return undefined;
    }
  };

  const done = supervise();
  return {
    ready: first.promise,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** The reason why a running part must be started again; undefined when it should stop. */
async function untilEnd(running: RunningPart, stop: AbortSignal): Promise<string | undefined> {
  const ended = new AbortController();
  const stopped = new Promise<undefined>((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener('abort', () => resolve(undefined), { signal: ended.signal });
  });
  try {
    return await Promise.race([running.exited, stopped, untilUnhealthy(running, ended.signal)]);
  } finally {
    ended.abort();
  }
}

async function untilUnhealthy(running: RunningPart, end: AbortSignal): Promise<string> {
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
