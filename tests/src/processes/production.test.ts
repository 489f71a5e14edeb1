import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { currentUser, login } from '@jwxt/contracts/session/session.operations.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { encodeRequest } from '@jwxt/web/lib/request-encoding.ts';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { listeningPorts } from './listening-ports.ts';
import { ready, runProgram, startLimitMs, startRun, withoutSlider, type Run } from './npm-start.ts';
import { strangersAt } from './strangers.ts';

let dataDir: string;
let product: Run | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-production-'));
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  product?.process.kill('SIGTERM');
  await product?.exited;
  await product?.gone();
}

/** A program of the operator beside the running product: what it says. */
async function said(args: readonly string[], input?: string): Promise<string> {
  const run = runProgram(args, { JWXT_DATA: dataDir }, input);
  await run.exited;
  return run.output();
}
/** `npm run admin-password` with a password on its standard input. */
const setPassword = (password: string): Promise<string> => said(['infra/src/admin-password/main.ts'], `${password}\n`);
const accounts = (...args: readonly string[]): Promise<string> => said(['infra/src/accounts/main.ts', ...args]);

it('npm run admin-password says that the product is not running', async () => {
  expect(await setPassword('Abcdefg1')).toMatch(/^密码未更换：数据目录 .* 的教务系统没有运行：请先启动它/);
});

describe('a school in production on its first day', { timeout: startLimitMs }, () => {
  let address: string;
  let env: Readonly<Record<string, string>>;
  let pool: Pool;
  beforeAll(async () => {
    product = startRun(dataDir, { NODE_ENV: 'production' });
    address = await ready(product);
    env = await withoutSlider(dataDir);
    pool = createPool(env.DATABASE_URL ?? '', { name: 'test' });
  }, startLimitMs);
  afterAll(async () => {
    await pool.end();
    await stop();
  });

  it('without an administrator says so, gets one on its own machine, and a lost password has a way back', async () => {
    expect(product?.output()).toMatch(
      /教务系统已启动.*还没有能登录的系统管理员：请在本机另开一个终端执行 npm run admin-password/,
    );
    for (const weak of ['12345678', 'Short1', 'alllowercase1', ''])
      expect(await setPassword(weak)).toContain(
        '密码不符合要求，应为8–64 个字符的密码，须同时含有大写字母、小写字母和数字',
      );
    expect(await setPassword('First-Admin-1')).toContain('已创建系统管理员 admin');
    const session = await signInToApi(address, 'admin', 'First-Admin-1');
    await session.call(currentUser, {});

    // The telephone is lost, too.
    await pool.query(`insert into gateway.second_factor values ('admin', 'sealed', 0, now())`);
    expect(await setPassword('Second-Admin-2')).toContain('admin 的密码已更换，已结束它的 1 个会话');
    await expect
      .poll(() =>
        session.call(currentUser, {}).then(
          () => 'signed in',
          () => 'signed out',
        ),
      )
      .toBe('signed out');
    const back = await signInToApi(address, 'admin', 'Second-Admin-2');
    expect(await back.call(currentUser, {})).toMatchObject({ secondStep: null });

    const { rows } = await pool.query<{ user_name: string; name: string }>(
      `select user_name, name, before, after from base.operation_log where operation = 'setAdministratorPassword'
        order by id`,
    );
    expect(rows).toEqual([
      {
        user_name: 'local',
        name: expect.stringMatching(/^本机操作员（.+）$/),
        before: null,
        after: { created: true, endedSessions: 0, secondFactorRemoved: false },
      },
      {
        user_name: 'local',
        name: expect.anything(),
        before: null,
        after: { created: false, endedSessions: 1, secondFactorRemoved: true },
      },
    ]);
    await vi.waitFor(async () =>
      expect((await readFile(join(dataDir, 'logs/jwxt.log'), 'utf8')).match(/在本机设置管理员密码/g)).toHaveLength(2),
    );
    expect(await readFile(join(dataDir, 'logs/jwxt.log'), 'utf8')).not.toMatch(/(First|Second)-Admin/);
  });

  it('its people get accounts: each its own password in a file for one reader, and the role of its kind', async () => {
    await pool.query(
      `insert into base.department (dwh, ywbm, dwmc, dwlbm, sfkkdw) values ('101', '101', '计算机学院', '1', '1')`,
    );
    await pool.query(
      `insert into base.teacher (gh, ywbm, xm, xbm, dwh, dqztm, sfrk) values
         ('T1', '1001', '王芳', '2', '101', '11', '1'), ('T2', '1002', '李强', '1', '101', '11', '0'),
         ('T3', '1003', '离职者', '1', '101', '03', '1')`,
    );
    const list = join(dataDir, 'accounts.csv');
    expect(await accounts(list)).toMatch(/已开通 2 个账号，初始密码在 .*accounts\.csv，发放后请删除该文件/);
    expect((await stat(list)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(list, 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines[0]).toBe('账号,姓名,单位,初始密码');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['"1001"', '"王芳"', '"计算机学院"'],
      ['"1002"', '"李强"', '"计算机学院"'],
    ]);

    const passwordOf = (line: number): string => (lines[line] ?? '').split(',')[3]?.slice(1, -1) ?? '';
    const teacher = await signInToApi(address, '1001', passwordOf(1));
    expect(await teacher.call(currentUser, {})).toMatchObject({ name: '王芳', roleNames: ['任课教师'] });
    const colleague = await signInToApi(address, '1002', passwordOf(2));
    expect(await colleague.call(currentUser, {})).toMatchObject({ roleNames: [] });
    expect(await accounts('--role', '02', '1002')).toContain('已为 1 个账号授予角色 02');
    await expect.poll(async () => (await colleague.call(currentUser, {})).roleNames).toEqual(['教务处管理员']);

    expect(await accounts(list)).toContain('没有需要开通的账号');
    expect(await accounts('--role', '99', '1002')).toMatch(/^未完成：/);
  });

  onLinux('没有查找系统监听的全部端口', () =>
    it('no local port but the page answers without a secret: another account can neither read nor append', async () => {
      const known = ['DATABASE_URL', 'EVENTSTORE_URL', 'COMMANDS_URL', 'PROJECTIONS_URL'].map((name) =>
        Number(new URL(env[name]!).port),
      );
      const ports = await listeningPorts((await product!.processes()).map(({ pid }) => pid));
      const page = Number(new URL(address).port);
      expect(ports).toEqual(expect.arrayContaining([...known, page]));
      const told = await Promise.all(
        ports.filter((port) => port !== page).map(async (port) => ({ port, told: await strangersAt(port) })),
      );
      expect(told.filter((each) => each.told.length > 0)).toEqual([]);
    }),
  );
});

describe('started again, over https', { timeout: startLimitMs }, () => {
  const cert = join(projectRoot, 'infra/eventstore/src/testing/localhost-cert.pem');
  const key = join(projectRoot, 'infra/eventstore/src/testing/localhost-key.pem');
  let ca: Buffer;
  let redirectPort: number;
  let address: string;
  beforeAll(async () => {
    [ca, redirectPort] = await Promise.all([readFile(cert), findFreePort()]);
    product = startRun(dataDir, {
      NODE_ENV: 'production',
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key,
      HTTP_REDIRECT_PORT: String(redirectPort),
      JWXT_ADMIN_PASSWORD: 'Third-Admin-3',
    });
    address = await ready(product);
  }, startLimitMs);

  /** One request that believes the certificate of the test alone. */
  async function ask(url: string, options: RequestOptions = {}, body?: string): Promise<IncomingMessage> {
    return await new Promise((resolve, reject) => {
      const sent = url.startsWith('https')
        ? request(url, { ca, ...options }, resolve)
        : plainRequest(url, options, resolve);
      sent.once('error', reject);
      sent.end(body);
    });
  }

  async function signIn(password: string): Promise<IncomingMessage> {
    const { url, method, headers, body } = encodeRequest(
      login,
      { userName: 'admin', token: encodePassword(password), pattern: 'manager-login' },
      { origin: address, seconds: Math.floor(Date.now() / 1000), secret: null },
    );
    const options = { method, headers: { ...headers, origin: address } };
    return await ask(url, options, typeof body === 'string' ? body : undefined);
  }

  it('two variables bring secure cookies, strict transport security, wss, and plain http is sent there', async () => {
    expect(address).toMatch(/^https:\/\/localhost:\d+$/);
    const answer = await signIn('Second-Admin-2');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=15552000/);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);

    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const socket = new WebSocket(`${address.replace('https', 'wss')}${WEBSOCKET_PATH}`, {
      ca,
      origin: address,
      headers: { cookie },
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.close();

    const moved = await ask(`http://127.0.0.1:${redirectPort}/verify?code=x`, { headers: { host: 'localhost' } });
    expect([moved.statusCode, moved.headers.location]).toEqual([308, `${address}/verify?code=x`]);
  });

  it('an administrator who has a password keeps it, whatever the environment says', async () => {
    expect(product?.output()).toContain('JWXT_ADMIN_PASSWORD 未采用：admin 已有自己的密码');
    expect(product?.output()).not.toContain('还没有能登录的系统管理员');
    expect(await text(await signIn('Third-Admin-3'))).toContain('LOGIN_FAILED');
  });

  it('files that cannot be used are refused before anything starts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jwxt-tls-'));
    for (const [variables, reason] of [
      [{ TLS_CERT_FILE: cert }, 'TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置，缺少 TLS_KEY_FILE'],
      [{ TLS_CERT_FILE: cert, TLS_KEY_FILE: join(projectRoot, 'infra/src/testing/renewed-key.pem') }, '不是一对'],
    ] as const) {
      const refused = startRun(folder, variables);
      expect(await refused.exited).toBe(78);
      expect(refused.output().trim().split('\n')).toEqual([expect.stringContaining(reason)]);
    }
    await rm(folder, { recursive: true, force: true });
  });
});
