import { vi } from 'vitest';
import { pidOf, type ProcessName } from '../testing/product.ts';
import type { FaultSite } from './fault-site.ts';
import { withDatabase } from './read-model-audit.ts';
import { isLive } from './service-process.ts';
import { withEventLog } from './stored-events.ts';

/** How long to wait for what heals by itself; not how long it may take. */
const patience = { timeout: 150_000, interval: 50 };

/** Waits until a part answers, as another process than `gone`. */
export async function untilUp(site: FaultSite, name: ProcessName, gone?: number): Promise<void> {
  await vi.waitFor(async () => {
    const pid = await pidOf(site.product, name);
    if (pid === undefined || pid === gone) throw new Error(`${name} did not come back`);
    await answers(site, name);
  }, patience);
}

async function answers({ env, product }: FaultSite, name: ProcessName): Promise<void> {
  switch (name) {
    case 'eventstore':
      return void (await withEventLog(env, (log) => log.lastPosition()));
    case 'postgres':
      return void (await withDatabase(env, (db) => db.query('select 1')));
    case 'commands':
      return await isLive(env.COMMANDS_URL ?? '');
    case 'projections':
      return await isLive(env.PROJECTIONS_URL ?? '');
    case 'gateway':
      return await isLive(product.url);
  }
}
