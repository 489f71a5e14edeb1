import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { formatPosition, isPlace, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { applyBatch, type BatchOutcome, type Broken } from './apply-batch.ts';
import type { BatchWatch } from './batch-watch.ts';
import type { Builder } from './build-pass.ts';
import {
  createGeneration,
  currentGeneration,
  dropLeftovers,
  endGeneration,
  reviveGeneration,
  shadowGeneration,
  startServing,
  swapGenerations,
  type Generation,
} from './generation.ts';
import type { FeedMember, LiveFeed } from './live-feed.ts';
import { reaches, type Place } from './log-batch.ts';
import { readBatches, unlessAborted } from './log-reader.ts';
import { createModelWriter, type ModelWriter, type Passed, type Target } from './model-writer.ts';
import type { Projection } from './projection.ts';
import { replayParked } from './replay-parked.ts';

/** What the runners of a worker share. */
export interface RunnerSurroundings {
  readonly pool: Pool;
  readonly log: EventLog;
  readonly feed: LiveFeed;
  readonly builder: Builder;
  readonly worker: string;
  readonly logger: Logger;
  /** How often the state in the database is looked at without being told. */
  readonly pollMs: number;
  readonly watch?: BatchWatch | undefined;
}

export type RequestKind = 'rebuild' | 'cancel' | 'replay';

/** Leads one read model: keeps the serving generation at the end of the log and builds new ones. */
export interface ModelRunner {
  readonly phase: RunnerPhase;
  /** What the read model passed while it follows the log, beyond its stored checkpoint. */
  readonly passed: Passed | undefined;
  /** Does what an administrator asked for. Doing it twice is harmless. */
  request(kind: RequestKind, requestedBy: string): Promise<void>;
  /** Resolves when the batch in hand is done. */
  stop(): Promise<void>;
}

/** `idle`: nothing to follow (stopped by a failure, or another version serves). */
export type RunnerPhase = 'idle' | 'catching-up' | 'live' | 'retrying' | 'stopped';

/** Runs one read model: takes its lead, follows the log, and does what administrators ask for, until it is stopped. */
export function runModel(projection: Projection, around: RunnerSurroundings): ModelRunner {
  const { pool, log, feed, builder } = around;
  const { name } = projection;
  const logger = around.logger.child({ readModel: name });
  const stopping = new AbortController();
  let phase: RunnerPhase = 'idle';
  let following: ModelWriter | undefined;
  let wakeLive = new AbortController();
  let wakeBuild = new AbortController();

  const targetOf = (generation: Generation): Target => ({
    projection,
    generation,
    worker: around.worker,
    ...(around.watch ? { watch: around.watch } : {}),
  });
  const wake = (): void => {
    wakeLive.abort();
    wakeBuild.abort();
  };
  const stopped = (): boolean => stopping.signal.aborted;

  /** Applies what the log has beyond the checkpoint, up to its present end. */
  const catchUp = async (writer: ModelWriter, from: Place): Promise<BatchOutcome> => {
    let checkpoint = from;
    for await (const batch of readBatches(log, from, stopping.signal)) {
      const outcome = await applyBatch(pool, writer, batch);
      if (outcome.kind !== 'applied') return outcome;
      checkpoint = outcome.checkpoint;
    }
    return { kind: 'applied', checkpoint };
  };

  /**
   * Stops a generation that has handled more than the log has: what comes next would be skipped without a word. True
   * when it did.
   */
  const stopBeyondEnd = async (generation: Generation): Promise<boolean> => {
    if (generation.checkpoint === 'start') return false;
    if (!isPlace(generation.checkpoint)) return await replaceMisled(generation, generation.checkpoint);
    const end = (await unlessAborted(log.lastPosition(), stopping.signal)) ?? 'start';
    if (stopped() || reaches(end, generation.checkpoint)) return false;
    const reason =
      `已处理到 ${formatPosition(generation.checkpoint)}，而事件库只到 ` +
      `${end === 'start' ? '开头' : formatPosition(end)}，已停止：事件库可能恢复自较早的备份，确认后请重建`;
    await endGeneration(pool, generation, 'failed', reason);
    tell({ kind: 'failed', reason });
    return true;
  };

  /**
   * Where a store led it lies nothing, so that nobody knows what it has handled: it is built again from the beginning.
   * Always true.
   */
  const replaceMisled = async (generation: Generation, checkpoint: Position): Promise<true> => {
    const reason = `事件库曾报告日志中不存在的位置 ${formatPosition(checkpoint)}，此后的事件未被写入，正在自动重建`;
    await endGeneration(pool, generation, 'failed', reason);
    tell({ kind: 'failed', reason });
    await createGeneration(pool, projection, '系统');
    wakeBuild.abort();
    return true;
  };

  const follow = async (generation: Generation): Promise<void> => {
    phase = 'catching-up';
    if (await stopBeyondEnd(generation)) return;
    const writer = createModelWriter(targetOf(generation));
    const first = await catchUp(writer, generation.checkpoint);
    if (stopped()) return;
    if (first.kind !== 'applied') return tell(first);
    const left = new AbortController();
    const member: FeedMember = {
      writer,
      left(reason) {
        tell(reason);
        left.abort();
      },
    };
    const joined = await feed.exclusive(async () => {
      const rest = await catchUp(writer, first.checkpoint);
      return rest.kind === 'applied' && !stopped() && feed.join(member, rest.checkpoint);
    });
    if (!joined) return;
    phase = 'live';
    following = writer;
    await aborted(AbortSignal.any([left.signal, wakeLive.signal, stopping.signal]));
    feed.leave(member);
    following = undefined;
    phase = 'catching-up';
  };

  const tell = (outcome: BatchOutcome | Broken): void => {
    if (outcome.kind === 'broken') logger.warn({ err: outcome.error }, '写入读模型失败，稍后重试');
    if (outcome.kind === 'failed') logger.error({ reason: outcome.reason }, '读模型已停止');
    if (outcome.kind === 'gap') logger.warn('读模型落后于订阅，重新追赶');
  };

  const liveTurn = async (): Promise<void> => {
    wakeLive = new AbortController();
    const current = await currentGeneration(pool, name);
    if (current?.status === 'serving' && current.version === projection.version) return await follow(current);
    phase = 'idle';
    await pause(around.pollMs, AbortSignal.any([wakeLive.signal, stopping.signal]));
  };

  /** The generation to fill now, made when it is missing; null when there is nothing to build. */
  const jobToDo = async (): Promise<Generation | null> => {
    const current = await currentGeneration(pool, name);
    if (!current) return await createGeneration(pool, projection, '系统');
    const job = current.status === 'building' ? current : await shadowGeneration(pool, name);
    if (!job)
      return current.version < projection.version
        ? await createGeneration(pool, projection, `版本 ${projection.version}`)
        : null;
    if (job.version < projection.version) {
      await endGeneration(pool, job, 'cancelled', `已有新版本 ${projection.version}`);
      return await createGeneration(pool, projection, `版本 ${projection.version}`);
    }
    return job.version === projection.version ? job : null;
  };

  const buildTurn = async (): Promise<void> => {
    wakeBuild = new AbortController();
    const job = await jobToDo();
    if (!job) return await pause(around.pollMs, AbortSignal.any([wakeBuild.signal, stopping.signal]));
    if (await stopBeyondEnd(job)) return;
    const serving = await currentGeneration(pool, name);
    logger.info({ generation: job.generation, version: job.version }, '开始构建读模型');
    const writer = createModelWriter(targetOf(job));
    const outcome = await builder.build(
      writer,
      serving?.status === 'serving' ? serving.handled : null,
      stopping.signal,
    );
    if (outcome.kind === 'reached') await complete(job, writer, outcome.checkpoint);
    else if (outcome.kind !== 'stopped') tell(outcome);
    if (!stopped()) await dropLeftovers(pool, name);
  };

  const complete = async (job: Generation, writer: ModelWriter, checkpoint: Place): Promise<void> => {
    const first = await catchUp(writer, checkpoint);
    if (first.kind !== 'applied') return tell(first);
    await feed.exclusive(async () => {
      // Looked at before the log is read: a worker that lost its lead and does not know it yet may move the serving
      // one on meanwhile, over events that the new one lacks.
      const current = await currentGeneration(pool, name);
      const rest = await catchUp(writer, first.checkpoint);
      if (stopped() || rest.kind !== 'applied') return tell(rest);
      if (current?.generation === job.generation) return await startServing(pool, job);
      // The log has been read beyond where the serving one was: no event lies between.
      const reached =
        current?.status === 'serving' && reaches(current.checkpoint, rest.checkpoint)
          ? current.checkpoint
          : rest.checkpoint;
      await swapGenerations(pool, job, reached);
    });
    logger.info({ generation: job.generation }, '读模型构建完成并投入使用');
    wakeLive.abort();
  };

  const loop = async (
    turn: () => Promise<void>,
    what: string,
    onError: () => void = () => undefined,
  ): Promise<void> => {
    const backoff = createBackoff(100, 5_000);
    while (!stopped()) {
      try {
        await turn();
        backoff.reset();
      } catch (error) {
        if (stopped()) return;
        onError();
        logger.warn({ err: error }, `${what}出错，稍后继续`);
        await pause(backoff.next(), stopping.signal);
      }
    }
  };

  const retrying = (): void => {
    phase = 'retrying';
  };
  const begin = async (): Promise<void> => {
    // A new leader may run a repaired program: what a failure stopped is tried once more.
    const current = await currentGeneration(pool, name);
    if (current?.status === 'failed' && current.version === projection.version) await reviveGeneration(pool, current);
    await dropLeftovers(pool, name);
  };
  let begun = false;
  const running = loop(
    async () => {
      if (!begun) await begin();
      begun = true;
      await Promise.all([loop(liveTurn, '更新读模型', retrying), loop(buildTurn, '构建读模型')]);
    },
    '启动读模型',
    retrying,
  );

  return {
    get phase() {
      return phase;
    },
    get passed() {
      return following?.passed;
    },
    async request(kind, requestedBy) {
      if (kind === 'rebuild') {
        const current = await currentGeneration(pool, name);
        if (current && current.version > projection.version) return;
        if ((await createGeneration(pool, projection, requestedBy)) === null)
          logger.info({ requestedBy }, '读模型正在构建，不再重复');
      } else if (kind === 'cancel') {
        const building = await shadowGeneration(pool, name);
        if (building) await endGeneration(pool, building, 'cancelled', `${requestedBy} 取消`);
      } else {
        const current = await currentGeneration(pool, name);
        if (current?.status === 'serving') {
          const done = await feed.exclusive(() => replayParked(pool, log, targetOf(current)));
          logger.info({ requestedBy, done }, '已重放搁置的事件');
        }
      }
      wakeBuild.abort();
    },
    async stop() {
      stopping.abort();
      wake();
      await running;
      phase = 'stopped';
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
