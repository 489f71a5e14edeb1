import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { ready, runProgram, startLimitMs, startRun, withoutSlider, type Run } from './npm-start.ts';

const script = 'infra/src/admin-password/main.ts';
let dataDir: string;
let product: Run | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-admin-'));
});
afterEach(async () => {
  product?.process.kill('SIGTERM');
  await product?.exited;
  await product?.gone();
  await rm(dataDir, { recursive: true, force: true });
});

/** `npm run admin-password` with a password on its standard input. */
async function setPassword(password: string): Promise<string> {
  const run = runProgram([script], { JWXT_DATA: dataDir }, `${password}\n`);
  await run.exited;
  return run.output();
}

it(
  'a new school without an administrator says so, gets one on its own machine, and a lost password has a way back',
  { timeout: 3 * startLimitMs },
  async () => {
    expect(await setPassword('Abcdefg1')).toMatch(/^密码未更换：数据目录 .* 的教务系统没有运行：请先启动它/);

    product = startRun(dataDir, { NODE_ENV: 'production' });
    const address = await ready(product);
    expect(product.output()).toMatch(
      /教务系统已启动.*还没有能登录的系统管理员：请在本机另开一个终端执行 npm run admin-password/,
    );
    const { DATABASE_URL = '' } = await withoutSlider(dataDir);

    for (const weak of ['12345678', 'Short1', 'alllowercase1', ''])
      expect(await setPassword(weak)).toContain(
        '密码不符合要求，应为8–64 个字符的密码，须同时含有大写字母、小写字母和数字',
      );
    expect(await setPassword('First-Admin-1')).toContain('已创建系统管理员 admin');
    const session = await signInToApi(address, 'admin', 'First-Admin-1');
    await session.call(currentUser, {});

    // The telephone is lost, too.
    const pool = createPool(DATABASE_URL, { name: 'test' });
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
    await pool.end();
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

    product.process.kill('SIGTERM');
    await product.exited;
    product = startRun(dataDir, { NODE_ENV: 'production', JWXT_ADMIN_PASSWORD: 'Third-Admin-3' });
    const again = await ready(product);
    await signInToApi(again, 'admin', 'Second-Admin-2');
    expect(product.output()).toContain('JWXT_ADMIN_PASSWORD 未采用：admin 已有自己的密码');
    expect(product.output()).not.toContain('还没有能登录的系统管理员');
    await expect(signInToApi(again, 'admin', 'Third-Admin-3')).rejects.toThrow('LOGIN_FAILED');
  },
);
