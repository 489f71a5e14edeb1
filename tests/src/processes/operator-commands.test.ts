import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import {
  createTestDatabase,
  startTestEventStore,
  type TestDatabase,
  type TestEventStore,
} from '@jwxt/infra/testing/engines.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from './npm-start.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-operator-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** How a command of the operator ended, and what it said. */
async function ended(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const run = runProgram(args, { JWXT_DATA: dataDir, NODE_ENV: 'development', ...env });
  const code = await run.exited;
  return { code, lines: run.output().trim().split('\n') };
}

describe('while another version has the data folder', () => {
  let other: Server;
  beforeEach(async () => {
    other = createServer((socket) =>
      socket.on('error', () => undefined).end(JSON.stringify({ process: 1, parts: [] })),
    );
    await new Promise<void>((resolve) => other.listen(join(dataDir, 'control.sock'), resolve));
  });
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it.each([
    ['npm start', ['infra/src/supervisor/main.ts'], '启动失败：'],
    ['npm run demo', ['infra/src/demo/main.ts'], ''],
    ['npm run migrate', ['infra/src/migrations/main.ts'], ''],
    ['npm run backup', ['infra/src/backup/main.ts', 'take', 'copy'], '未备份：'],
    ['npm run restore', ['infra/src/backup/main.ts', 'restore', 'copy'], '未恢复：'],
    ['npm run admin-password', ['infra/src/admin-password/main.ts'], '密码未更换：'],
    ['npm run accounts', ['infra/src/accounts/main.ts', 'new.csv'], '未完成：'],
  ])('%s says so in one sentence', async (_name, args, failed) => {
    expect(await ended(args)).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(
          new RegExp(`^${failed}数据目录 .+ 正由另一个版本的教务系统使用，或它没有应答：请先停止它，再启动本程序$`),
        ),
      ],
    });
  });
});

describe('in production, beside demo data', () => {
  let database: TestDatabase;
  let events: TestEventStore;
  beforeAll(async () => {
    [database, events] = await Promise.all([createTestDatabase(), startTestEventStore()]);
    const pool = createPool(database.url, { name: 'test', max: 1 });
    await pool.query(
      `insert into base.parameter (param_code, para_name, para_value) values ('DEMO_NOW', '演示数据', '2026-11-01')`,
    );
    await pool.end();
  });
  afterAll(async () => {
    await events.stop();
    await database.drop();
  });

  it.each([
    ['infra/src/migrations/main.ts', 1],
    ...['commands', 'projections', 'gateway'].map((name) => [`services/${name}/src/main.ts`, 78] as const),
  ] as const)('%s started by hand refuses, as the start does', async (script, exitCode) => {
    const env = {
      PORT: '0',
      DATABASE_URL: database.url,
      EVENTSTORE_URL: events.url,
      INTERNAL_TOKEN: randomBytes(16).toString('hex'),
      COMMANDS_URL: 'http://127.0.0.1:1',
      PROJECTIONS_URL: 'http://127.0.0.1:1',
    };
    const { code, lines } = await ended([script], { ...env, NODE_ENV: 'production' });
    expect({ code, lines }).toEqual({
      code: exitCode,
      lines: [
        expect.stringContaining('这里有演示数据，演示账号的密码是公开的，生产环境（NODE_ENV=production）不能使用'),
      ],
    });
  });
});
