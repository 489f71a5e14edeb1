import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { askSupervisor } from '@jwxt/infra/supervisor/control-socket.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProcesses } from '../leftover-processes.ts';

const startLimitMs = 90_000;
let dataDir: string;
const runs: Run[] = [];

/** One `npm start`: the same program, without npm around it. */
interface Run {
  process: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
  /** All its processes, wherever they went. */
  processes(): Promise<{ pid: number; command: string }[]>;
  /** Resolves when none of them is left; throws when one stays. */
  gone(): Promise<void>;
}

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
  const runId = randomUUID();
  let text = '';
  const child = spawn(process.execPath, ['infra/launch.mjs', 'infra/src/supervisor/main.ts'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', JWXT_DATA: dataDir, JWXT_WEB_BUILD: '0', JWXT_DEMO: '0', JWXT_TEST_RUN: runId, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const processes = (): ReturnType<Run['processes']> => findProcesses(runId);
  const gone = async (): Promise<void> => {
    await vi.waitUntil(async () => (await processes()).length === 0, { timeout: 20_000, interval: 100 });
  };
  const run = { process: child, output: () => text, exited, processes, gone };
  runs.push(run);
  return run;
}

async function ready(run: Run): Promise<string> {
  const address = await vi.waitFor(
    () => {
      const found = /请用浏览器打开 (http:\S+)/.exec(run.output())?.[1];
      if (found === undefined && run.process.exitCode !== null) throw new Error(run.output());
      expect(found, run.output()).toBeDefined();
      return found ?? '';
    },
    { timeout: startLimitMs, interval: 100 },
  );
  return address;
}

describe('npm start', () => {
  it('serves the product, refuses a second start, survives kill -9 of itself, and stops without leaving anything', { timeout: 3 * startLimitMs }, async () => {
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
    const third = start();
    await ready(third);
    expect(await first.processes()).toEqual([]);

    third.process.kill('SIGTERM');
    expect(await third.exited).toBe(0);
    expect(third.output()).toContain('已全部停止');
    expect(await third.processes()).toEqual([]);
  });

  it('refuses bad configuration with a sentence for each value, before it starts anything', async () => {
    const run = start({ PORT: 'eighty', DATABASE_URL: 'localhost' });
    expect(await run.exited).toBe(78);
    expect(run.output().trim().split('\n')).toEqual([
      expect.stringContaining('环境变量 PORT 的值“eighty”不正确'), expect.stringContaining('环境变量 DATABASE_URL 的值“localhost”不正确'),
    ]);
  });
});
