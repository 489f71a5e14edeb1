import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askSupervisor } from '@jwxt/infra/supervisor/control-socket.ts';
import { z } from 'zod';
import type { RunningProduct } from './product-setup.ts';

const children = z.array(z.object({ pid: z.number(), script: z.string() }));

/** Parts of the product that run as processes of their own. */
export type ProcessName = 'eventstore' | 'commands' | 'projections' | 'gateway';

const scripts: Record<ProcessName, string> = {
  eventstore: 'infra/eventstore/src/main.ts', commands: 'services/commands/src/main.ts', projections: 'services/projections/src/main.ts', gateway: 'services/gateway/src/main.ts',
};

/** The process id of a part, as the supervisor has it; undefined while it is down. */
export async function pidOf(product: RunningProduct, name: ProcessName): Promise<number | undefined> {
  const list = children.parse(JSON.parse(await readFile(join(product.dataDir, 'children.json'), 'utf8')));
  return list.find((child) => child.script.endsWith(scripts[name]))?.pid;
}

/** Kills a part with SIGKILL; the supervisor starts it again. Throws when it is not running. */
export async function killProcess(product: RunningProduct, name: ProcessName): Promise<number> {
  const pid = await pidOf(product, name);
  if (pid === undefined) throw new Error(`${name} is not running`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Environment of the services: addresses of engines and services, and their token. */
export async function environmentOf(product: RunningProduct): Promise<Record<string, string>> {
  const status = await askSupervisor(product.dataDir);
  if (!status) throw new Error('the product is not running');
  return status.env;
}
