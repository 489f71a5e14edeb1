import { vi } from 'vitest';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { killProcess } from '../testing/product.ts';
import { auditRebuild } from './audit.ts';
import type { Fault, FaultScene } from './fault.ts';
import { untilUp } from './process-up.ts';
import { withDatabase } from './read-model-audit.ts';

interface Build {
  readonly name: string;
  readonly generation: number;
  readonly handled: number;
}

/**
 * A rebuild of everything whose workers are killed half-way: it is taken up where it was, and equals what served all
 * the time.
 */
export const killedRebuild: Fault = {
  name: 'a rebuild killed half-way',
  how: 'all read models rebuilt over a slow network, SIGKILL of the workers while they are under way',
  lastsMs: 0,
  provoke: (scene) => Promise.resolve({ heal: () => Promise.resolve(), check: () => rebuildAndKill(scene) }),
};

async function rebuildAndKill({ site, admin }: FaultScene): Promise<string[]> {
  return await withDatabase(site.env, async (db) => {
    let halfWay: Build[] = [];
    const differences = await auditRebuild({ site, admin }, async () => {
      site.proxies.postgres.delay(25);
      halfWay = await vi.waitFor(
        async () => {
          const found = await halfBuilt(db);
          if (found.length === 0) throw new Error('no rebuild is half-way');
          return found;
        },
        { timeout: 60_000, interval: 5 },
      );
      const [pid] = await Promise.all([killProcess(site.product, 'projections'), site.seconds?.projections.kill()]);
      site.proxies.postgres.delay(0);
      halfWay = await halfBuilt(db);
      await untilUp(site, 'projections', pid);
      await site.seconds?.projections.start();
    });
    const { rows: serving } = await db.query<Build>(
      "select name, generation, events_handled as handled from projection.read_model where status = 'serving'",
    );
    const begunAgain = halfWay.filter(
      ({ name, generation }) => serving.find((model) => model.name === name)?.generation !== generation,
    );
    return [
      ...differences,
      ...(halfWay.length === 0 ? ['no rebuild was half-way when the workers were killed'] : []),
      ...begunAgain.map(
        ({ name, handled }) => `${name}: the rebuild was begun again, not taken up after ${handled} events`,
      ),
    ];
  });
}

/** Rebuilds that have stored a part of their events. */
async function halfBuilt(db: Pool): Promise<Build[]> {
  const { rows } = await db.query<Build>(
    `select name, generation, events_handled as handled from projection.read_model
      where status = 'building' and events_handled > 0`,
  );
  return rows;
}
