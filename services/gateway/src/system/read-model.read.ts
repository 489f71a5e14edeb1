import { z } from 'zod';
import type { readModelView } from '@jwxt/contracts/system/system.operations.ts';
import { readModelTitle } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { InternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

export type ReadModelView = z.output<typeof readModelView>;

/** What the projection worker says of itself (`GET /status`). */
const workerStatus = z.object({
  storePosition: z.string().nullable(),
  storeEvents: z.number().int(),
  models: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      version: z.number().int(),
      lagEvents: z.number().int(),
      lagSeconds: z.number(),
      subscription: z.string(),
      leading: z.boolean(),
    }),
  ),
});
export type WorkerStatus = z.output<typeof workerStatus>;

interface GenerationRow {
  name: string;
  version: number;
  status: 'serving' | 'building' | 'failed';
  schema_name: string;
  commit_position: string;
  prepare_position: string;
  events_handled: number;
  events_total: number | null;
  started_at: Date;
  last_event_at: Date | null;
  speed: string | null;
  requested_by: string | null;
  worker: string | null;
  failure: string | null;
  parked: number;
  size_bytes: number;
  row_count: number;
  is_serving: boolean;
}

const statusNames = { serving: '服务中', building: '重建中', parked: '有搁置事件', stopped: '已停止' } as const;
/** How a read model is followed, as an administrator reads it. */
const subscriptionNames: Record<string, string> = {
  live: '实时',
  'catching-up': '追赶中',
  retrying: '重试中',
  idle: '空闲',
  stopped: '已停止',
  standby: '由其他进程负责',
};
const noAnswer = '投影服务无响应';

/** The worker's own word; null while it does not answer. */
export async function askWorker(projections: InternalClient): Promise<WorkerStatus | null> {
  try {
    const { body } = await projections.call('/status', { timeoutMs: 3_000 });
    return workerStatus.safeParse(body).data ?? null;
  } catch {
    return null;
  }
}

/** Every read model that the database or the worker knows, by name: what serves, what is being built, what is wrong. */
export async function readReadModels(db: Queryable, worker: WorkerStatus | null, now: Date): Promise<ReadModelView[]> {
  const { rows } = await db.query<GenerationRow>(
    `select model.name, model.version, model.status, model.schema_name, model.commit_position::text,
      model.prepare_position::text,
        model.events_handled, model.events_total, model.started_at,
            model.last_event_at, model.speed, model.requested_by, model.worker, model.failure,
              model.schema_name not like '%\\_\\_g%' as is_serving,
            (select count(*) from projection.parked where parked.name = model.name
              and parked.generation = model.generation)::int as
              parked,
            coalesce((select sum(pg_total_relation_size(relation.oid)) from pg_class relation
              join pg_namespace namespace on namespace.oid = relation.relnamespace
                       where namespace.nspname = model.schema_name
                         and relation.relkind = 'r'), 0)::bigint as size_bytes,
            coalesce((select sum(pg_stat_get_live_tuples(relation.oid)) from pg_class relation
              join pg_namespace namespace on namespace.oid = relation.relnamespace
                       where namespace.nspname = model.schema_name and relation.relkind = 'r'), 0)::bigint as row_count
       from projection.read_model model
       where model.status in ('serving', 'building')
         or (model.status = 'failed'
         and model.generation = (select max(other_model.generation) from projection.read_model other_model
           where other_model.name = model.name))
      order by model.name, model.generation`,
  );
  const names = new Set([...rows.map(({ name }) => name), ...(worker?.models ?? []).map(({ name }) => name)]);
  return [...names].sort().map((name) =>
    viewOf(
      name,
      rows.filter((row) => row.name === name),
      worker,
      now,
    ),
  );
}

function viewOf(name: string, rows: readonly GenerationRow[], worker: WorkerStatus | null, now: Date): ReadModelView {
  const current = rows.find((row) => row.status === 'serving') ?? rows.find((row) => row.is_serving);
  const building = rows.find((row) => row.status === 'building');
  const told = worker?.models.find((model) => model.name === name);
  const failed = rows.find((row) => row.status === 'failed');
  const status = building
    ? 'building'
    : current?.status !== 'serving'
      ? 'stopped'
      : current.parked > 0
        ? 'parked'
        : 'serving';
  return {
    name,
    title: told?.title ?? readModelTitle(name),
    version: current?.version ?? told?.version ?? 0,
    nextVersion: nextVersion(current, building, told?.version),
    status,
    statusName: statusNames[status],
    position: current ? `${current.commit_position}/${current.prepare_position}` : '',
    lagEvents: told?.lagEvents ?? 0,
    lagSeconds: told?.lagSeconds ?? 0,
    sizeBytes: current?.size_bytes ?? 0,
    rowCount: current?.row_count ?? 0,
    parkedCount: current?.parked ?? 0,
    lastEventAt: current?.last_event_at ? toDateTimeText(current.last_event_at) : null,
    worker: current?.worker ?? null,
    subscription: told ? (subscriptionNames[told.subscription] ?? told.subscription) : noAnswer,
    rebuild: building ? rebuildOf(building, now) : null,
    lastFailure: failed?.failure ?? null,
  };
}

function nextVersion(
  current: GenerationRow | undefined,
  building: GenerationRow | undefined,
  declared: number | undefined,
): number | null {
  const next = building?.version ?? declared;
  return next !== undefined && next !== current?.version ? next : null;
}

/**
 * Progress of a build: events done and left (none known before the first are handled), speed, and the time that the
 * rest takes at that speed.
 */
function rebuildOf(row: GenerationRow, now: Date): NonNullable<ReadModelView['rebuild']> {
  const done = row.events_handled;
  const total = Math.max(row.events_total ?? done, done);
  const speed = Number(row.speed ?? 0);
  return {
    done,
    total,
    percent: row.events_total === null ? 0 : total === 0 ? 100 : Math.floor((done / total) * 1000) / 10,
    speed,
    secondsLeft: speed > 0 ? Math.ceil((total - done) / speed) : null,
    elapsedSeconds: Math.max(0, Math.round((now.getTime() - row.started_at.getTime()) / 1000)),
    requestedBy: row.requested_by ?? '',
    startedAt: toDateTimeText(row.started_at),
  };
}
