import { ConfigError, configExitCode } from './config.ts';
import { createHealthRegistry } from './health.ts';
import type { HealthRegistry } from './health.ts';
import { createLogger } from './logger.ts';
import type { Logger } from './logger.ts';
import { observeProcess } from './metrics-process.ts';
import { createMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { startTracing } from './tracing.ts';
import type { Tracing } from './tracing.ts';

/** What a service is given when it starts. */
export interface ServiceContext {
  logger: Logger;
  health: HealthRegistry;
  metrics: Metrics;
  tracing: Tracing;
}

/** What a service gives back once it serves. */
export interface RunningService {
  /** Finishes the work in hand, then closes pools and connections. */
  close(): Promise<void>;
}

/** Options of {@link runService}. */
export interface ServiceOptions {
  name: string;
  /** Starts everything and resolves when the service is ready to serve. */
  start(context: ServiceContext): Promise<RunningService>;
  /** How long `close()` may take before the process ends anyway, in milliseconds. Default 10 s. */
  drainMs?: number;
}

/**
 * Runs a service as this process: starts it, and on SIGTERM, SIGINT or the loss of the supervisor (its IPC channel
 * closes) drains it within a limit and exits with 0. A failed start, an uncaught error or an unhandled rejection is
 * logged and ends the process with 1 (78 when what is configured may not be used); a SIGINT while it drains ends it at
 * once.
 */
export async function runService(options: ServiceOptions): Promise<void> {
  const logger = createLogger(options.name);
  const health = createHealthRegistry(options.name);
  const metrics = createMetrics();
  observeProcess(metrics, options.name);
  const tracing = await startTracing(options.name, process.env);
  let running: RunningService | undefined;
  let stopping = false;

  const stop = (reason: string): void => {
    if (stopping) {
      if (reason === 'SIGINT') process.exit(1);
      return;
    }
    stopping = true;
    logger.info({ reason }, '正在停止');
    health.startDraining();
    void drain(options.drainMs ?? 10_000);
  };

  const drain = async (limitMs: number): Promise<void> => {
    const limit = setTimeout(() => {
      logger.error({ limitMs }, '未能在限定时间内停止，强制退出');
      process.exit(1);
    }, limitMs);
    limit.unref();
    try {
      await running?.close();
      await tracing.close();
      logger.info('已停止');
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, '停止时出错');
      process.exit(1);
    }
  };

  const crash =
    (message: string) =>
    (error: unknown): void => {
      logger.fatal({ err: error }, message);
      process.exit(1);
    };
  process.on('uncaughtException', crash('未捕获的异常'));
  process.on('unhandledRejection', crash('未处理的异步错误'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (process.channel) {
    process.on('disconnect', () => stop('supervisor is gone'));
    process.channel.unref();
  }

  try {
    running = await options.start({ logger, health, metrics, tracing });
  } catch (error) {
    if (!(error instanceof ConfigError)) return crash('启动失败')(error);
    for (const line of error.lines) logger.fatal(line);
    process.exit(configExitCode);
  }
  logger.info('已就绪');
}
