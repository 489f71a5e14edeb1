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
  /** Long jobs after they ended, with what became of each of their things; imports, taken back until then. */
  readonly jobs: number;
  /** What the data monitor found, after it was cleaned or right again. */
  readonly monitorResults: number;
  /** What programs are told (change feed). */
  readonly changes: number;
}

/** A table that grows with use, and which of its rows may go. */
interface Rule {
  readonly table: string;
  /** What tells a row `old` from the others. */
  readonly key: string;
  readonly days: keyof RetentionDays;
  /** Condition on a row `old` that is older than `$1`. */
  readonly over: string;
  /** What is history is written to the archive before it goes. */
  readonly isHistory: boolean;
}

/** In this order: a message goes after the last of those whom it was written to, a job after the last of its things. */
const rules: readonly Rule[] = [
  // A policy may meet its event again years later, when it is replayed: what it did to rows is known by its id alone.
  {
    table: 'base.applied_command',
    key: 'old.command_id',
    days: 'commands',
    over: `old.at < $1 and (old.on_stream or old.name not like 'policy:%')`,
    isHistory: false,
  },
  // Two indexes serve them: of sessions that ran out, and of those that somebody ended.
  {
    table: 'gateway.session',
    key: 'old.id_hash',
    days: 'sessions',
    over: 'old.revoked_at is null and old.expires_at < $1',
    isHistory: false,
  },
  {
    table: 'gateway.session',
    key: 'old.id_hash',
    days: 'sessions',
    over: 'old.revoked_at is not null and old.expires_at < $1',
    isHistory: false,
  },
  {
    table: 'gateway.api_call',
    key: 'old.id',
    days: 'sessions',
    over: 'old.at < $1',
    isHistory: false,
  },
  {
    table: 'base.operation_log',
    key: 'old.id',
    days: 'operationLog',
    isHistory: true,
    over: `old.at < $1 and (old.looked is not null or exists (select from base.operation_log later
        where later.resource = old.resource and later.key = old.key and later.id > old.id and later.looked is null))`,
  },
  {
    table: 'base.system_message_audience',
    key: 'old.system_message_audience_id',
    days: 'messages',
    isHistory: true,
    over: `old.system_message_entity_id in (select message.system_message_entity_id
      from base.system_message_entity message
        where message.create_time < $1)`,
  },
  {
    table: 'base.system_message_entity',
    key: 'old.system_message_entity_id',
    days: 'messages',
    isHistory: true,
    over: `old.create_time < $1 and not exists (select from base.system_message_audience audience
        where audience.system_message_entity_id = old.system_message_entity_id)`,
  },
  {
    table: 'base.long_job_item',
    key: `old.job_id || ' ' || old.item_no`,
    days: 'jobs',
    isHistory: true,
    over: 'old.job_id in (select job.job_id from base.long_job job where job.ended_at < $1)',
  },
  {
    table: 'base.long_job',
    key: 'old.job_id::text',
    days: 'jobs',
    isHistory: true,
    over: 'old.ended_at < $1 and not exists (select from base.long_job_item item where item.job_id = old.job_id)',
  },
  // Files that were only looked at, whose rows are staged all the same: with the sessions in which people looked.
  {
    table: 'gateway.import_run',
    key: 'old.run_id::text',
    days: 'sessions',
    over: 'old.job_id is null and old.created_at < $1',
    isHistory: false,
  },
  {
    table: 'base.import_change',
    key: `old.run_id || ' ' || old.row_no`,
    days: 'jobs',
    over: 'old.run_id in (select import_run.run_id from gateway.import_run where import_run.created_at < $1)',
    isHistory: true,
  },
  // Its staged rows go with it.
  {
    table: 'gateway.import_run',
    key: 'old.run_id::text',
    days: 'jobs',
    over: `old.created_at < $1 and not exists
        (select from base.import_change where import_change.run_id = old.run_id)`,
    isHistory: true,
  },
  {
    table: 'base.monitor_result',
    key: 'old.result_id',
    days: 'monitorResults',
    over: `old.handle_status in ('1', '3') and old.handle_time < $1`,
    isHistory: false,
  },
  // A cursor names the last change that was read, so a change stays as long as what comes after it.
  {
    table: 'base.change',
    key: 'old.change_no',
    days: 'changes',
    over: `old.at < $1 and exists (select from base.change later
        where later.change_no > old.change_no and later.at < $1)`,
    isHistory: false,
  },
];

/** Keys that are numbers: compared as such, the index of the key finds them. */
const numbered: ReadonlySet<string> = new Set(['old.id', 'old.result_id', 'old.change_no']);
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
    `select (${key})::text as key, ${isHistory ? 'to_jsonb(old)::text' : 'null'} as line from ${table} old where ${over}
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
    `delete from ${table} old
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
