import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { inTurns, perSecond, type Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const rounds = 3;
const roundMs = 1_500;
const inFlight = 32;

/** Appends of one event each to the local node, acknowledged after fsync, beside plain writes with fsync, one after the other. */
export async function measureAppends({ rawStore, folder }: Stage): Promise<Figure[]> {
  const file = await open(join(folder, 'plain'), 'a');
  const data = { studentCode: 'S202601', cells: [{ dataKey: 'qm', before: null, after: 855 }] };
  const line = Buffer.from(`${JSON.stringify(data)}\n`);
  const measured = await inTurns(rounds,
    () => perSecond(inFlight, roundMs, (worker) => rawStore.appendToStream(`appends-${worker}`, jsonEvent({ id: randomUUID(), type: 'Measured', data }))),
    () => perSecond(1, roundMs, async () => {
      await file.write(line);
      await file.datasync();
    }));
  await file.close();
  return [{ id: 'node.append', unit: 'per second', ...measured, against: 'write and fdatasync of one file, one at a time' }];
}
