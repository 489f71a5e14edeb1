import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptPath } from '../engines/child.ts';
import { findFreePort } from '../engines/free-port.ts';
import { parseConfig } from '../runtime/config.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { createTestDatabase } from '../testing/engines.ts';
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

async function children(): Promise<number[]> {
  const records = JSON.parse(await readFile(join(dataDir, 'children.json'), 'utf8')) as { pid: number }[];
  return records.map((record) => record.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the whole system under the supervisor', () => {
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
    await vi.waitFor(async () => expect((await environmentOf(port)).pid).not.toBe(gateway.pid), { timeout: 20_000, interval: 50 });

    await first.system.stop();
    expect(running.filter(isAlive)).toEqual([]);
    expect(await children()).toEqual([]);
    expect((await readFile(join(dataDir, 'programs'), 'utf8')).trim().split('\n')).toHaveLength(2);

    const second = await smallSystem({ NODE_ENV: 'production' });
    expect((await second.system.start()).demo).toBe(false);
    await second.system.stop();
  });

  describe('with a database and an event store of others', () => {
    it('refuses to start when one of them does not answer, and says which', async () => {
      const nobody = await findFreePort();
      const { system: noDatabase } = await smallSystem({ DATABASE_URL: `postgres://u:s3cret@127.0.0.1:${nobody}/jwxt` });
      const failure = String(await noDatabase.start().catch((error: unknown) => error));
      expect(failure).toMatch(/无法连接数据库 postgres:\/\/u:\*\*\*@.*请检查 DATABASE_URL/);
      await noDatabase.stop();
    });

    it('migrates the database that it is given', async () => {
      const database = await createTestDatabase();
      try {
        const { system: given } = await smallSystem({ DATABASE_URL: database.url, JWXT_DEMO: '0' });
        const { port, demo } = await given.start();
        expect(demo).toBe(false);
        expect((await environmentOf(port)).env.DATABASE_URL).toBe(database.url);
        await given.stop();
      } finally {
        await database.drop();
      }
    });
  });

  it('takes the next free port when the wanted one is taken, and says so; in production a given port is binding', async () => {
    const taken = createServer();
    const wanted = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    try {
      const { system: strict } = await smallSystem({ PORT: String(wanted), NODE_ENV: 'production' });
      await expect(strict.start()).rejects.toThrow(`端口 ${wanted} 已被占用`);
      const { system: lenient, log } = await smallSystem({ PORT: String(wanted), JWXT_DEMO: '0' });
      const { port } = await lenient.start();
      expect(port).toBeGreaterThan(wanted);
      expect(log.lines.join('\n')).toContain(`端口 ${wanted} 已被占用，改用 ${port}`);
      await lenient.stop();
    } finally {
      taken.close();
    }
  });

  it('stops at once when it is told so while it starts', async () => {
    const { system: early } = await smallSystem();
    const start = early.start().catch((error: unknown) => error);
    await early.stop();
    expect(await start).toBeInstanceOf(Error);
    expect(await children()).toEqual([]);
  });
});
