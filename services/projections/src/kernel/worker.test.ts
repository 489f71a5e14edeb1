import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChild, type Child } from '@jwxt/infra/engines/child.ts';
import { startTestEventNode, type TestEventNode } from '@jwxt/infra/testing/engines.ts';
import { allProjections } from '../all-areas.ts';
import { buildApp } from '../app.ts';
import { requestSigner } from '@jwxt/infra/runtime/request-signature.ts';
import { createHealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { createMetrics } from '@jwxt/infra/runtime/metrics.ts';
import { writeManyEntries } from '../testing/entry-count.ts';
import { byContent, createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { application } from '../testing/sample-applications.ts';
import { sheet } from '../testing/sample-events.ts';
import { observeModels } from './model-metrics.ts';
import { registerReadiness } from './readiness.ts';
import { createStatusReader } from './status.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const streamTable = readModelTable(scoreLedgerModel, 'stream');

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const token = 't'.repeat(40);
/** Limit of tests that start workers again and again. */
const SLOW_MACHINE = 180_000;
let store: TestEventNode | undefined;
let bench: Bench;
const children: Child[] = [];

beforeEach(async () => {
  store ??= await startTestEventNode();
  bench = await createBench(store);
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()));
  await bench.close();
  await store?.stop();
  store = undefined;
});
afterAll(() => store?.stop());

async function startProcess(): Promise<Child> {
  const child = await startChild({
    script: main,
    env: {
      ...process.env,
      DATABASE_URL: bench.database.url,
      EVENTSTORE_URL: store!.url,
      INTERNAL_TOKEN: token,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    dieWithParent: true,
  });
  children.push(child);
  return child;
}
const serving = async () =>
  (await bench.pool.query("select count(*) as n from projection.read_model where status = 'serving'")).rows[0] as {
    n: number;
  };
const writers = async () =>
  (
    await bench.pool.query(
      "select distinct worker from projection.read_model where status = 'serving' and worker is not null",
    )
  ).rows.map((row) => row.worker as string);

describe('workers', () => {
  it('serve a fresh system at once, share what there is to lead, and take over what a killed one led', async () => {
    const first = await startProcess();
    await expect.poll(serving, PATIENCE).toEqual({ n: allProjections.length });
    const second = await bench.startWorker(allProjections, 'second');
    await expect.poll(() => second.phases().size, PATIENCE).toBe(Math.floor(allProjections.length / 2));
    await expect.poll(() => [...second.phases().values()].every((phase) => phase === 'live'), PATIENCE).toBe(true);
    const one = await bench.writer.write(sheet('A').initialised(1), application.submitted('A1', 2));
    for (const { name } of allProjections) await bench.reached(name, one);
    const writtenBy = new Map(
      (await bench.pool.query("select name, worker from projection.read_model where status = 'serving'")).rows.map(
        (row) => [row.name as string, row.worker as string],
      ),
    );
    for (const { name } of allProjections)
      expect(writtenBy.get(name)).toEqual(
        second.phases().has(name) ? 'second' : expect.stringContaining(`:${first.pid}`),
      );

    await first.kill();
    const two = await bench.writer.write(application.deanPassed('A1', 3));
    for (const { name } of allProjections) await bench.reached(name, two);
    expect(await writers()).toEqual(['second']);
    expect(await bench.rows('todo-queue', 'queue')).toMatchObject([{ queue_key: '2|05|*', count: 1 }]);
  });

  it(
    'take over from one that hangs without a word, and share with it again when it wakes up',
    async () => {
      const first = await startProcess();
      await expect.poll(serving, PATIENCE).toEqual({ n: allProjections.length });
      process.kill(first.pid, 'SIGSTOP');
      const second = await bench.startWorker(allProjections, 'second');
      // PostgreSQL ends the silent session after ten seconds, and gives its locks free.
      await expect.poll(() => second.phases().size, { ...PATIENCE, timeout: 40_000 }).toBe(allProjections.length);
      const end = await bench.writer.write(
        application.submitted('A1', 2),
        sheet('A').initialised(1),
        sheet('A').entered(2, 1, 'ps', null, 700, null),
      );
      for (const { name } of allProjections) await bench.reached(name, end);
      process.kill(first.pid, 'SIGCONT');
      await expect
        .poll(() => second.phases().size, { ...PATIENCE, timeout: 40_000 })
        .toBe(Math.ceil(allProjections.length / 2));
      const later = await bench.writer.write(
        application.submitted('A2', 2),
        sheet('A').entered(2, 2, 'ps', null, 700, null),
      );
      for (const { name } of allProjections) await bench.reached(name, later);
      expect(await bench.rows('todo-queue', 'queue')).toMatchObject([{ queue_key: '1|04|D01', count: 2 }]);
      expect(await bench.rows('score-ledger', 'stream', ['first_at', 'last_at'])).toHaveLength(2);
    },
    SLOW_MACHINE,
  );

  it(
    'go on with a build that was killed in the middle, from its checkpoint',
    async () => {
      const end = await writeManyEntries(bench.log, 60, 150);
      const first = await startProcess();
      const progress = async () =>
        (
          await bench.pool.query(
            "select events_handled as handled, generation from projection.read_model where name = 'score-sheet'",
          )
        ).rows[0] as { handled: number; generation: number } | undefined;
      await expect.poll(async () => (await progress())?.handled ?? 0, { ...PATIENCE, interval: 2 }).toBeGreaterThan(0);
      await first.kill();
      await bench.startWorker(allProjections, 'second');
      for (const { name } of allProjections) await bench.reached(name, end);
      // Counted in the same transactions as the rows: every event exactly once, over both lives.
      expect(await progress()).toEqual({ handled: 60 * 151, generation: 1 });
      expect(await bench.rows('score-ledger', 'stream')).toHaveLength(60 * 30);
      const counts = await bench.pool.query(`select sum(event_count)::int as n from ${streamTable}`);
      expect(counts.rows).toEqual([{ n: 60 * 150 }]);
    },
    SLOW_MACHINE,
  );

  it(
    'leave a rebuild that is complete and equal to what served before, in whichever phase they are killed',
    async () => {
      const [some, last] = [
        await writeManyEntries(bench.log, 24, 100),
        await bench.writer.write(application.submitted('A1', 2), application.deanPassed('A1', 3)),
      ];
      expect(some.commit).toBeLessThan(last.commit);
      let worker = await bench.startWorker(allProjections, 'victim');
      for (const { name } of allProjections) await bench.reached(name, last);
      const live = await bench.dump(allProjections);
      const looks = {
        'its tables are made': "select 1 from projection.read_model where status = 'building'",
        'half of the log is handled':
          "select 1 from projection.read_model where status = 'building' and events_handled > 1000",
        'all of the log is handled': `select 1 from projection.read_model
          where status = 'building' and commit_position = ${last.commit}`,
        'one is swapped in and the old tables stand aside': "select 1 from pg_namespace where nspname ~ '^rm_.*__old'",
      };
      for (const [phase, look] of Object.entries(looks)) {
        const {
          rows: [before],
        } = await bench.pool.query<{ n: number }>(
          "select sum(generation)::int as n from projection.read_model where status = 'serving'",
        );
        await bench.pool.query(
          `insert into projection.request (name, kind, requested_by, requested_at)
            select unnest($1::text[]), 'rebuild', $2, now()`,
          [allProjections.map(({ name }) => name), phase],
        );
        await bench.pool.query("select pg_notify('read_model_request', '')");
        // A phase may be over before it is seen: then all are swapped in already.
        await expect
          .poll(
            async () =>
              (
                await bench.pool.query(
                  `${look} union all select 1 from projection.read_model where status = 'serving'
                    having sum(generation) > ${before!.n} + ${allProjections.length - 1}`,
                )
              ).rowCount,
            { ...PATIENCE, interval: 1 },
          )
          .toBeGreaterThan(0);
        // Its sessions are cut, as when the process is killed.
        const closed = worker.close();
        await bench.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name in ('victim', 'projection leader')`,
        );
        await closed;
        worker = await bench.startWorker(allProjections, 'victim');
        await expect
          .poll(
            async () =>
              (
                await bench.pool.query(
                  `select 1 from projection.request where taken_at is null union all select 1 from projection.read_model
                    where status = 'building' union all select 1 from pg_namespace where nspname ~ '^rm_.*__'`,
                )
              ).rowCount,
            PATIENCE,
          )
          .toBe(0);
        expect(await bench.dump(allProjections), phase).toEqual(live);
      }
      const { rows } = await bench.pool.query(
        "select name from projection.read_model where status not in ('serving', 'retired')",
      );
      expect(rows).toEqual([]);
    },
    SLOW_MACHINE,
  );

  it('come back by themselves after the event store was killed and started again', async () => {
    const worker = await bench.startWorker(allProjections);
    await bench.reached('todo-queue', await bench.writer.write(application.submitted('A1', 2)));
    await expect.poll(() => worker.subscription?.status, PATIENCE).toBe('live');
    await store!.kill();
    await expect.poll(() => worker.subscription?.status, PATIENCE).toBe('retrying');
    await store!.restart();
    const end = await bench.writer.write(application.deanPassed('A1', 3), application.submitted('A2', 4));
    for (const { name } of allProjections) await bench.reached(name, end);
    expect((await bench.rows('todo-queue', 'item')).map((row) => row.apply_id).toSorted(byContent)).toEqual([
      'A1',
      'A2',
    ]);
  });

  it('stop without waiting for an event store that is away', async () => {
    const worker = await bench.startWorker(allProjections);
    await bench.reached('todo-queue', await bench.writer.write(application.submitted('A1', 2)));
    await store!.kill();
    const status = createStatusReader({ projections: allProjections, pool: bench.pool, log: bench.log, worker });
    expect(await status.read()).toMatchObject({ storeReachable: false, storePosition: null });
    await worker.close();
    await store!.restart();
  });

  it('come back by themselves after their connections to the database were cut', async () => {
    await bench.startWorker(allProjections, 'cut');
    await bench.reached('todo-queue', await bench.writer.write(application.submitted('A1', 2)));
    await bench.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const end = await bench.writer.write(application.submitted('A2', 4));
    for (const { name } of allProjections) await bench.reached(name, end);
    expect(await bench.rows('todo-queue', 'queue')).toMatchObject([{ queue_key: '1|04|D01', count: 2 }]);
  });
});

describe('GET /status and health', () => {
  it('tells position and lag of each read model to gateways and the operator', async () => {
    const worker = await bench.startWorker(allProjections, 'told');
    const end = await bench.writer.write(application.submitted('A1', 2), sheet('A').initialised(3));
    const status = createStatusReader({ projections: allProjections, pool: bench.pool, log: bench.log, worker });
    const health = createHealthRegistry('projections');
    registerReadiness(health, status, 30);
    const metrics = createMetrics();
    observeModels(metrics, status, worker);
    const app = buildApp({ secrets: [token], metricsToken: 'operator', health, metrics, status });
    const sign = requestSigner('gateway', token);
    expect((await app.inject('/status')).statusCode).toBe(401);
    expect((await app.inject({ url: '/status', headers: { authorization: 'Bearer operator' } })).statusCode).toBe(200);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    for (const { name } of allProjections) await bench.reached(name, end);
    await expect.poll(() => [...worker.phases().values()], PATIENCE).toEqual(allProjections.map(() => 'live'));
    await expect.poll(() => worker.subscription?.status, PATIENCE).toBe('live');

    const answer = (
      await app.inject({
        url: '/status',
        headers: { authorization: sign({ method: 'GET', path: '/status', body: '' }) },
      })
    ).json();
    expect(answer).toMatchObject({
      worker: 'told',
      subscription: { status: 'live', failures: 0 },
      storePosition: `${end.commit}/${end.prepare}`,
      storeEvents: 2,
      storeReachable: true,
    });
    expect(answer.models).toHaveLength(allProjections.length);
    for (const model of answer.models) {
      expect(model).toMatchObject({
        status: 'serving',
        position: `${end.commit}/${end.prepare}`,
        lagEvents: 0,
        lagSeconds: 0,
        parked: 0,
        leading: true,
        subscription: 'live',
        failure: null,
      });
    }
    expect((await app.inject('/health/ready')).json()).toEqual({ service: 'projections', ready: true });
    const ready = await app.inject({
      url: '/health/ready',
      headers: { authorization: sign({ method: 'GET', path: '/health/ready', body: '' }) },
    });
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({ ready: true, checks: { readModels: { status: 'up' } } });
    const scraped = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer operator' } });
    expect(scraped.body).toContain('jwxt_read_model_lag_seconds{model="todo-queue"} 0\n');
    expect(scraped.body).toContain('jwxt_subscription_state{subscription="projections",state="live"} 1\n');
    for (const authorization of ['', 'Bearer other'])
      expect((await app.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(401);
    await app.close();
  });

  it('is not ready before the tables are there, and counts what is not handled yet', async () => {
    const end = await bench.writer.write(application.submitted('A1', 2), application.deanPassed('A1', 3));
    const nobody = {
      name: 'nobody',
      phases: () => new Map(),
      passed: () => new Map(),
      subscription: undefined,
      close: () => Promise.resolve(),
    };
    const status = createStatusReader({
      projections: allProjections,
      pool: bench.pool,
      log: bench.log,
      worker: nobody,
    });
    const health = createHealthRegistry('projections');
    registerReadiness(health, status, 30);
    expect((await health.report()).ready).toBe(false);
    const { models, storeEvents, storePosition } = await status.read();
    expect({ storeEvents, storePosition }).toEqual({ storeEvents: 2, storePosition: `${end.commit}/${end.prepare}` });
    expect(models[0]).toMatchObject({ status: 'missing', position: 'start', lagEvents: 2, subscription: 'standby' });
  });

  it('is not ready and says why when a read model lags longer than the limit or stopped, but has started', async () => {
    const worker = await bench.startWorker(allProjections);
    await bench.reached('todo-queue', await bench.writer.write(application.submitted('A1', 2)));
    const later = {
      read: async () => {
        const now = await createStatusReader({
          projections: allProjections,
          pool: bench.pool,
          log: bench.log,
          worker,
        }).read();
        return { ...now, models: now.models.map((model) => ({ ...model, ...behind[model.name] })) };
      },
    };
    let behind: Record<string, object> = {};
    const health = createHealthRegistry('projections');
    registerReadiness(health, later, 30);
    await expect.poll(async () => (await health.report()).ready, PATIENCE).toBe(true);
    behind = { 'todo-queue': { lagSeconds: 31 } };
    expect(await health.report()).toMatchObject({
      ready: false,
      checks: { lag: { status: 'down', detail: [expect.stringMatching(/已落后 31 秒，超过上限 30 秒$/)] } },
    });
    behind = { 'todo-queue': { status: 'failed', failure: '遇到无法识别的事件' } };
    expect(await health.report()).toMatchObject({
      ready: false,
      checks: { lag: { detail: [expect.stringContaining('已停止：遇到无法识别的事件')] } },
    });
    expect((await health.startup()).ready).toBe(true);
  });
});
