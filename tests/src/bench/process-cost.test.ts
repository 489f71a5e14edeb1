import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { describe, expect, it } from 'vitest';
import { cpuOf, memoryOf, peakMemoryOf } from './process-cost.ts';

/** A Node process that works, or lets a child work, for some CPU time, says so, and waits. */
const working = `const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);`;
const withChild = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(working)}])`;

async function start(program: string): Promise<{ pid: number; end(): void }> {
  const child = spawn(process.execPath, ['-e', `${program}; console.log('done'); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { pid: child.pid!, end: () => void child.kill() };
}

describe('what processes cost', () => {
  it('is nothing for one that is not there', async () => {
    const nobody = { nobody: { pids: [2 ** 30] } };
    expect([await cpuOf(nobody), await memoryOf(nobody), await peakMemoryOf(nobody)]).toEqual([
      { nobody: 0 },
      { nobody: 0 },
      { nobody: 0 },
    ]);
  });

  onLinux('没有测量进程的 CPU 与内存', () =>
    it('is the CPU and memory of each, with that of children that have ended where they belong to it', async () => {
      const [worker, parent] = await Promise.all([start(working), start(withChild)]);
      try {
        const cpu = await cpuOf({
          worker: { pids: [worker.pid] },
          alone: { pids: [parent.pid] },
          family: { pids: [parent.pid], withChildren: true },
        });
        expect(cpu.worker).toBeGreaterThanOrEqual(290);
        expect(cpu.family).toBeGreaterThanOrEqual(cpu.alone! + 290);
        const processes = { worker: { pids: [worker.pid] }, both: { pids: [worker.pid, parent.pid] } };
        const [now, peak] = [await memoryOf(processes), await peakMemoryOf(processes)];
        expect(now.worker).toBeGreaterThan(5);
        expect(peak.worker).toBeGreaterThanOrEqual(now.worker!);
      } finally {
        worker.end();
        parent.end();
      }
    }),
  );
});
