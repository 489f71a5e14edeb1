import { createHash } from 'node:crypto';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import type { Archive } from './archive.ts';

/** For how many days rows are kept that nobody asks for any more; 0: for ever. */
export interface RetentionDays {
  /** Ids of commands, by which a command that is sent again finds its first answer. */
  readonly commands: number;
  /** Sessions after they ended. */
  readonly sessions: number;
  /** Changes of base data; the last one of each thing stays. */
  readonly operationLog: number;
  /** Messages to people, read or not. */
  readonly messages: number;
  /** Long jobs after they ended, with what became of each of their things. */
  readonly jobs: number;
  /** What the data monitor found, after it was cleaned or right again. */
  readonly monitorResults: number;
}

/** A table that grows with use, and which of its rows may go. */
interface Rule {
  readonly table: string;
  /** What tells a row `t` from the others. */
  readonly key: string;
  readonly days: keyof RetentionDays;
  /** Condition on a row `t` that is older than `$1`. */
  readonly over: string;
  /** What is history is written to the archive before it goes. */
  readonly isHistory: boolean;
}

/** In this order: a message goes after the last of those whom it was written to, a job after the last of its things. */
const rules: readonly Rule[] = [
  // A policy may meet its event again years later, when it is replayed: what it did to rows is known by its id alone.
  {
    table: 'base.applied_command',
    key: 't.command_id',
    days: 'commands',
    over: `t.at < $1 and (t.on_stream or t.name not like 'policy:%')`,
    isHistory: false,
  },
  // Two indexes serve them: of sessions that ran out, and of those that somebody ended.
  {
    table: 'gateway.session',
    key: 't.id_hash',
    days: 'sessions',
    over: 't.revoked_at is null and t.expires_at < $1',
    isHistory: false,
  },
  {
    table: 'gateway.session',
    key: 't.id_hash',
    days: 'sessions',
    over: 't.revoked_at is not null and t.expires_at < $1',
    isHistory: false,
  },
  {
    table: 'base.operation_log',
    key: 't.id',
    days: 'operationLog',
    isHistory: true,
    over: `t.at < $1 and exists (select from base.operation_log later
        where later.resource = t.resource and later.key = t.key and later.id > t.id)`,
  },
  {
    table: 'base.system_message_audience',
    key: 't.system_message_audience_id',
    days: 'messages',
    isHistory: true,
    over: `t.system_message_entity_id in (select e.system_message_entity_id from base.system_message_entity e
        where e.create_time < $1)`,
  },
  {
    table: 'base.system_message_entity',
    key: 't.system_message_entity_id',
    days: 'messages',
    isHistory: true,
    over: `t.create_time < $1 and not exists (select from base.system_message_audience a
        where a.system_message_entity_id = t.system_message_entity_id)`,
  },
  {
    table: 'base.long_job_item',
    key: `t.job_id || ' ' || t.item_no`,
    days: 'jobs',
    isHistory: true,
    over: 't.job_id in (select j.job_id from base.long_job j where j.ended_at < $1)',
  },
  {
    table: 'base.long_job',
    key: 't.job_id::text',
    days: 'jobs',
    isHistory: true,
    over: 't.ended_at < $1 and not exists (select from base.long_job_item i where i.job_id = t.job_id)',
  },
  {
    table: 'base.monitor_result',
    key: 't.result_id',
    days: 'monitorResults',
    over: `t.handle_status in ('1', '3') and t.handle_time < $1`,
    isHistory: false,
  },
];

/** Keys that are numbers: compared as such, the index of the key finds them. */
const numbered: ReadonlySet<string> = new Set(['t.id', 't.result_id']);
/**
 * Rows of one transaction, and transactions of one table in one run: nobody else waits for them, and the rest goes next
 * time.
 */
const ROWS_AT_ONCE = 2_000;
const BATCHES_A_RUN = 50;
const dayMs = 86_400_000;
const everyMs = 3_600_000;

/**
 * Takes away what is over, in bounded batches, and archives before what is history. Answers how many rows went, by
 * table.
 */
export async function removeOldRows(
  pool: Pool,
  archive: Archive,
  days: RetentionDays,
  now: Date,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const rule of rules) {
    if (days[rule.days] === 0) continue;
    const before = new Date(now.getTime() - days[rule.days] * dayMs);
    for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
      const count = await removeSome(pool, archive, rule, before);
      if (count > 0) removed[rule.table] = (removed[rule.table] ?? 0) + count;
      if (count < ROWS_AT_ONCE) break;
    }
  }
  return removed;
}

async function removeSome(
  pool: Pool,
  archive: Archive,
  { table, key, over, isHistory }: Rule,
  before: Date,
): Promise<number> {
  const { rows } = await pool.query<{ key: string; line: string | null }>(
    `select (${key})::text as key, ${isHistory ? 'to_jsonb(t)::text' : 'null'} as line from ${table} t where ${over}
      limit ${ROWS_AT_ONCE}`,
    [before],
  );
  if (rows.length === 0) return 0;
  const keys = rows.map((row) => row.key);
  // Named by what it holds: a run that ends between the two writes the same file again.
  if (isHistory)
    await archive.keep(
      table,
      createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16),
      rows.map((row) => row.line ?? ''),
    );
  const { rowCount } = await pool.query(
    `delete from ${table} t
      where ${key} = any($1::text[]::${numbered.has(key) ? 'bigint' : 'text'}[]) and ${over.replaceAll('$1', '$2')}`,
    [keys, before],
  );
  return rowCount ?? 0;
}

/** Takes away now and every hour; for the process that leads. */
export function startRetention(
  pool: Pool,
  archive: Archive,
  days: RetentionDays,
  logger: Logger,
  now: () => Date = () => new Date(),
): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      const removed = await removeOldRows(pool, archive, days, now());
      if (Object.keys(removed).length > 0) logger.info({ removed }, '已清理过期数据');
    } catch (error) {
      logger.warn({ err: error }, '过期数据未能清理，一小时后再试');
    }
  });
}
