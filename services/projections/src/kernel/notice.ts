import type { z } from 'zod';
import { READ_MODEL_CHANNEL, type readModelNotice } from '@jwxt/contracts/kernel/push.ts';
import { formatPosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { TRACES_PER_BATCH, type NoticeCause } from './batch-watch.ts';

/** What a batch touched, for the notice after its commit. */
export interface Notice {
  queue(queueKey: string): void;
  user(userName: string): void;
  sheet(sheetId: string, revision: number): void;
  /** A training scheme reached a revision. */
  schema(majorSchemaKey: string, revision: number): void;
  readonly queues: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  /** With the revision that each reached. */
  readonly sheets: ReadonlyMap<string, number>;
  readonly schemas: ReadonlyMap<string, number>;
}

/** What one read model has to tell, with what set it off. */
export interface Told {
  readonly model: string;
  readonly notice: Notice;
  readonly cause?: NoticeCause | undefined;
}

/** PostgreSQL takes payloads below 8000 bytes. */
export const NOTICE_LIMIT = 7_900;

export function createNotice(): Notice {
  const [queues, users] = [new Set<string>(), new Set<string>()];
  const [sheets, schemas] = [new Map<string, number>(), new Map<string, number>()];
  return {
    queues,
    users,
    sheets,
    schemas,
    queue: (key) => void queues.add(key),
    user: (userName) => void users.add(userName),
    sheet: (sheetId, revision) => void sheets.set(sheetId, revision),
    schema: (majorSchemaKey, revision) => void schemas.set(majorSchemaKey, revision),
  };
}

/**
 * The payload of `NOTIFY`: what read models that reached a position together have to tell, and which others reached it
 * with nothing to tell. Lists that do not fit are left out, and then everybody refreshes.
 */
export function noticePayload(position: Position, told: readonly Told[], passed: readonly string[] = []): string {
  const changed = told.map(({ model }) => model);
  const causes = told.flatMap(({ cause }) => cause ?? []);
  const storedAt = causes
    .flatMap((cause) => cause.storedAt ?? [])
    .reduce<number | undefined>((least, at) => (least === undefined || at < least ? at : least), undefined);
  const traces = causes.flatMap((cause) => cause.traces ?? []).slice(0, TRACES_PER_BATCH);
  const union = (part: 'queues' | 'users'): string[] => [...new Set(told.flatMap(({ notice }) => [...notice[part]]))];
  const sheets = new Map(told.flatMap(({ notice }) => [...notice.sheets]));
  const schemas = new Map(told.flatMap(({ notice }) => [...notice.schemas]));
  const where: z.output<typeof readModelNotice> = {
    models: [...changed, ...passed],
    position: formatPosition(position),
    changed,
    storedAt,
  };
  const text = JSON.stringify({
    ...where,
    ...(traces.length > 0 ? { traces } : {}),
    queues: union('queues'),
    users: union('users'),
    sheets: [...sheets.keys()],
    sheetRevisions: [...sheets.values()],
    ...(schemas.size > 0 ? { schemas: [...schemas] } : {}),
  });
  return Buffer.byteLength(text) <= NOTICE_LIMIT ? text : JSON.stringify(where);
}

/** The same for a read model with other tables than before: nobody can say what is different. */
export function replacedPayload(model: string, position: Position): string {
  const where: z.output<typeof readModelNotice> = {
    models: [model],
    position: formatPosition(position),
    changed: [model],
  };
  return JSON.stringify(where);
}

/** Tells at once, or with the transaction's commit. */
export async function tell(db: Queryable, payload: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [READ_MODEL_CHANNEL, payload]);
}
