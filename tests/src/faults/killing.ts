import { vi } from 'vitest';
import { killProcess, pidOf, type ProcessName } from '../testing/product.ts';
import type { RunningProduct } from '../testing/start-product.ts';
import type { Journal } from './journal.ts';

/** Acknowledgements that show the load to be running. */
const enough = 40;
/** How long to wait for what heals by itself; not how long it may take. */
const patience = { timeout: 120_000, interval: 50 };

/** Kills a process while commands are under way, and waits until another one has taken its place and the writers get on. */
export async function killAndAwait(product: RunningProduct, name: ProcessName, journal: Journal): Promise<void> {
  await moreAcknowledged(journal, `before ${name} is killed`);
  const killed = await killProcess(product, name);
  await vi.waitFor(async () => {
    const pid = await pidOf(product, name);
    if (pid === undefined || pid === killed) throw new Error(`${name} did not come back`);
  }, patience);
  await moreAcknowledged(journal, `after ${name} was killed`);
}

async function moreAcknowledged(journal: Journal, when: string): Promise<void> {
  const from = journal.acknowledged;
  await vi.waitFor(() => {
    const more = journal.acknowledged - from;
    if (more < enough) throw new Error(`only ${more} commands were acknowledged ${when}`);
  }, patience);
}
