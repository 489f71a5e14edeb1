import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runProgram, startLimitMs } from './npm-start.ts';

it(
  'npm run dev serves pages from their sources beside the services, starts what was changed again, and leaves nothing',
  { timeout: 2 * startLimitMs },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'jwxt-dev-'));
    const run = runProgram(['infra/src/dev/main.ts'], {
      NODE_ENV: 'development',
      PORT: '0',
      JWXT_DATA: dataDir,
      JWXT_DEMO: '0',
      JWXT_ADMIN_PASSWORD: 'Jwxt@2026',
    });
    onTestFinished(async () => {
      run.process.kill('SIGKILL');
      await run.gone();
      await rm(dataDir, { recursive: true, force: true });
    });
    const said = (what: RegExp): Promise<string> =>
      vi.waitUntil(() => what.exec(run.output())?.[1], { timeout: startLimitMs, interval: 100 });

    const address = await said(/Local: +(http:\S+?)\/?\s/);
    expect(await (await fetch(address)).text()).toContain('/src/app/main.tsx');
    // What is not a page goes to the gateway, which has begun.
    const answer = await fetch(`${address}/api/nothing`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);

    await said(/(开发中)/);
    const now = new Date();
    await utimes(join(projectRoot, 'services/projections/src/main.ts'), now, now);
    await said(/(源码有变化，正在重新启动 projections)/);
    await said(/(projections 已恢复)/);
    expect(run.output()).not.toContain('正在重新启动 gateway');

    run.process.kill('SIGTERM');
    expect(await run.exited).toBe(0);
    expect(await run.processes()).toEqual([]);
  },
);
