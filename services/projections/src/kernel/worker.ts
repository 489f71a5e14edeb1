import { hostname } from 'node:os';
import { READ_MODEL_REQUEST_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { SubscriptionState } from '@jwxt/infra/runtime/event-log-subscription.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { listen, type Listener, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { BatchWatch } from './batch-watch.ts';
import { createBuilder } from './build-pass.ts';
import { createGenerationLooks } from './generation.ts';
import { keepLeadership } from './leadership.ts';
import { createLiveFeed } from './live-feed.ts';
import { runModel, type ModelRunner, type RequestKind, type RunnerPhase } from './model-runner.ts';
import type { Passed } from './model-writer.ts';
import type { Projection } from './projection.ts';

/** A worker that hangs in the middle of a transaction keeps nobody else from writing for longer than this. */
const silenceLimits = { idle_in_transaction_session_timeout: '10s' } as const;

/**
 * Session settings for a worker's pool: the log can always tell again what a crash of the database forgets, so its
 * commits need not wait for the disk.
 */
export const workerSettings = { synchronous_commit: 'off', ...silenceLimits } as const;

export interface WorkerOptions {
  projections: readonly Projection[];
  pool: Pool;
  /** For the connections that stand for good: leader locks and notifications. */
  databaseUrl: string;
  log: EventLog;
  logger: Logger;
  /** Name shown to administrators. Default: host and process. */
  name?: string;
  /**
   * How often locks, requests and states are looked at, and checkpoints stored of read models that nothing concerned.
   * Default 1 s.
   */
  pollMs?: number;
  watch?: BatchWatch;
}

/** One process' share of the projecting. Any number of workers may run. */
export interface Worker {
  readonly name: string;
  /** Phase of each read model that this worker leads. */
  phases(): ReadonlyMap<string, RunnerPhase>;
  /** What read models that it leads have passed beyond their stored checkpoints. */
  passed(): ReadonlyMap<string, Passed>;
  /** The worker's subscription to the log; undefined while it leads nothing. */
  readonly subscription: SubscriptionState | undefined;
  /** Finishes the batches in hand and gives the locks back. */
  close(): Promise<void>;
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log, logger } = options;
  const name = options.name ?? `${hostname()}:${process.pid}`;
  const pollMs = options.pollMs ?? 1_000;
  const feed = createLiveFeed(pool, log, logger, pollMs);
  const builder = createBuilder(pool, log);
  const look = createGenerationLooks(pool);
  const around = { pool, log, feed, builder, look, worker: name, logger, pollMs, watch: options.watch };
  const runners = new Map<string, ModelRunner>();
  /** A runner that lost its lock still finishes its batch before it may begin again. */
  const ending = new Map<string, Promise<void>>();
  let closing = false;

  const end = async (model: string): Promise<void> => {
    const runner = runners.get(model);
    runners.delete(model);
    if (runner) ending.set(model, runner.stop());
    await ending.get(model);
  };
  const leadership = keepLeadership(options.databaseUrl, {
    candidates: options.projections,
    pollMs,
    logger,
    onGained(model) {
      const projection = options.projections.find((candidate) => candidate.name === model)!;
      void (ending.get(model) ?? Promise.resolve()).then(() => {
        if (!closing && leadership.leading.has(model) && !runners.has(model))
          runners.set(model, runModel(projection, around));
      });
    },
    onLost: end,
  });

  let requests: Promise<void> = Promise.resolve();
  const lookForRequests = (): void => {
    requests = requests
      .then(() => builder.together(() => takeRequests(pool, runners, logger)))
      .catch((error: unknown) => logger.warn({ err: error }, '读取重建请求失败，稍后重试'));
  };
  let listener: Listener | undefined;
  try {
    listener = await listen(
      options.databaseUrl,
      READ_MODEL_REQUEST_CHANNEL,
      { onNotification: lookForRequests, onGap: lookForRequests },
      logger,
    );
  } catch (error) {
    await leadership.close();
    throw error;
  }
  const timer = setInterval(lookForRequests, pollMs);

  return {
    name,
    phases: () => new Map([...runners].map(([model, runner]) => [model, runner.phase])),
    passed: () => new Map([...runners].flatMap(([model, { passed }]) => (passed ? [[model, passed] as const] : []))),
    get subscription() {
      return feed.state;
    },
    async close() {
      closing = true;
      clearInterval(timer);
      await listener.close();
      await requests;
      await Promise.all([...runners.keys()].map(end));
      await Promise.all(ending.values());
      await feed.close();
      await leadership.close();
    },
  };
}

/**
 * Carries out the open requests for the read models led here. One is marked as taken after it was carried out, so that
 * a crash loses none.
 */
async function takeRequests(pool: Pool, runners: ReadonlyMap<string, ModelRunner>, logger: Logger): Promise<void> {
  if (runners.size === 0) return;
  const { rows } = await pool.query<{ id: string; name: string; kind: RequestKind; requested_by: string }>(
    `select id::text, name, kind, requested_by from projection.request where taken_at is null and name = any ($1)
      order by projection.request.id`,
    [[...runners.keys()]],
  );
  for (const { id, name, kind, requested_by: requestedBy } of rows) {
    try {
      await runners.get(name)?.request(kind, requestedBy);
      await pool.query('update projection.request set taken_at = now() where id = $1', [id]);
    } catch (error) {
      logger.warn({ err: error, readModel: name, kind }, '执行读模型请求失败，稍后重试');
    }
  }
}
