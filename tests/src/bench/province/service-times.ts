import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { z } from 'zod';

const results = z.array(z.object({ id: z.string(), cpu: z.record(z.string(), z.number()).optional() }));

/** CPU milliseconds of one operation in each part. */
export type PartTimes = Readonly<Record<'gateway' | 'commands' | 'eventstore' | 'postgres' | 'projections', number>>;

/** What one operation of each kind costs. */
export interface ServiceTimes {
  /** A save of one row through the gateway, and what of PostgreSQL's share is spent before the answer. */
  readonly save: PartTimes;
  readonly savePostgresBeforeAnswer: number;
  /** Opening a class of 60. */
  readonly sheet: PartTimes;
  /** The to-do count and list of an approver, at a million applications. */
  readonly todo: PartTimes;
  /** A decision, with the reads of the page before and after it. */
  readonly decision: PartTimes;
  /** Where they come from. */
  readonly source: string;
}

/** Figures of `docs/benchmark.md`'s machine, for those whom no run of one's own tells. */
const kept: Omit<ServiceTimes, 'source'> = {
  save: { gateway: 1.1, commands: 0.77, eventstore: 0.28, postgres: 0.71, projections: 1.07 },
  savePostgresBeforeAnswer: 0.42,
  sheet: { gateway: 2.41, commands: 0, eventstore: 0, postgres: 1.61, projections: 0 },
  todo: { gateway: 1.72, commands: 0, eventstore: 0, postgres: 3.88, projections: 0 },
  decision: { gateway: 10, commands: 4, eventstore: 1.5, postgres: 9, projections: 5 },
};

/** Takes the times from `bench-results.json`; what it lacks from the kept ones. */
export async function readServiceTimes(): Promise<ServiceTimes> {
  const text = await readFile(join(projectRoot, 'bench-results.json'), 'utf8').catch(() => '[]');
  const measured = new Map(results.parse(JSON.parse(text)).map(({ id, cpu }) => [id, cpu]));
  const missing: string[] = [];
  const take = (id: string, otherwise: PartTimes): PartTimes => {
    const { gateway, commands, eventstore, postgres, projections } = measured.get(id) ?? {};
    if (gateway === undefined) {
      missing.push(id);
      return otherwise;
    }
    return {
      gateway,
      commands: commands ?? 0,
      eventstore: eventstore ?? 0,
      postgres: postgres ?? 0,
      projections: projections ?? 0,
    };
  };
  const [save, sheet, todo, decision] = [
    take('gateway.throughput', kept.save),
    take('class.list', kept.sheet),
    take('todo.count.1000000.p50', kept.todo),
    take('push.32.p50', kept.decision),
  ];
  const [alone, inProduct] = [
    measured.get('commands.alone.throughput')?.postgres,
    measured.get('commands.throughput')?.postgres,
  ];
  // What the whole product spends beyond the write side alone is the read models' share, which nobody waits for.
  const savePostgresBeforeAnswer =
    alone === undefined || inProduct === undefined
      ? kept.savePostgresBeforeAnswer
      : Math.max(0, save.postgres - Math.max(0, inProduct - alone));
  const source =
    missing.length === 0 ? 'bench-results.json' : `bench-results.json, kept figures for ${missing.join(', ')}`;
  return { save, savePostgresBeforeAnswer, sheet, todo, decision, source };
}
