import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import {
  createTestDatabase,
  createTestTemplate,
  startTestEventStore,
  type TestDatabase,
} from '@jwxt/infra/testing/engines.ts';
import { insertProcesses, insertReferenceRows } from './reference-rows.ts';
import { runService } from './run-service.ts';
import { schoolRows } from './school.data.ts';

let template: Promise<string> | undefined;

/**
 * A database of one school: its base data, and all read models, empty and serving. It is a copy of one made by the
 * first school of this process, because to create every read model anew took half of a school's start.
 */
export async function createSchoolDatabase(): Promise<TestDatabase> {
  return await createTestDatabase(await (template ??= createTestTemplate(fill)));
}

async function fill(databaseUrl: string): Promise<void> {
  const events = await startTestEventStore();
  const pool = createPool(databaseUrl, { name: 'school template', max: 2 });
  try {
    for (const [resource, rows] of schoolRows) await insertReferenceRows(pool, resource, rows);
    await insertProcesses(pool, processDefinitions);
    const projections = await runService('projections', {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '4',
      EVENTSTORE_URL: events.url,
      PROJECTIONS_SECRET: randomBytes(24).toString('hex'),
    });
    while (!(await allServing(pool))) await pause(20);
    await projections.close();
    // Each school has a log of its own, and its read models have read nothing of it.
    await pool.query('update projection.read_model set commit_position = default, prepare_position = default');
    // The look of the night has been: a third of all that a school asked the database was it, once for every test file.
    await lookAtData(pool);
  } finally {
    await pool.end();
    await events.stop();
  }
}

/** The data monitor of the commands service, by its path. */
async function lookAtData(pool: Pool): Promise<void> {
  const monitor = (await import(resolve(projectRoot, 'services/commands/src/data-monitor/check-points.ts'))) as {
    lookAtData(pool: Pool, at: string): Promise<unknown>;
  };
  await monitor.lookAtData(pool, new Date().toISOString());
}

async function allServing(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ serving: boolean }>(
    `select bool_and(status = 'serving') as serving from projection.read_model`,
  );
  return rows[0]?.serving === true;
}
