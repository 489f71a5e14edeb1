import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startLocalEventNode, type LocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import type { SampleEvent } from './load/append.ts';
import { peakMemoryOf } from './process-cost.ts';
import { inTurns, type Plan } from './rounds.ts';
import type { Scale } from './scale.ts';
import type { Stage } from './stage.ts';

const appending: Plan = { inFlight: 32, rounds: 3, roundMs: 2_000 };
const readEvents = [50_000, 1_000] as const;
/** So many more must not need more memory. */
const moreEvents = [200_000, 2_000] as const;
const reading: Plan = { inFlight: 1, rounds: 3, roundMs: 1_000 };
/** A disk that is memory, where flushing costs nothing. */
const memoryDisk = '/dev/shm';
const sample: SampleEvent = {
  type: 'CellsEntered',
  metadata: {
    commandId: 'c0ffee',
    actor: { userName: 'teacher1', name: '任课教师' },
    time: '2026-01-11T12:00:00.000Z',
  },
  data: { rows: [{ studentCode: 'S202601', cells: [{ dataKey: 'qm', before: null, after: 855 }] }] },
};

/**
 * Appends and reads of the local node on the disk, each acknowledged after a flush, beside the same node on a disk that
 * is memory.
 */
export async function measureNode({ driver, folder, scale }: Stage): Promise<Figure[]> {
  if (!existsSync(memoryDisk)) throw new Error(`there is no ${memoryDisk} for a node in memory`);
  const inMemory = await mkdtemp(join(memoryDisk, 'jwxt-bench-'));
  const nodes: LocalEventNode[] = [];
  try {
    for (const parent of [join(folder, 'measured-node'), inMemory])
      nodes.push(await startLocalEventNode({ dataDir: parent }));
    return await measure(driver, scale, nodes[0]!, nodes[1]!);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all(
      [join(folder, 'measured-node'), inMemory].map((path) => rm(path, { recursive: true, force: true })),
    );
  }
}

async function measure(
  driver: Stage['driver'],
  scale: Scale,
  disk: LocalEventNode,
  memory: LocalEventNode,
): Promise<Figure[]> {
  const [events, more] = [scale.size(...readEvents), scale.size(...moreEvents)];
  const processes = { node: { pids: [disk.pid] }, inMemory: { pids: [memory.pid] } };
  const samples = [sample];
  const append = await Promise.all([disk, memory].map(({ url }) => driver.prepare('appendEvents', { url, samples })));
  const [appends, appendsInMemory] = await inTurns(processes, append, scale.plan(appending));
  const [single, singleInMemory] = await inTurns(processes, append, scale.plan(reading));
  const read = await Promise.all(
    [disk, memory].map(({ url }) => driver.prepare('readAllEvents', { url, samples, events })),
  );
  const [reads, readsInMemory] = await inTurns(processes, read, scale.plan(reading));
  const peak = await peakMemoryOf(processes);
  await (
    await driver.prepare('readAllEvents', { url: disk.url, samples, events: more })
  )(1, 1);
  const later = await peakMemoryOf(processes);
  const against = 'the same node without a disk';
  const ofMemory = (value: number, baseline: number) => atLeast(value / baseline, 0.8, ' of it');
  const perEvent = (cpu: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / events]));
  return [
    {
      id: 'node.append',
      unit: '1/s',
      value: appends!.perSecond,
      baseline: appendsInMemory!.perSecond,
      against,
      cpu: appends!.cpu,
      aims: [ofMemory(appends!.perSecond, appendsInMemory!.perSecond)],
    },
    { id: 'node.append.p50', unit: 'ms', value: single!.p50, baseline: singleInMemory!.p50, against },
    { id: 'node.append.p99', unit: 'ms', value: single!.p99, baseline: singleInMemory!.p99, against },
    {
      id: 'node.readAll',
      unit: '1/s',
      value: reads!.perSecond * events,
      baseline: readsInMemory!.perSecond * events,
      against,
      cpu: perEvent(reads!.cpu),
      aims: [ofMemory(reads!.perSecond, readsInMemory!.perSecond)],
    },
    {
      id: 'node.memory',
      unit: 'MB',
      value: later.node!,
      baseline: peak.node!,
      against: `its peak before ${more.toLocaleString('en')} events more were written and all read`,
      aims: [atMost(later.node! / peak.node!, 1.25, ' × of that')],
    },
  ];
}
