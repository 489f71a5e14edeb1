import { killProcess, type ProcessName } from '../testing/product.ts';
import type { Fault } from './fault.ts';
import { untilUp } from './process-up.ts';

/** A process killed with SIGKILL; the supervisor starts it again. */
export function killed(name: ProcessName): Fault {
  return {
    name: `${name} killed`, how: 'SIGKILL', lastsMs: 0,
    async provoke({ site }) {
      const pid = await killProcess(site.product, name);
      return { heal: () => untilUp(site, name, pid) };
    },
  };
}
