import { afterAll, beforeAll, expect, it } from 'vitest';
import { startScriptedServer, type ScriptedServer } from '@jwxt/eventstore/testing/scripted-server.ts';
import { createHealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { comparePositions, parsePosition } from '@jwxt/infra/runtime/log-position.ts';
import { approvalLog } from '../approval/approval-log.projection.ts';
import { entryCount } from '../testing/entry-count.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { application } from '../testing/sample-applications.ts';
import { sheet } from '../testing/sample-events.ts';
import { registerReadiness } from './readiness.ts';
import { createStatusReader } from './status.ts';
import type { Worker } from './worker.ts';

/* A store that names positions where its log has nothing: EventStoreDB 24.10.0 to 24.10.4, by its first checkpoint. */

const nowhere = 2n ** 64n - 1n;
const models = [entryCount(), approvalLog];
let server: ScriptedServer;
let bench: Bench;
let worker: Worker;
beforeAll(async () => {
  server = await startScriptedServer({ version: '24.10.2', firstCheckpoint: { commit: nowhere, prepare: nowhere } });
  bench = await createBench({ url: server.url, stop: () => server.close() });
  worker = await bench.startWorker(models);
});
afterAll(async () => {
  await bench.close();
  await server.close();
});

const statusOf = async () =>
  (await createStatusReader({ projections: models, pool: bench.pool, log: bench.log, worker }).read()).models.map(
    ({ name, status, failure, position }) => ({ name, status, failure, position }),
  );
const move = (commit: bigint) =>
  bench.pool.query('update projection.read_model set commit_position = $1, prepare_position = $1', [String(commit)]);

it('read models that it misleads at start show all that happens, and stand where the log has something', async () => {
  await expect.poll(() => [...worker.phases().values()], PATIENCE).toEqual(['live', 'live']);
  const end = await bench.writer.write(
    sheet('X').initialised(1),
    sheet('X').entered(2, 1, 'ps', null, 700, null),
    application.submitted('A1', 5),
  );
  await bench.allReached(models, end);
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 1 }]);
  expect(await bench.rows('approval-log', 'record')).toHaveLength(1);
  for (const { position } of await statusOf())
    expect(comparePositions(parsePosition(position)!, end)).toBeLessThanOrEqual(0);
});

it('one that stands beyond the log is shown as broken, not as live', async () => {
  await move(90_000_000_000n);
  expect(await statusOf()).toMatchObject(
    models.map(() => ({ status: 'failed', failure: expect.stringContaining('超出了事件库的末尾') as string })),
  );
  const health = createHealthRegistry('test');
  registerReadiness(health, createStatusReader({ projections: models, pool: bench.pool, log: bench.log, worker }), 60);
  expect(await health.report()).toMatchObject({ ready: false });
});

it('such a stored position is healed when a worker starts: the read model is rebuilt, with all it missed', async () => {
  await worker.close();
  await move(nowhere);
  const end = await bench.writer.write(sheet('X').entered(6, 2, 'ps', null, 800, null));
  worker = await bench.startWorker(models, 'healing');
  await bench.allReached(models, end);
  await expect.poll(() => [...worker.phases().values()], PATIENCE).toEqual(['live', 'live']);
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 2 }]);
  expect(await statusOf()).toMatchObject(models.map(() => ({ status: 'serving', failure: null })));
  // And follows what comes.
  await bench.allReached(models, await bench.writer.write(sheet('X').entered(7, 3, 'ps', null, 900, null)));
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 3 }]);
});
