import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { expect, it } from 'vitest';
import { findProcesses } from './leftover-processes.ts';

it('a run that started nothing has left nothing behind', async () => {
  expect(await findProcesses(randomUUID())).toEqual([]);
});

onLinux('没有查找测试遗留的进程', () =>
  it('a process that a test run left behind is found by the mark of the run, also when it is detached', async () => {
    const runId = randomUUID();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env: { JWXT_TEST_RUN: runId },
      detached: true,
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    try {
      expect((await findProcesses(runId)).map((found) => found.pid)).toEqual([child.pid]);
      expect(await findProcesses(randomUUID())).toEqual([]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(await findProcesses(runId)).toEqual([]);
  }),
);
