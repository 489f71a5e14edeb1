import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { askSupervisor } from '@jwxt/infra/data-folder/control-socket.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ready, startLimitMs, startRun, type Run } from './npm-start.ts';

let dataDir: string;
const runs: Run[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-start-'));
});
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.process.kill('SIGKILL');
    await run.exited;
    await run.gone();
  }
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}): Run {
  const run = startRun(dataDir, env);
  runs.push(run);
  return run;
}

describe('npm start', () => {
  it(
    'serves the product, refuses a second start, survives kill -9 of itself, and stops without leaving anything',
    { timeout: 3 * startLimitMs },
    async () => {
      const first = start();
      const address = await ready(first);
      const health = await fetch(`${address}/health/ready`);
      expect(await health.json()).toMatchObject({ ready: true });
      expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
      expect((await askSupervisor(dataDir))?.pid).toBe(first.process.pid);

      const second = start();
      expect(await second.exited).toBe(1);
      expect(second.output()).toContain(`教务系统已在运行（进程 ${first.process.pid}，页面地址 http://127.0.0.1:`);
      expect(second.output()).not.toContain('    at ');

      first.process.kill('SIGKILL');
      // By themselves: engines and services notice that nobody is there any more, whether or not somebody starts it
      // again.
      await first.gone();
      const third = start();
      await ready(third);

      third.process.kill('SIGTERM');
      expect(await third.exited).toBe(0);
      expect(third.output()).toContain('已全部停止');
      expect(await third.processes()).toEqual([]);
      // What was compiled for this start is there for the next.
      expect(
        await readdir(process.env.NODE_COMPILE_CACHE ?? join(projectRoot, 'node_modules/.cache/node')),
      ).not.toEqual([]);
    },
  );

  it('refuses bad configuration with a sentence for each value, before it starts anything', async () => {
    const run = start({ PORT: 'eighty', DATABASE_URL: 'localhost' });
    expect(await run.exited).toBe(78);
    expect(run.output().trim().split('\n')).toEqual([
      expect.stringContaining('环境变量 PORT 的值“eighty”不正确'),
      expect.stringContaining('环境变量 DATABASE_URL 的值“localhost”不正确'),
    ]);
  });
});
