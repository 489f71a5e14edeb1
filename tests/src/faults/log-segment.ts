import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultSite } from './fault-site.ts';

/** The file that the event store appends to. */
export function lastSegment({ product }: FaultSite): string {
  const folder = join(product.dataDir, 'eventstore', 'log');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.segment'))
    .toSorted();
  return join(folder, names.at(-1)!);
}
