import { formatPosition, isPlace, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { applyBatch, type BatchOutcome, type Broken } from './apply-batch.ts';
import type { BatchWatch } from './batch-watch.ts';
import type { Builder } from './build-pass.ts';
import { createGeneration, endGeneration, type Generation, type GenerationLook } from './generation.ts';
import type { LiveFeed } from './live-feed.ts';
import { reaches, type Place } from './log-batch.ts';
import { readBatches, unlessAborted } from './log-reader.ts';
import type { ModelWriter, Target } from './model-writer.ts';
import type { Projection } from './projection.ts';

/** What the runners of a worker share. */
export interface RunnerSurroundings {
  readonly pool: Pool;
  readonly log: EventLog;
  readonly feed: LiveFeed;
  readonly builder: Builder;
  /** Reads the generations of one read model, together with who else looks. */
  readonly look: (name: string) => Promise<GenerationLook>;
  readonly worker: string;
  readonly logger: Logger;
  /** How often the state in the database is looked at without being told. */
  readonly pollMs: number;
  readonly watch?: BatchWatch | undefined;
}

/** Wakes who waits for something to do. */
export interface Bell {
  /** Aborted when it rings; a new one after {@link Bell.renew}. */
  readonly signal: AbortSignal;
  ring(): void;
  renew(): void;
}

/**
 * What leading one read model takes, whether its serving generation follows the log or a new one is built.
 */
export interface ModelLead {
  readonly projection: Projection;
  readonly around: RunnerSurroundings;
  readonly logger: Logger;
  /** Aborted when the lead is given up. */
  readonly stopping: AbortSignal;
  /** Rings when the serving generation may be another one. */
  readonly serving: Bell;
  /** Rings when there may be something to build. */
  readonly building: Bell;
  targetOf(generation: Generation): Target;
  /** Applies what the log has beyond a place, up to its present end. */
  catchUp(writer: ModelWriter, from: Place): Promise<BatchOutcome>;
  /**
   * Stops a generation that has handled more than the log has: what comes next would be skipped without a word. True
   * when it did.
   */
  stopBeyondEnd(generation: Generation): Promise<boolean>;
  /** Logs what went wrong. */
  tell(outcome: BatchOutcome | Broken): void;
}

/** Takes the lead of a read model. */
export function createModelLead(projection: Projection, around: RunnerSurroundings, stopping: AbortSignal): ModelLead {
  const { pool, log } = around;
  const logger = around.logger.child({ readModel: projection.name });
  const building = createBell();

  function tell(outcome: BatchOutcome | Broken): void {
    if (outcome.kind === 'broken') logger.warn({ err: outcome.error }, '写入读模型失败，稍后重试');
    if (outcome.kind === 'failed') logger.error({ reason: outcome.reason }, '读模型已停止');
    if (outcome.kind === 'gap') logger.warn('读模型落后于订阅，重新追赶');
  }

  async function fail(generation: Generation, reason: string): Promise<void> {
    await endGeneration(pool, generation, 'failed', reason);
    tell({ kind: 'failed', reason });
  }

  /**
   * Where a store led it lies nothing, so that nobody knows what it has handled: it is built again from the beginning.
   */
  async function replaceMisled(generation: Generation, checkpoint: Position): Promise<void> {
    await fail(
      generation,
      `事件库曾报告日志中不存在的位置 ${formatPosition(checkpoint)}，此后的事件未被写入，正在自动重建`,
    );
    await createGeneration(pool, projection, '系统');
    building.ring();
  }

  return {
    projection,
    around,
    logger,
    stopping,
    serving: createBell(),
    building,
    targetOf: (generation) => ({
      projection,
      generation,
      worker: around.worker,
      ...(around.watch ? { watch: around.watch } : {}),
    }),
    async catchUp(writer, from) {
      let checkpoint = from;
      for await (const batch of readBatches(log, from, stopping)) {
        const outcome = await applyBatch(pool, writer, batch);
        if (outcome.kind !== 'applied') return outcome;
        checkpoint = outcome.checkpoint;
      }
      return { kind: 'applied', checkpoint };
    },
    async stopBeyondEnd(generation) {
      const { checkpoint } = generation;
      if (checkpoint === 'start') return false;
      if (!isPlace(checkpoint)) {
        await replaceMisled(generation, checkpoint);
        return true;
      }
      const end = (await unlessAborted(log.lastPosition(), stopping)) ?? 'start';
      if (stopping.aborted || reaches(end, checkpoint)) return false;
      await fail(
        generation,
        `已处理到 ${formatPosition(checkpoint)}，而事件库只到 ` +
          `${end === 'start' ? '开头' : formatPosition(end)}，已停止：事件库可能恢复自较早的备份，确认后请重建`,
      );
      return true;
    },
    tell,
  };
}

function createBell(): Bell {
  let ringing = new AbortController();
  return {
    get signal() {
      return ringing.signal;
    },
    ring: () => ringing.abort(),
    renew() {
      ringing = new AbortController();
    },
  };
}
