import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptPath } from '../engines/child.ts';
import { findFreePort } from '../engines/free-port.ts';
import { parseConfig } from '../runtime/config.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import { createPool } from '../runtime/postgres.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { createTestDatabase } from '../testing/engines.ts';
import { isAlive } from '../testing/is-alive.ts';
import type { TestDatabase } from '../testing/engines.ts';
import { loadSecrets, prepareDataFolder } from './data-folder.ts';
import { openChildRegister } from './leftovers.ts';
import { supervisorConfig } from './supervisor.config.ts';
import { createSystem } from './system.ts';
import type { System } from './system.ts';

const smallService = scriptPath('../testing/small-service.ts', import.meta.url);
const smallProgram = scriptPath('../testing/small-program.ts', import.meta.url);

let dataDir: string;
let system: System | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-system-'));
  await prepareDataFolder(dataDir);
});
afterEach(async () => {
  await system?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The product with small services instead of the real ones, on the test's folder. */
async function smallSystem(env: Record<string, string> = {}, scripts: { baseData?: string } = {}) {
  vi.stubEnv('SMALL_PROGRAM_FILE', join(dataDir, 'programs'));
  const log = collectingLog();
  system = createSystem({
    config: parseConfig(supervisorConfig, { PORT: '0', ...env }),
    portGiven: env.PORT !== undefined,
    dataDir,
    secrets: await loadSecrets(dataDir),
    log,
    register: openChildRegister(dataDir),
    scripts: { commands: smallService, projections: smallService, gateway: smallService, baseData: scripts.baseData ?? smallProgram, demo: smallProgram },
    buildWeb: () => Promise.resolve(),
  });
  return { system, log };
}

async function environmentOf(port: number): Promise<{ pid: number; env: Record<string, string> }> {
  const response = await fetch(`http://127.0.0.1:${port}/env`);
  return (await response.json()) as { pid: number; env: Record<string, string> };
}

async function childRecords(): Promise<{ pid: number; script: string }[]> {
  return JSON.parse(await readFile(join(dataDir, 'children.json'), 'utf8')) as { pid: number; script: string }[];
}

async function children(): Promise<number[]> {
  return (await childRecords()).map((record) => record.pid);
}

async function childOf(script: string): Promise<number> {
  const found = (await childRecords()).find((record) => record.script.endsWith(script));
  if (!found) throw new Error(`no child runs ${script}`);
  return found.pid;
}

describe('the whole system under the supervisor', { timeout: 180_000 }, () => {
  it('starts on its own engines, restarts what dies, stops without leaving anything, and starts again on the same data', async () => {
    const first = await smallSystem();
    const { port, demo } = await first.system.start();
    expect(demo).toBe(true);
    const gateway = await environmentOf(port);
    for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'COMMANDS_URL', 'PROJECTIONS_URL']) expect(gateway.env[name], name).toMatch(/127\.0\.0\.1:\d+/);
    expect(gateway.env.INTERNAL_TOKEN).toBe((await loadSecrets(dataDir)).internalToken);
    expect(gateway.env.JWXT_ALLOW_BACKDATED).toBeUndefined();
    expect(first.system.status()).toMatchObject({ pid: process.pid, address: `http://127.0.0.1:${port}` });
    const running = await children();
    expect(running).toHaveLength(4);

    process.kill(gateway.pid, 'SIGKILL');
    await vi.waitFor(async () => expect((await environmentOf(port)).pid).not.toBe(gateway.pid), { timeout: 60_000, interval: 50 });

    await first.system.stop();
    expect(running.filter(isAlive)).toEqual([]);
    expect(await children()).toEqual([]);
    expect((await readFile(join(dataDir, 'programs'), 'utf8')).trim().split('\n')).toHaveLength(2);

    const second = await smallSystem({ NODE_ENV: 'production' });
    expect((await second.system.start()).demo).toBe(false);
    await second.system.stop();
  });

  it('brings its engines back on the same addresses and data after kill -9', async () => {
    const { system: running } = await smallSystem({ JWXT_DEMO: '0' });
    await running.start();
    const { DATABASE_URL = '', EVENTSTORE_URL = '' } = running.status().env;
    const log = connectEventLog(EVENTSTORE_URL, { name: 'test' });
    const pool = createPool(DATABASE_URL, { name: 'test' });
    try {
      await pool.query('create table kept as select 1 as value');
      await log.append('kept-1', [{ id: randomUUID(), type: 'Kept', data: { value: 1 }, metadata: {} }], { expectedRevision: 'no_stream' });

      const [postmaster = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(postmaster), 'SIGKILL');
      process.kill(await childOf('eventstore/src/main.ts'), 'SIGKILL');
      await vi.waitFor(async () => expect((await pool.query('select value from kept')).rows).toEqual([{ value: 1 }]), { timeout: 60_000, interval: 100 });
      await vi.waitFor(async () => {
        const events = [];
        for await (const event of log.readStream('kept-1')) events.push(event.data);
        expect(events).toEqual([{ value: 1 }]);
      }, { timeout: 60_000, interval: 100 });
    } finally {
      await log.close();
      await pool.end();
    }
    await running.stop();
  });

  describe('with a database of others', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createTestDatabase();
    });
    afterEach(() => database.drop());

    it('refuses to start when it does not answer, and says so', async () => {
      const nobody = await findFreePort();
      const { system: noDatabase } = await smallSystem({ DATABASE_URL: `postgres://u:s3cret@127.0.0.1:${nobody}/jwxt` });
      const failure = String(await noDatabase.start().catch((error: unknown) => error));
      expect(failure).toMatch(/无法连接数据库 postgres:\/\/u:\*\*\*@.*请检查 DATABASE_URL/);
      await noDatabase.stop();
    });

    it('uses it and leaves the one that came through npm alone', async () => {
      const { system: given } = await smallSystem({ DATABASE_URL: database.url, JWXT_DEMO: '0' });
      const { port, demo } = await given.start();
      expect(demo).toBe(false);
      expect((await environmentOf(port)).env.DATABASE_URL).toBe(database.url);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      await given.stop();
    });

    it('takes the next free port when the wanted one is taken, and says so; in production a given port is binding', async () => {
      const taken = createServer();
      const wanted = await new Promise<number>((resolve) => {
        taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
      });
      try {
        const { system: strict } = await smallSystem({ PORT: String(wanted), NODE_ENV: 'production' });
        await expect(strict.start()).rejects.toThrow(`端口 ${wanted} 已被占用`);
        const { system: lenient, log } = await smallSystem({ PORT: String(wanted), JWXT_DEMO: '0', DATABASE_URL: database.url });
        const { port } = await lenient.start();
        expect(port).toBeGreaterThan(wanted);
        expect(log.lines.join('\n')).toContain(`端口 ${wanted} 已被占用，改用 ${port}`);
        await lenient.stop();
      } finally {
        taken.close();
      }
    });
  });

  it('stops at once when it is told so while it starts', async () => {
    const { system: early } = await smallSystem();
    const start = early.start().catch((error: unknown) => error);
    await early.stop();
    expect(await start).toBeInstanceOf(Error);
    expect(await children()).toEqual([]);
  });
});
