import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultScene } from './fault.ts';
import { planFaults, type FaultForm } from './fault-plan.ts';
import { strike, type FaultResult } from './fault-run.ts';
import { stoppableOf, stoppableVariable } from './given-engine.ts';
import { openFaultSite, proxiedOf, type FaultSite } from './fault-site.ts';
import { keepFaultResults } from './fault-report.ts';
import { startLoad } from './load.ts';
import { seededRandom } from './seeded-random.ts';
import { typeAgainstEachOther } from './two-editors.ts';
import { writeUnreadableEvents } from './unreadable-event.ts';

/** Printed, and given again to have the same run. */
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
const form =
  (['long', 'given'] as const).find((wanted) => wanted === process.env.FAULT_FORM) ?? ('short' satisfies FaultForm);
const plan = planFaults(
  form,
  random,
  proxiedOf(process.env.EVENTSTORE_URL),
  stoppableOf(process.env[stoppableVariable]),
);
const limitMs = 400_000;

let site: FaultSite | undefined;
let scene: FaultScene | undefined;
const results: FaultResult[] = [];

/** Kept as they come: a run that is cut short still tells of what it has seen. */
async function keep(found: readonly FaultResult[]): Promise<void> {
  results.push(...found);
  await keepFaultResults({ seed, writers: scene!.load.writers, results });
}

beforeAll(async () => {
  process.stdout.write(`FAULT_SEED=${seed}\n`);
  site = await openFaultSite(form !== 'short');
  const load = await startLoad(site);
  await load.hold();
  scene = { site, random, load, admin: await site.signIn('admin') };
}, limitMs);
afterAll(async () => {
  try {
    await scene?.load.stop();
  } finally {
    await site?.stop();
  }
}, limitMs);

describe(`faults under load (FAULT_SEED=${seed})`, () => {
  it.each(plan)(
    '$name',
    async ({ faults }) => {
      const found = await strike(faults, scene!);
      await keep(found);
      expect(
        found.flatMap(({ name, problems }) => problems.slice(0, 20).map((problem) => `${name}: ${problem}`)),
      ).toEqual([]);
    },
    limitMs,
  );

  it('the faults struck commands under way', () => {
    const { commands } = scene!.load.journal;
    for (const kind of ['save', 'submit', 'recognise', 'decide'])
      expect(
        commands.filter(({ expected }) => expected.kind === kind),
        kind,
      ).not.toEqual([]);
    expect(commands.some(({ tries }) => tries > 1)).toBe(true);
  });

  it(
    'two editors who type into one cell at the same moment: one of them is told, each time',
    async () => {
      expect(await typeAgainstEachOther(scene!, form === 'long' ? 1_000 : 50)).toEqual([]);
    },
    limitMs,
  );

  it(
    'events of an unknown version and type stop the read models concerned, loudly, and nothing else',
    async () => {
      const found = await writeUnreadableEvents(scene!);
      await keep([found]);
      expect(found.problems).toEqual([]);
    },
    limitMs,
  );
});
