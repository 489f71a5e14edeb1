import { killProcess } from '../testing/product.ts';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Fault } from './fault.ts';
import type { FaultSite } from './fault-site.ts';
import { untilUp } from './process-up.ts';
import { startSecond } from './second-process.ts';

const patience = { timeout: 60_000, interval: 100 };
const workerStatus = z.object({ models: z.array(z.object({ name: z.string(), leading: z.boolean() })) });

/** The read models that a projections process leads. */
async function leads({ env }: FaultSite, url: string): Promise<string[]> {
  const response = await fetch(`${url}/status`, { headers: { authorization: `Bearer ${env.INTERNAL_TOKEN}` }, signal: AbortSignal.timeout(5_000) });
  return workerStatus.parse(await response.json()).models.filter(({ leading }) => leading).map(({ name }) => name);
}

/** Two projections processes: one leads each read model, and when it dies the other takes over. */
export const twoProjections: Fault = {
  name: 'two workers for one read model', how: 'a second projections process; the leading one killed; then the second stopped', lastsMs: 2_000,
  async provoke({ site, load }) {
    const first = site.env.PROJECTIONS_URL ?? '';
    const second = await startSecond(site, 'projections');
    const problems: string[] = [];
    const before = await leads(site, first);
    const beside = await leads(site, second.url);
    if (beside.length > 0) problems.push(`the second worker leads ${beside.join(', ')} beside the first`);
    const pid = await killProcess(site.product, 'projections');
    await vi.waitFor(async () => {
      const taken = await leads(site, second.url);
      if (taken.length < before.length) throw new Error(`the second worker took over ${taken.length} of ${before.length} read models`);
    }, patience);
    await untilUp(site, 'projections', pid);
    await load.busy(30);
    const twice = await leads(site, first);
    if (twice.length > 0) problems.push(`the first worker came back and leads ${twice.join(', ')} beside the second`);
    return { heal: () => second.stop(), check: () => Promise.resolve(problems) };
  },
};

/** Two commands services that the gateway reaches in turn: what both decide on one stream stands in one order. */
export const twoCommands: Fault = {
  name: 'two commands services on one stream', how: 'a second commands process; the gateway’s connections go to both in turn', lastsMs: 8_000,
  async provoke({ site }) {
    const second = await startSecond(site, 'commands');
    const target = { host: '127.0.0.1', port: second.port, connections: 0 };
    site.moreCommands.push(target);
    site.proxies.commands.cut();
    return {
      async heal() {
        site.moreCommands.length = 0;
        await second.stop();
      },
      check: () => Promise.resolve(target.connections > 0 ? [] : ['no command went to the second service']),
    };
  },
};
