import { setTimeout as sleep } from 'node:timers/promises';
import { engineProcesses, engineTitles, keepDoing, signal, type EngineName } from './engine-processes.ts';
import type { Fault } from './fault.ts';

const stoppedMs = 300;
const runningMs = 60;

/** An engine whose disk is slow: its processes stand still most of the time, as they do while they wait for a disk. */
export function slowDisk(engine: EngineName): Fault {
  return {
    name: `disk slow: ${engineTitles[engine]}`,
    how: `SIGSTOP ${stoppedMs} ms, SIGCONT ${runningMs} ms, over and over`,
    lastsMs: 6_000,
    provoke({ site }) {
      const end = keepDoing(site, engine, runningMs, async (pids) => {
        for (const pid of pids) signal(pid, 'SIGSTOP');
        await sleep(stoppedMs);
        for (const pid of pids) signal(pid, 'SIGCONT');
      });
      return Promise.resolve({
        async heal() {
          await end();
          for (const pid of await engineProcesses(site, engine)) signal(pid, 'SIGCONT');
        },
      });
    },
  };
}
