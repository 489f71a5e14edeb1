import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/engines.ts';
import { leadWork } from './leadership.ts';
import { createLogger } from './logger.ts';

const wait = { interval: 50 };
const logger = createLogger('test', { level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a process that hangs loses the lead to another, and when it wakes it ends its work', async () => {
  const lock = 'test.hangs';
  const hung = spawn(
    process.execPath,
    [fileURLToPath(new URL('../testing/leads-until-frozen.ts', import.meta.url)), database.url, lock],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  createInterface({ input: hung.stdout }).on('line', (line) => said.push(line));
  await expect.poll(() => said, wait).toEqual(['leads']);
  const successor = leadWork({
    databaseUrl: database.url,
    name: 'successor',
    work: { [lock]: () => Promise.resolve({ close: () => Promise.resolve() }) },
    logger,
  });
  try {
    expect(successor.leading(lock)).toBe(false);
    hung.kill('SIGSTOP');
    await expect.poll(() => successor.leading(lock), wait).toBe(true);
    hung.kill('SIGCONT');
    await expect.poll(() => said, wait).toEqual(['leads', 'lost']);
  } finally {
    hung.kill('SIGKILL');
    await Promise.all([once(hung, 'exit'), successor.close()]);
  }
});

test('work that cannot be started is started again, and the lock is kept until the work has ended', async () => {
  const lock = 'test.ends';
  const events: string[] = [];
  let ended: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let failures = 1;
  const first = leadWork({
    databaseUrl: database.url,
    name: 'first',
    work: {
      [lock]() {
        if ((failures -= 1) >= 0) return Promise.reject(new Error('not yet'));
        events.push('first starts');
        return Promise.resolve({ close: () => slow.then(() => void events.push('first ends')) });
      },
      'test.beside': () => Promise.resolve({ close: () => Promise.resolve() }),
    },
    logger,
  });
  await expect.poll(() => first.leading('test.beside'), wait).toBe(true);
  await expect.poll(() => events, wait).toEqual(['first starts']);
  let starts = 0;
  const second = leadWork({
    databaseUrl: database.url,
    name: 'second',
    work: {
      [lock]() {
        events.push('second starts');
        starts += 1;
        return Promise.resolve({ close: () => Promise.resolve() });
      },
    },
    logger,
  });
  const closing = first.close();
  ended();
  await closing;
  await expect.poll(() => starts, wait).toBe(1);
  await second.close();
  expect(events).toEqual(['first starts', 'first ends', 'second starts']);
});
