import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askSupervisor } from '@jwxt/infra/data-folder/control-socket.ts';
import { z } from 'zod';
import type { RunningProduct } from './start-product.ts';

const children = z.array(z.object({ pid: z.number(), script: z.string() }));

/** Parts of the product that run as processes of their own. `postgres` is the local database server. */
export type ProcessName = 'eventstore' | 'commands' | 'projections' | 'gateway' | 'postgres';

const scripts: Record<Exclude<ProcessName, 'postgres'>, string> = {
  eventstore: 'infra/eventstore/src/main.ts',
  commands: 'services/commands/src/main.ts',
  projections: 'services/projections/src/main.ts',
  gateway: 'services/gateway/src/main.ts',
};

/** The process id of a part, as the supervisor has it; undefined while it is down. */
export async function pidOf(product: RunningProduct, name: ProcessName): Promise<number | undefined> {
  if (name === 'postgres') return await databasePid(product);
  const list = children.parse(JSON.parse(await readFile(join(product.dataDir, 'children.json'), 'utf8')));
  return list.find((child) => child.script.endsWith(scripts[name]))?.pid;
}

/** PostgreSQL writes it down itself, on the first line. */
async function databasePid({ dataDir }: RunningProduct): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
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
