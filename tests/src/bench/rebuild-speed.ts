import { randomUUID } from 'node:crypto';
import { readModelRebuild } from '@jwxt/contracts/system/system.operations.ts';
import { inTurns, timeOf, type Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const rounds = 3;
const lookEveryMs = 20;

/** Rebuilding all read models, from the request until the last one serves, in events of the log a second, beside reading the log. */
export async function measureRebuild(stage: Stage): Promise<Figure[]> {
  const { store } = stage;
  let events = 0;
  const readAll = async (): Promise<number> => {
    let count = 0;
    const ms = await timeOf(async () => {
      for await (const { event } of store.readAll()) if (event && !event.type.startsWith('$')) count += 1;
    });
    events = count;
    return count / (ms / 1000);
  };
  const rebuild = async (): Promise<number> => events / ((await timeOf(() => rebuildAll(stage))) / 1000);
  return [{ id: 'rebuild.all', unit: 'per second', ...await inTurns(rounds, rebuild, readAll), against: `readAll of the same ${events} events` }];
}

async function rebuildAll({ db, session }: Stage): Promise<void> {
  const admin = await session('admin');
  const serving = async (): Promise<Map<string, number>> => {
    const { rows } = await db.query<{ name: string; generation: number }>("select name, generation from projection.read_model where status = 'serving'");
    return new Map(rows.map(({ name, generation }) => [name, generation]));
  };
  const before = await serving();
  await admin.call(readModelRebuild, { commandId: randomUUID(), names: [...before.keys()] });
  for (;;) {
    const now = await serving();
    if ([...before].every(([name, generation]) => (now.get(name) ?? 0) > generation)) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
