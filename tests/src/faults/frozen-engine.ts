import { engineProcesses, engineTitles, signal, type EngineName } from './engine-processes.ts';
import type { Fault } from './fault.ts';

/**
 * An engine that hangs with all its connections standing: nobody is told, and what it answers when it wakes is late.
 */
export function frozen(engine: EngineName): Fault {
  return {
    name: `${engineTitles[engine]} frozen`,
    how: 'SIGSTOP of all its processes, 15 s, SIGCONT',
    lastsMs: 15_000,
    // A connection that was replaced meanwhile may be one whose answer came at last.
    recoveryLimitSeconds: 20,
    async provoke({ site }) {
      const pids = await engineProcesses(site, engine);
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return {
        heal() {
          for (const pid of pids) signal(pid, 'SIGCONT');
          return Promise.resolve();
        },
      };
    },
  };
}
