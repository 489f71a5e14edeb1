import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { ready, runProgram, startLimitMs, startRun, withoutSlider, type Run } from './npm-start.ts';

let dataDir: string;
let product: Run | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-accounts-'));
});
afterAll(async () => {
  product?.process.kill('SIGTERM');
  await product?.exited;
  await product?.gone();
  await rm(dataDir, { recursive: true, force: true });
});

/** What `npm run accounts` says. */
async function accounts(...args: readonly string[]): Promise<string> {
  const run = runProgram(['infra/src/accounts/main.ts', ...args], { JWXT_DATA: dataDir });
  await run.exited;
  return run.output();
}

it(
  'people of a real school get accounts: each a password of its own in a file for one reader, and the role of its kind',
  { timeout: 3 * startLimitMs },
  async () => {
    product = startRun(dataDir, { NODE_ENV: 'production' });
    const address = await ready(product);
    const { DATABASE_URL = '' } = await withoutSlider(dataDir);
    const pool = createPool(DATABASE_URL, { name: 'test' });
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
    await pool.end();
  },
);
