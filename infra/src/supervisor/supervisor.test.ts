import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { scriptPath } from '../engines/child.ts';
import { findFreePort } from '../engines/free-port.ts';
import { parseConfig } from '../runtime/config.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import { derivedSecret } from '../runtime/internal-secrets.ts';
import { createPool } from '../runtime/postgres.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { createTestDatabase, startTestEventStore } from '../testing/engines.ts';
import { onLinux } from '../testing/programs.ts';
import { isAlive } from '../testing/is-alive.ts';
import { createDatabase, dropDatabase, withDatabaseName } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/engines.ts';
import { loadSecrets, prepareDataFolder } from '../data-folder/data-folder.ts';
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
    scripts: {
      commands: smallService,
      projections: smallService,
      gateway: smallService,
      baseData: scripts.baseData ?? smallProgram,
      demo: smallProgram,
    },
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

/** Makes what listens at an address reachable on another port of this machine. Answers what ends that. */
async function openWay(port: number, to: URL): Promise<() => void> {
  const sides = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const side of [near, far]) sides.add(side.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
  return () => {
    way.close();
    for (const side of sides) side.destroy();
  };
}

describe('the whole system under the supervisor', { timeout: 180_000 }, () => {
  it('starts on its own engines, restarts what dies, stops leaving nothing, and starts again on its data', async () => {
    const first = await smallSystem();
    const { port, demo } = await first.system.start();
    expect(demo).toBe(true);
    const gateway = await environmentOf(port);
    for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'COMMANDS_URL', 'PROJECTIONS_URL'])
      expect(gateway.env[name], name).toMatch(/(127\.0\.0\.1|localhost):\d+/);
    const { internalToken } = await loadSecrets(dataDir);
    expect(gateway.env).toMatchObject({
      COMMANDS_SECRET: derivedSecret(internalToken, 'commands'),
      PROJECTIONS_SECRET: derivedSecret(internalToken, 'projections'),
    });
    expect(Object.keys(gateway.env)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(INTERNAL_TOKEN|OPERATOR_SECRET)$/)]),
    );
    expect(gateway.env.JWXT_ALLOW_BACKDATED).toBeUndefined();
    expect(first.system.status()).toMatchObject({ pid: process.pid, address: `http://127.0.0.1:${port}` });
    const running = await children();
    expect(running).toHaveLength(4);

    process.kill(gateway.pid, 'SIGKILL');
    await vi.waitFor(async () => expect((await environmentOf(port)).pid).not.toBe(gateway.pid), {
      timeout: 60_000,
      interval: 50,
    });

    await first.system.stop();
    expect(running.filter(isAlive)).toEqual([]);
    expect(await children()).toEqual([]);
    expect((await readFile(join(dataDir, 'programs'), 'utf8')).trim().split('\n')).toHaveLength(2);

    const second = await smallSystem({ NODE_ENV: 'production' });
    expect((await second.system.start()).demo).toBe(false);
    await second.system.stop();
  });

  onLinux('没有查看子进程的参数和环境', () =>
    it('tells its children no secret that they do not need, in arguments or environment', async () => {
      vi.stubEnv('JWXT_ADMIN_PASSWORD', 'Only-4-base-data');
      vi.stubEnv('METRICS_TOKEN', 'only-for-the-services');
      const { system: running } = await smallSystem({ JWXT_DEMO: '0', METRICS_TOKEN: 'only-for-the-services' });
      const { port } = await running.start();
      const { env } = running.status();
      const [postmaster = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      const { internalToken, postgresPassword } = await loadSecrets(dataDir);
      const passwords = [
        internalToken,
        env.COMMANDS_SECRET!,
        env.PROJECTIONS_SECRET!,
        env.OPERATOR_SECRET!,
        postgresPassword,
        new URL(env.EVENTSTORE_URL!).password,
        'Only-4-base-data',
        'only-for-the-services',
      ];
      const told = async (pid: number, what: 'environ' | 'cmdline'): Promise<string[]> => {
        const text = await readFile(`/proc/${pid}/${what}`, 'utf8');
        return passwords.filter((password) => text.includes(password));
      };
      for (const pid of await children()) expect(await told(pid, 'cmdline')).toEqual([]);
      for (const pid of [Number(postmaster), await childOf('eventstore/src/main.ts')])
        expect([await told(pid, 'environ'), await told(pid, 'cmdline')]).toEqual([[], []]);
      const { env: service } = await environmentOf(port);
      expect(service).toMatchObject({ METRICS_TOKEN: 'only-for-the-services' });
      expect(service.JWXT_ADMIN_PASSWORD).toBeUndefined();
      await running.stop();
    }),
  );

  it('brings its engines back on the same addresses and data after kill -9', async () => {
    const { system: running } = await smallSystem({ JWXT_DEMO: '0' });
    await running.start();
    const { DATABASE_URL = '', EVENTSTORE_URL = '' } = running.status().env;
    const log = connectEventLog(EVENTSTORE_URL, { name: 'test' });
    const pool = createPool(DATABASE_URL, { name: 'test' });
    try {
      await pool.query('create table kept as select 1 as value');
      await log.append('kept-1', [{ id: randomUUID(), type: 'Kept', data: { value: 1 }, metadata: {} }], {
        expectedRevision: 'no_stream',
      });

      const [postmaster = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(postmaster), 'SIGKILL');
      process.kill(await childOf('eventstore/src/main.ts'), 'SIGKILL');
      await vi.waitFor(async () => expect((await pool.query('select value from kept')).rows).toEqual([{ value: 1 }]), {
        timeout: 60_000,
        interval: 100,
      });
      await vi.waitFor(
        async () => {
          const events = [];
          for await (const event of log.readStream('kept-1')) events.push(event.data);
          expect(events).toEqual([{ value: 1 }]);
        },
        { timeout: 60_000, interval: 100 },
      );
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

    it('refuses to start when it does not let us in, and says so', async () => {
      const wrong = new URL(database.url);
      wrong.password = 's3cret';
      const { system: noDatabase } = await smallSystem({ DATABASE_URL: wrong.href });
      const failure = String(await noDatabase.start().catch((error: unknown) => error));
      expect(failure).toMatch(/无法连接数据库 postgres:\/\/jwxt:\*\*\*@.*请检查 DATABASE_URL/);
      await noDatabase.stop();
    });

    it('waits for it when it is away, says so without its password, and starts when it is there', async () => {
      const real = new URL(database.url);
      const port = await findFreePort();
      const away = new URL(real);
      away.port = String(port);
      const { system: patient, log } = await smallSystem({ DATABASE_URL: away.href, JWXT_DEMO: '0' });
      const started = patient.start();
      await vi.waitFor(() =>
        expect(log.lines.join('\n')).toMatch(
          /数据库 postgres:\/\/jwxt:\*\*\*@.* 尚无应答（ECONNREFUSED），正在等待它启动/,
        ),
      );
      const closeWay = await openWay(port, real);
      expect(await started).toMatchObject({ demo: false });
      await patient.stop();
      closeWay();
    });

    it('ends the waiting when it is told to stop', async () => {
      const { system: patient, log } = await smallSystem({
        DATABASE_URL: `postgres://u:p@127.0.0.1:${await findFreePort()}/jwxt`,
      });
      const started = patient.start().catch((error: unknown) => error);
      await vi.waitFor(() => expect(log.lines.join('\n')).toContain('正在等待它启动'));
      await patient.stop();
      expect(await started).toBeInstanceOf(Error);
    });

    it('waits until an event store of others is up, says so without its password, refuses a wrong one', async () => {
      const events = await startTestEventStore();
      try {
        const [real, away, wrong] = [new URL(events.url), new URL(events.url), new URL(events.url)];
        away.port = String(await findFreePort());
        const { system: patient, log } = await smallSystem({
          DATABASE_URL: database.url,
          EVENTSTORE_URL: away.href,
          JWXT_DEMO: '0',
        });
        const started = patient.start();
        await vi.waitFor(() =>
          expect(log.lines.join('\n')).toMatch(
            /事件库 esdb:\/\/admin:\*\*\*@.* 尚无应答，正在等待它启动；若地址有误，请停止后检查 EVENTSTORE_URL/,
          ),
        );
        const closeWay = await openWay(Number(away.port), real);
        expect(await started).toMatchObject({ demo: false });
        await patient.stop();
        closeWay();
        wrong.password = 's3cret';
        const { system: stranger } = await smallSystem({
          DATABASE_URL: database.url,
          EVENTSTORE_URL: wrong.href,
          JWXT_DEMO: '0',
        });
        await expect(stranger.start()).rejects.toThrow(/无法连接事件库 esdb:\/\/admin:\*\*\*@.*请检查 EVENTSTORE_URL/);
        await stranger.stop();
      } finally {
        await events.stop();
      }
    });

    it('ends the waiting for an event store when it is told to stop', async () => {
      const { system: patient, log } = await smallSystem({
        DATABASE_URL: database.url,
        EVENTSTORE_URL: `esdb://127.0.0.1:${await findFreePort()}?tls=false`,
        JWXT_DEMO: '0',
      });
      const started = patient.start().catch((error: unknown) => error);
      await vi.waitFor(() => expect(log.lines.join('\n')).toContain('正在等待它启动'));
      await patient.stop();
      expect(await started).toBeInstanceOf(Error);
    });

    it('refuses a port for plain http that is taken, or is that of the pages, before it starts anything', async () => {
      const taken = createServer();
      const port = await new Promise<number>((resolve) => {
        taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
      });
      const free = String(await findFreePort());
      const pem = (name: string): string => scriptPath(`../testing/renewed-${name}.pem`, import.meta.url);
      try {
        for (const [more, refusal] of [
          [{}, `端口 ${port} 已被占用或不能使用`],
          [{ PORT: free, HTTP_REDIRECT_PORT: free }, 'HTTP_REDIRECT_PORT 与 PORT 不能相同'],
        ] as const) {
          const { system: refused, log } = await smallSystem({
            TLS_CERT_FILE: pem('cert'),
            TLS_KEY_FILE: pem('key'),
            HTTP_REDIRECT_PORT: String(port),
            DATABASE_URL: database.url,
            NODE_ENV: 'production',
            ...more,
          });
          await expect(refused.start()).rejects.toThrow(refusal);
          expect(log.lines).toEqual([]);
          await refused.stop();
        }
      } finally {
        taken.close();
      }
    });

    it('refuses an empty one beside events: people and settings would be gone without a word', async () => {
      const { adminUrl } = inject('databaseServer');
      const name = `empty_${randomUUID().slice(0, 8)}`;
      await createDatabase(adminUrl, name);
      try {
        const first = await smallSystem({ DATABASE_URL: database.url, JWXT_DEMO: '0' });
        await first.system.start();
        const log = connectEventLog(first.system.status().env.EVENTSTORE_URL ?? '', { name: 'test' });
        await log.append('kept-1', [{ id: randomUUID(), type: 'Kept', data: {}, metadata: {} }], {
          expectedRevision: 'no_stream',
        });
        await log.close();
        await first.system.stop();
        const second = await smallSystem({ DATABASE_URL: withDatabaseName(database.url, name), JWXT_DEMO: '0' });
        await expect(second.system.start()).rejects.toThrow(/是空的，事件库里却已有数据：请检查 DATABASE_URL/);
        await second.system.stop();
      } finally {
        await dropDatabase(adminUrl, name);
      }
    });

    it.each(['DEMO_NOW', 'DEMO_STUDENTS'])(
      'in production refuses demo data, whose passwords everybody knows (%s)',
      async (code) => {
        const pool = createPool(database.url, { name: 'test', max: 1 });
        await pool.query(
          `insert into base.parameter (param_code, para_name, para_value) values ($1, '演示数据', '2000')`,
          [code],
        );
        await pool.end();
        const { system: real } = await smallSystem({ DATABASE_URL: database.url, NODE_ENV: 'production' });
        await expect(real.start()).rejects.toThrow(
          /这里有演示数据.*生产环境（NODE_ENV=production）不能使用：请用 JWXT_DATA 指定一个新的数据目录/,
        );
        await real.stop();
        const { system: demo } = await smallSystem({ DATABASE_URL: database.url });
        expect(await demo.start()).toMatchObject({ demo: true });
        await demo.stop();
      },
    );

    it('uses it and leaves the one that came through npm alone', async () => {
      const { system: given } = await smallSystem({ DATABASE_URL: database.url, JWXT_DEMO: '0' });
      const { port, demo } = await given.start();
      expect(demo).toBe(false);
      expect((await environmentOf(port)).env.DATABASE_URL).toBe(database.url);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      await given.stop();
    });

    it('takes the next free port if the wanted one is taken, says so; in production a given port binds', async () => {
      const taken = createServer();
      const wanted = await new Promise<number>((resolve) => {
        taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
      });
      try {
        const { system: strict } = await smallSystem({ PORT: String(wanted), NODE_ENV: 'production' });
        await expect(strict.start()).rejects.toThrow(`端口 ${wanted} 已被占用`);
        const { system: lenient, log } = await smallSystem({
          PORT: String(wanted),
          JWXT_DEMO: '0',
          DATABASE_URL: database.url,
        });
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
