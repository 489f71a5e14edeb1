import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { cpuOf, memoryOf, peakMemoryOf } from './process-cost.ts';

/** A Node process that works, or lets a child work, for some CPU time, says so, and waits. */
const working = `const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);`;
const withChild = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(working)}])`;

async function start(program: string): Promise<{ pid: number; end(): void }> {
  const child = spawn(process.execPath, ['-e', `${program}; console.log('done'); setInterval(() => {}, 1000)`], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { pid: child.pid!, end: () => void child.kill() };
}

describe.runIf(process.platform === 'linux')('what processes cost', () => {
  it('is the CPU and memory of each, with that of children that have ended where they belong to it', async () => {
    const [worker, parent] = await Promise.all([start(working), start(withChild)]);
    try {
      const cpu = await cpuOf({ worker: { pid: worker.pid }, alone: { pid: parent.pid }, family: { pid: parent.pid, withChildren: true } });
      expect(cpu.worker).toBeGreaterThanOrEqual(290);
      expect(cpu.family).toBeGreaterThanOrEqual(cpu.alone! + 290);
      const processes = { worker: { pid: worker.pid } };
      const [now, peak] = [await memoryOf(processes), await peakMemoryOf(processes)];
      expect(now.worker).toBeGreaterThan(5);
      expect(peak.worker).toBeGreaterThanOrEqual(now.worker!);
    } finally {
      worker.end();
      parent.end();
    }
  });
});
