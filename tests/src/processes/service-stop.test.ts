import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import {
  createTestDatabase,
  startTestEventStore,
  type TestDatabase,
  type TestEventStore,
} from '@jwxt/infra/testing/engines.ts';
import { afterAll, beforeAll, describe, expect, it, type OnTestFinishedHandler } from 'vitest';
import { openTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';

const services = ['commands', 'projections', 'gateway'] as const;
const token = randomBytes(16).toString('hex');
let database: TestDatabase;
let events: TestEventStore;

beforeAll(async () => {
  [database, events] = await Promise.all([createTestDatabase(), startTestEventStore()]);
});
afterAll(async () => {
  await events.stop();
  await database.drop();
});

/** A service as a process, with its engines behind proxies. */
interface Started {
  readonly proxies: readonly [database: TcpProxy, events: TcpProxy];
  answers(path: string): Promise<boolean>;
  /** Nobody reads what it says any more. */
  closeLog(): void;
  /** SIGTERM, and how it ended; it is waited for as long as the test may take. */
  asked(): Promise<{ code: number | null; signal: string | null; overdue: boolean }>;
}

async function started(
  service: (typeof services)[number],
  engines: 'answering' | 'silent',
  onTestFinished: (end: OnTestFinishedHandler) => void,
): Promise<Started> {
  const proxies = await Promise.all([openTo(database.url), openTo(events.url)]);
  if (engines === 'silent') for (const proxy of proxies) proxy.silence();
  const [port, unused] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [join(projectRoot, `services/${service}/src/main.ts`)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      INTERNAL_TOKEN: token,
      COMMANDS_URL: `http://127.0.0.1:${unused}`,
      PROJECTIONS_URL: `http://127.0.0.1:${unused}`,
      DATABASE_URL: through(database.url, proxies[0]),
      EVENTSTORE_URL: through(events.url, proxies[1]),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await Promise.all(proxies.map((proxy) => proxy.close()));
  });
  return {
    proxies,
    answers: (path) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ ok }) => ok,
        () => false,
      ),
    closeLog() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    async asked() {
      child.kill('SIGTERM');
      const [code, signal] = await exited;
      return { code, signal, overdue: said.includes('未能在限定时间内停止') };
    },
  };
}

const openTo = (url: string): Promise<TcpProxy> =>
  openTcpProxy(() => Promise.resolve([{ host: '127.0.0.1', port: Number(new URL(url).port) }]));
const through = (url: string, { port }: TcpProxy): string =>
  Object.assign(new URL(url), { port: String(port) }).toString();
const ended = { code: 0, signal: null, overdue: false };

describe.each(services)('SIGTERM ends the service %s by itself', (service) => {
  it.concurrent('while it starts and waits for engines that are silent', async ({ onTestFinished }) => {
    const { proxies, asked } = await started(service, 'silent', onTestFinished);
    await expect.poll(() => proxies[0].connections).toBeGreaterThan(0);
    expect(await asked()).toEqual(ended);
  });

  it.concurrent('when its engines have gone after it was up, and nobody reads its log', async ({ onTestFinished }) => {
    const { proxies, answers, closeLog, asked } = await started(service, 'answering', onTestFinished);
    await expect.poll(() => answers('/health/startup')).toBe(true);
    await Promise.all(proxies.map((proxy) => proxy.close()));
    closeLog();
    expect(await asked()).toEqual(ended);
  });

  it.concurrent('when its engines became silent after it was up: at its limit for draining, if not before', async ({
    onTestFinished,
  }) => {
    const { proxies, answers, asked } = await started(service, 'answering', onTestFinished);
    await expect.poll(() => answers('/health/startup')).toBe(true);
    for (const proxy of proxies) proxy.silence();
    expect((await asked()).signal).toBeNull();
  });
});
