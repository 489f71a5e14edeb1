import { readModelSchema } from '@jwxt/contracts/kernel/read-model.ts';
import { withTimeout } from '@jwxt/infra/runtime/backoff.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { comparePositions, formatPosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createLagClock } from './lag.ts';
import { reaches } from './log-batch.ts';
import { lastEventPosition } from './log-reader.ts';
import type { Projection } from './projection.ts';
import type { Worker } from './worker.ts';

/** One read model as this worker sees it. */
export interface ModelStatus {
  readonly name: string;
  readonly title: string;
  readonly version: number;
  /** As in `projection.read_model`; `missing` before the first worker made it. */
  readonly status: string;
  /** Version of the tables that answer queries. */
  readonly servingVersion: number | null;
  readonly position: string;
  readonly lagEvents: number;
  readonly lagSeconds: number;
  /** Since the checkpoint last moved; null before there is one. */
  readonly checkpointAgeSeconds: number | null;
  readonly parked: number;
  readonly building: boolean;
  readonly leading: boolean;
  /** How it is followed here; `standby` when another worker leads it. */
  readonly subscription: string;
  readonly failure: string | null;
}

/** The answer of `GET /status`. */
export interface WorkerStatus {
  readonly worker: string;
  readonly subscription: {
    status: string;
    failures: number;
    lastError: string | null;
    lastActivityAt: string | null;
  } | null;
  readonly storePosition: string | null;
  /** Events in the log, as far as they have been counted. */
  readonly storeEvents: number;
  /** False when the event store did not answer: then nothing is known of the lag. */
  readonly storeReachable: boolean;
  readonly models: readonly ModelStatus[];
}

/** Tells how this worker and its read models are. Who asks while it looks is told the same. */
export interface StatusReader {
  read(): Promise<WorkerStatus>;
}

interface StatusRow {
  name: string;
  status: string;
  version: number;
  commit: string;
  prepare: string;
  handled: number;
  age: number;
  failure: string | null;
  parked: number;
  building: boolean;
}

/** Events beyond the most advanced read model that are counted; a longer backlog shows as this many. */
const COUNT_LIMIT = 10_000;
const STORE_LIMIT_MS = 1_000;

/**
 * Compares what read models have handled with the end of the log. How long one is behind is counted from when the log
 * was first seen beyond it.
 */
export function createStatusReader(options: {
  projections: readonly Projection[];
  pool: Pool;
  log: EventLog;
  worker: Worker;
  now?: () => number;
}): StatusReader {
  const { projections, pool, log, worker } = options;
  const now = options.now ?? Date.now;
  const lag = createLagClock();

  const rowsByName = async (): Promise<Map<string, StatusRow>> => {
    const { rows } = await pool.query<StatusRow>(
      `select model.name, model.status, model.version, model.commit_position::text as commit,
        model.prepare_position::text as prepare,
          model.events_handled as handled, extract(epoch from now() - model.updated_at)::float8 as age, model.failure,
         (select count(*) from projection.parked where parked.name = model.name
           and parked.generation = model.generation) as parked,
         exists (select 1 from projection.read_model other_model
           where other_model.name = model.name and other_model.status = 'building') as building
       from projection.read_model model join unnest($1::text[], $2::text[]) as given (name, schema_name)
       using (name, schema_name) where model.status in ('serving', 'failed', 'building')`,
      [projections.map(({ name }) => name), projections.map(({ name }) => readModelSchema(name))],
    );
    return new Map(rows.map((row) => [row.name, row]));
  };

  /** Rows with what their read models have passed since they were stored. */
  const upToDate = async (): Promise<Map<string, StatusRow>> => {
    // Asked for first: what is stored meanwhile is then in the row, and not counted twice.
    const passed = worker.passed();
    const rows = await rowsByName();
    for (const [name, { upTo, count }] of passed) {
      const row = rows.get(name);
      if (row && !reaches(positionOf(row) ?? 'start', upTo))
        rows.set(name, {
          ...row,
          commit: String(upTo.commit),
          prepare: String(upTo.prepare),
          handled: row.handled + count,
        });
    }
    return rows;
  };

  const readNow = async (): Promise<WorkerStatus> => {
    const rows = await upToDate();
    const { end, storeReachable } = await endOfLog(log);
    const ahead = [...rows.values()].reduce<StatusRow | undefined>(
      (best, row) => (best && best.handled >= row.handled ? best : row),
      undefined,
    );
    const storeEvents = (ahead?.handled ?? 0) + (await countBeyond(log, positionOf(ahead), end));
    if (end) lag.look(end, now());
    lag.passed(projections.map(({ name }) => positionOf(rows.get(name)) ?? 'start'));
    const misplaced = await beyondLog(log, [...rows.values()], end);
    const phases = worker.phases();
    const models = projections.map(({ name, title, version }): ModelStatus => {
      const row = rows.get(name);
      const position = positionOf(row);
      const behind = end !== undefined && (!position || comparePositions(position, end) < 0);
      return {
        name,
        title,
        version,
        status: misplaced.has(name) ? 'failed' : (row?.status ?? 'missing'),
        servingVersion: row?.version ?? null,
        position: position ? formatPosition(position) : 'start',
        lagEvents: behind ? Math.max(1, storeEvents - (row?.handled ?? 0)) : 0,
        lagSeconds: behind ? Math.round(lag.behindFor(position ?? 'start', now()) / 1_000) : 0,
        checkpointAgeSeconds: row?.age ?? null,
        parked: row?.parked ?? 0,
        building: row?.building ?? false,
        leading: phases.has(name),
        subscription: phases.get(name) ?? 'standby',
        failure: row?.failure ?? misplaced.get(name) ?? null,
      };
    });
    const state = worker.subscription;
    return {
      worker: worker.name,
      subscription: state
        ? {
            status: state.status,
            failures: state.failures,
            lastError: state.lastError ?? null,
            lastActivityAt: state.lastActivityAt?.toISOString() ?? null,
          }
        : null,
      storePosition: end ? formatPosition(end) : null,
      storeEvents,
      storeReachable,
      models,
    };
  };

  let reading: Promise<WorkerStatus> | undefined;
  return {
    read() {
      reading ??= readNow().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

async function endOfLog(log: EventLog): Promise<{ end: Position | undefined; storeReachable: boolean }> {
  try {
    const end = await withTimeout(
      lastEventPosition(log),
      STORE_LIMIT_MS,
      () => new Error('the event store does not answer'),
    );
    return { end, storeReachable: true };
  } catch {
    return { end: undefined, storeReachable: false };
  }
}

/**
 * Why read models that say that they handled more than the log holds are not to be trusted, by name: what comes next
 * would be left out.
 */
async function beyondLog(
  log: EventLog,
  rows: readonly StatusRow[],
  end: Position | undefined,
): Promise<ReadonlyMap<string, string>> {
  const isBeyond =
    (place: Position | undefined) =>
    (row: StatusRow): boolean => {
      const position = positionOf(row);
      return position !== undefined && (!place || comparePositions(position, place) > 0);
    };
  const suspects = end ? rows.filter(isBeyond(end)) : [];
  if (suspects.length === 0) return new Map();
  // Behind the last event of ours there may be some of the store's own.
  const last = await withTimeout(
    log.lastPosition(),
    STORE_LIMIT_MS,
    () => new Error('the event store does not answer'),
  ).catch(() => null);
  if (last === null) return new Map();
  return new Map(
    suspects
      .filter(isBeyond(last))
      .map(({ name, commit, prepare }) => [name, `已处理到 ${commit}/${prepare}，超出了事件库的末尾，请重建`]),
  );
}

function positionOf(row: StatusRow | undefined): Position | undefined {
  return row && !row.commit.startsWith('-') ? { commit: BigInt(row.commit), prepare: BigInt(row.prepare) } : undefined;
}

async function countBeyond(log: EventLog, from: Position | undefined, end: Position | undefined): Promise<number> {
  if (!end || (from && comparePositions(from, end) >= 0)) return 0;
  let count = 0;
  for await (const event of log.readAll({ from: from ?? 'start' })) {
    if (from && comparePositions(event.position, from) <= 0) continue;
    count += 1;
    if (count >= COUNT_LIMIT) break;
  }
  return count;
}
