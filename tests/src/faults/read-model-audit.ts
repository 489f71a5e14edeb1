import { createHash, randomUUID } from 'node:crypto';
import { readModelQuery, readModelRebuild } from '@jwxt/contracts/system/system.operations.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { assignedQueueKey, queueKey } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { ApiSession } from '../testing/api-session.ts';
import type { LoggedEvent } from './stored-events.ts';

const queueTable = readModelTable(todoQueueModel, 'queue');

/** Work with the database itself, past all services. */
export async function withDatabase<R>(
  env: Readonly<Record<string, string>>,
  work: (db: Pool) => Promise<R>,
): Promise<R> {
  const db = createPool(env.DATABASE_URL ?? '', { name: 'faults', max: 2 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** By the process that was asked, or by the other one. */
const followed = new Set(['实时', '由其他进程负责']);

/** What keeps the read models from being up to date, as the administrator sees it; empty when nothing does. */
export async function whatLags(admin: ApiSession): Promise<string[]> {
  const { list } = await admin.call(readModelQuery, {});
  const late = list.filter(
    (model) =>
      model.status !== 'serving' ||
      model.lagEvents > 0 ||
      !followed.has(model.subscription) ||
      model.lastFailure !== null,
  );
  return list.length === 0
    ? ['no read model']
    : late.map(
        ({ name, statusName, lagEvents, subscription }) =>
          `${name}: ${statusName} ${subscription}, ${lagEvents} events behind`,
      );
}

/** Events that a policy or a read model had to leave aside. */
export async function whatIsParked(db: Pool): Promise<string[]> {
  const { rows } = await db.query<{ who: string; stream: string; reason: string }>(
    `select policy as who, stream, reason from commands.policy_parked union all select name, stream, reason
      from projection.parked`,
  );
  return rows.map(({ who, stream, reason }) => `${who} ${stream}: ${reason}`);
}

/** How many wait in each queue, counted from the applications' events. */
export function recountQueues(events: readonly LoggedEvent[]): Record<string, number> {
  const states = new Map<string, ApplicationState>();
  for (const { stream, event, revision, metadata } of events) {
    if (!stream.startsWith(applicationStreams.prefix)) continue;
    const context = { revision, time: metadata.time, userName: metadata.actor.userName, name: metadata.actor.name };
    states.set(
      stream,
      applicationStreams.evolve(states.get(stream) ?? applicationStreams.initial, event as ApplicationEvent, context),
    );
  }
  const counts: Record<string, number> = {};
  for (const state of states.values()) {
    if (state.phase !== 'inApproval') continue;
    const { node, assignee } = state;
    const key = assignee
      ? assignedQueueKey(node.processNodeId, assignee.userName)
      : queueKey(node.processNodeId, node.roleCode, node.scopeUnit);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** How many wait in each queue, as the read model has it. */
export async function readQueues(db: Pool): Promise<Record<string, number>> {
  const { rows } = await db.query<{ queue_key: string; count: number }>(
    `select queue_key, sum(count)::int as count from ${queueTable} group by 1`,
  );
  return Object.fromEntries(rows.map(({ queue_key: key, count }) => [key, count]));
}

/** Rows and hash of all that a table holds, for every table of a serving read model. */
export async function fingerprints(db: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
      where schemaname in (select schema_name from projection.read_model where status = 'serving') order by 1, 2`,
  );
  const prints: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const { rows } = await db.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${schema}"."${name}" t order by 1`,
    );
    const hash = createHash('sha256');
    for (const { row } of rows) hash.update(row).update('\n');
    prints[`${schema}.${name}`] = `${rows.length} rows ${hash.digest('hex').slice(0, 16)}`;
  }
  return prints;
}

/**
 * Asks, as the administrator, for a rebuild of all read models. Answers a check that tells which of them are not
 * through yet.
 */
export async function rebuildAll(admin: ApiSession, db: Pool): Promise<() => Promise<string[]>> {
  const serving = async (): Promise<Map<string, number>> => {
    const { rows } = await db.query<{ name: string; generation: number }>(
      "select name, generation from projection.read_model where status = 'serving'",
    );
    return new Map(rows.map(({ name, generation }) => [name, generation]));
  };
  const before = await serving();
  await admin.call(readModelRebuild, { commandId: randomUUID(), names: [...before.keys()] });
  return async () => {
    const now = await serving();
    return [...before].filter(([name, generation]) => (now.get(name) ?? 0) <= generation).map(([name]) => name);
  };
}
