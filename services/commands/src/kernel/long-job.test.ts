import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { openingJob } from '../testing/opening-job.ts';

const wait = { interval: 20 };

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ routes: [], policies: [], followLog: false, jobKinds: [openingJob()] });
});
afterAll(() => t.stop());

interface Job {
  status: string;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  cancel_requested_by: string | null;
  failure: string | null;
  started_at: Date | null;
  ended_at: Date | null;
}
const jobOf = async (jobId: string): Promise<Job> =>
  (await t.app.services.pool.query<Job>('select * from base.long_job where job_id = $1', [jobId])).rows[0]!;
const resultsOf = async (jobId: string) =>
  (
    await t.app.services.pool.query<{ item_key: string; result: string; message: string }>(
      'select item_key, result, message from base.long_job_item where job_id = $1 order by item_no',
      [jobId],
    )
  ).rows;
const start = (keys: readonly string[], more: object = {}, envelope: object = {}) =>
  t.accept<{ jobId: string; total: number }>(
    'longJob.start',
    {
      kind: 'opening',
      title: '建立申请',
      payload: { round: 1 },
      items: keys.map((itemKey) => ({ itemKey, itemName: `第${itemKey}项` })),
      ...more,
    },
    envelope,
  );
const keys = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const ended = async (jobId: string, status: string): Promise<void> => {
  await expect.poll(async () => (await jobOf(jobId)).status, wait).toBe(status);
};

test('a job waits in its queue until somebody works it off, item by item, each with its result', async () => {
  const [one, two] = keys(2) as [string, string];
  const { jobId, total } = await start([one, 'bad-1', 'same-1', two]);
  expect(total).toBe(4);
  expect(await jobOf(jobId)).toMatchObject({ status: '0', total: 4, done: 0, started_at: null });
  const worker = t.another({ followLog: true });
  try {
    await ended(jobId, '3');
    expect(await jobOf(jobId)).toMatchObject({
      done: 4,
      failed: 1,
      skipped: 1,
      failure: null,
      ended_at: expect.any(Date) as Date,
    });
    expect(await resultsOf(jobId)).toEqual([
      { item_key: one, result: '1', message: '已建立' },
      { item_key: 'bad-1', result: '3', message: '基础数据“bad-1”不存在' },
      { item_key: 'same-1', result: '2', message: '已存在' },
      { item_key: two, result: '1', message: '已建立' },
    ]);
    const [event] = await t.stream(applicationStream(one));
    expect(event?.metadata).toMatchObject({ actor: { userName: 'admin' } });
    await ended((await start(keys(1))).jobId, '2');
    await ended((await start(['bad-2'])).jobId, '4');
    await ended((await start([])).jobId, '2');
  } finally {
    await worker.close();
  }
});

test('the same command starts one job; an unknown kind and a wrong payload none', async () => {
  const commandId = randomUUID();
  const [item] = keys(1) as [string];
  const first = await start([item], {}, { commandId });
  expect(await start([item], {}, { commandId })).toEqual(first);
  expect(await t.send('longJob.start', { kind: 'nothing', title: 'x', payload: {}, items: [] })).toMatchObject({
    status: 'refused',
    code: 'COMMAND_UNKNOWN',
  });
  expect(
    await t.send('longJob.start', { kind: 'opening', title: 'x', payload: { round: 'one' }, items: [] }),
  ).toMatchObject({ status: 'refused', code: 'INVALID_INPUT', fieldErrors: [{ field: 'round' }] });
  await t.accept('longJob.cancel', { jobId: first.jobId });
});

/** Another service goes on with a job of twelve, and repeats nothing. */
async function theNextOneEnds(jobId: string, items: readonly string[]): Promise<void> {
  const next = t.another({ followLog: true });
  try {
    await expect.poll(async () => (await jobOf(jobId)).ended_at, wait).not.toBeNull();
  } finally {
    await next.close();
  }
  expect((await resultsOf(jobId)).map(({ result, message }) => `${result} ${message}`)).toEqual(
    items.map(() => '1 已建立'),
  );
  expect(await jobOf(jobId)).toMatchObject({ status: '2', done: 12, failed: 0, skipped: 0 });
  for (const item of items) expect(await t.stream(applicationStream(item))).toHaveLength(1);
}

test('a commands service killed in the middle of a job: the next one goes on, and repeats nothing', async () => {
  const items = keys(12);
  const { jobId } = await start(items);
  const script = fileURLToPath(new URL('../testing/dies-in-a-job.ts', import.meta.url));
  const dying = spawn(process.execPath, [script, items[5]!], {
    env: { ...process.env, DATABASE_URL: t.database.url, EVENTSTORE_URL: t.events.url },
    stdio: 'ignore',
  });
  const [, signal] = (await once(dying, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  const left = await jobOf(jobId);
  expect(left.status).toBe('1');
  expect(left.done).toBeLessThan(12);
  expect(await t.stream(applicationStream(items[5]!))).toHaveLength(1);
  await theNextOneEnds(jobId, items);
});

test('a job that is asked to stop leaves the rest undone, and the next of its kind begins', async () => {
  const held = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<undefined>();
  const items = keys(40);
  const { jobId } = await start(items);
  const later = await start(keys(1));
  const worker = t.another({
    followLog: true,
    jobKinds: [
      openingJob(async (itemKey) => {
        if (itemKey !== items[3]) return;
        reached.resolve(undefined);
        await held.promise;
      }),
    ],
  });
  try {
    await reached.promise;
    expect(await jobOf(later.jobId)).toMatchObject({ status: '0' });
    expect(await t.accept('longJob.cancel', { jobId })).toMatchObject({ jobId, status: '1' });
    held.resolve(undefined);
    await ended(jobId, '5');
    await ended(later.jobId, '2');
  } finally {
    await worker.close();
  }
  const results = await resultsOf(jobId);
  expect(results[0]).toMatchObject({ result: '1' });
  expect(results.at(-1)).toMatchObject({ result: '4' });
  expect(await jobOf(jobId)).toMatchObject({ cancel_requested_by: '姓名admin' });
  expect(await t.send('longJob.cancel', { jobId: randomUUID() })).toMatchObject({
    status: 'refused',
    code: 'NOT_FOUND',
  });
});

test('what a job does bears the time at which it was asked for, however late it is done', async () => {
  const [item] = keys(1) as [string];
  const { jobId } = await start([item]);
  const {
    rows: [job],
  } = await t.app.services.pool.query<{ created_at: Date }>(
    `update base.long_job set created_at = created_at - interval '3 hours' where job_id = $1 returning created_at`,
    [jobId],
  );
  const worker = t.another({ followLog: true });
  try {
    await ended(jobId, '2');
  } finally {
    await worker.close();
  }
  const [event] = await t.stream(applicationStream(item));
  expect(event?.metadata.time).toBe(job?.created_at.toISOString());
});

test('a commands service stopped during a job ends with what it has in hand; the next one does the rest', async () => {
  const items = keys(12);
  const { jobId } = await start(items);
  const [reached, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const stopped = t.another({
    followLog: true,
    jobKinds: [
      openingJob(async (itemKey) => {
        if (itemKey !== items[2]) return;
        reached.resolve(undefined);
        await goOn.promise;
      }),
    ],
  });
  await reached.promise;
  const closed = stopped.close();
  goOn.resolve(undefined);
  await closed;
  const left = await jobOf(jobId);
  expect(left).toMatchObject({ status: '1', ended_at: null });
  expect(left.done).toBeLessThan(12);
  // What it had begun has its result: nothing is left half done.
  for (const [index, { result }] of (await resultsOf(jobId)).entries())
    expect(await t.stream(applicationStream(items[index]!)), String(index)).toHaveLength(result === '1' ? 1 : 0);
  await theNextOneEnds(jobId, items);
});
