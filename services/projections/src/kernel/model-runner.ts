import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import {
  createGeneration,
  currentGeneration,
  dropLeftovers,
  endGeneration,
  reviveGeneration,
  shadowGeneration,
} from './generation.ts';
import { buildTurn } from './generation-building.ts';
import { createModelLead, type ModelLead, type RunnerSurroundings } from './model-lead.ts';
import type { Passed } from './model-writer.ts';
import type { Projection } from './projection.ts';
import { replayParked } from './replay-parked.ts';
import { createServingFollower, type ServingFollower } from './serving-follower.ts';

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
export type RunnerPhase = ServingFollower['phase'] | 'stopped';

/** Runs one read model: takes its lead, follows the log, and does what administrators ask for, until it is stopped. */
export function runModel(projection: Projection, around: RunnerSurroundings): ModelRunner {
  const stopping = new AbortController();
  const lead = createModelLead(projection, around, stopping.signal);
  const follower = createServingFollower(lead);
  let begun = false;
  const running = loop(
    lead,
    '启动读模型',
    async () => {
      if (!begun) await begin(lead);
      begun = true;
      await Promise.all([
        loop(lead, '更新读模型', () => follower.turn(), follower.retrying),
        loop(lead, '构建读模型', () => buildTurn(lead)),
      ]);
    },
    follower.retrying,
  );
  let isStopped = false;
  return {
    get phase() {
      return isStopped ? 'stopped' : follower.phase;
    },
    get passed() {
      return follower.passed;
    },
    async request(kind, requestedBy) {
      await requests[kind](lead, requestedBy);
      lead.building.ring();
    },
    async stop() {
      stopping.abort();
      await running;
      isStopped = true;
    },
  };
}

/** A new leader may run a repaired program: what a failure stopped is tried once more. */
async function begin({ projection: { name, version }, around: { pool, look } }: ModelLead): Promise<void> {
  const { current } = await look(name);
  if (current?.status === 'failed' && current.version === version) await reviveGeneration(pool, current);
  await dropLeftovers(pool, name);
}

/** Takes turns until the lead is given up, with a pause after one that failed. */
async function loop(
  { stopping, logger }: ModelLead,
  what: string,
  turn: () => Promise<void>,
  onError: () => void = () => undefined,
): Promise<void> {
  const backoff = createBackoff(100, 5_000);
  while (!stopping.aborted) {
    try {
      await turn();
      backoff.reset();
    } catch (error) {
      if (stopping.aborted) return;
      onError();
      logger.warn({ err: error }, `${what}出错，稍后继续`);
      await pause(backoff.next(), stopping);
    }
  }
}

const requests: Record<RequestKind, (lead: ModelLead, requestedBy: string) => Promise<void>> = {
  async rebuild({ projection, around: { pool }, logger }, requestedBy) {
    const current = await currentGeneration(pool, projection.name);
    if (current && current.version > projection.version) return;
    if ((await createGeneration(pool, projection, requestedBy)) === null)
      logger.info({ requestedBy }, '读模型正在构建，不再重复');
  },
  async cancel({ projection, around: { pool } }, requestedBy) {
    const building = await shadowGeneration(pool, projection.name);
    if (building) await endGeneration(pool, building, 'cancelled', `${requestedBy} 取消`);
  },
  async replay(lead, requestedBy) {
    const { pool, log, feed } = lead.around;
    const current = await currentGeneration(pool, lead.projection.name);
    if (current?.status !== 'serving') return;
    const done = await feed.exclusive(() => replayParked(pool, log, lead.targetOf(current)));
    lead.logger.info({ requestedBy, done }, '已重放搁置的事件');
  },
};
