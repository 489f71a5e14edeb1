import { killProcess, pidOf, type ProcessName } from '../testing/product.ts';
import type { Fault } from './fault.ts';
import { untilUp } from './process-up.ts';

/** A process killed with SIGKILL; the supervisor starts it again. */
export function killed(name: ProcessName): Fault {
  return {
    name: `${name} killed`,
    how: 'SIGKILL',
    lastsMs: 0,
    async provoke({ site }) {
      const pid = await killProcess(site.product, name);
      return { heal: () => untilUp(site, name, pid) };
    },
  };
}

/** PostgreSQL's fast shutdown, as an administrator who restarts it asks for; the supervisor starts it again. */
export const postgresRestarted: Fault = {
  name: 'PostgreSQL restarted',
  how: 'fast shutdown (SIGINT)',
  lastsMs: 0,
  async provoke({ site }) {
    const pid = (await pidOf(site.product, 'postgres'))!;
    process.kill(pid, 'SIGINT');
    return { heal: () => untilUp(site, 'postgres', pid) };
  },
};
