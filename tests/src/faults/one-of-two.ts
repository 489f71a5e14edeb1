import { vi } from 'vitest';
import { z } from 'zod';
import { killProcess } from '../testing/product.ts';
import type { Fault, FaultScene } from './fault.ts';
import type { FaultSite } from './fault-site.ts';
import { untilUp } from './process-up.ts';
import { untilFollowing } from './recovery.ts';
import type { SecondProcess, ServiceName } from './service-process.ts';

const patience = { timeout: 60_000, interval: 100 };
/** Commands that show that the other process goes on alone. */
const enough = 60;
const workerStatus = z.object({ models: z.array(z.object({ name: z.string(), leading: z.boolean() })) });
const commandsHealth = z.object({
  checks: z.object({ policies: z.object({ detail: z.object({ leading: z.boolean() }) }) }),
});

/** What a process does alone among its like: read models, or all policies. Gateways are equal. */
async function leads({ env }: FaultSite, service: ServiceName, url: string): Promise<string[]> {
  if (service === 'gateway') return [];
  const path = service === 'projections' ? '/status' : '/health/ready';
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${env.METRICS_TOKEN}` },
    signal: AbortSignal.timeout(5_000),
  });
  const answer: unknown = await response.json();
  if (service === 'projections')
    return workerStatus
      .parse(answer)
      .models.filter(({ leading }) => leading)
      .map(({ name }) => name);
  return commandsHealth.parse(answer).checks.policies.detail.leading ? ['the policies'] : [];
}

/**
 * What both do, for certain: the first leads it before and after the second is asked. Workers share, so either may lead
 * some, and give some back.
 */
async function ledTwice(site: FaultSite, service: ServiceName): Promise<string[]> {
  const [first = '', second = first] = site.urlsOf(service);
  if (second === first) return [];
  const [before, beside, after] = [
    await leads(site, service, first),
    await leads(site, service, second),
    await leads(site, service, first),
  ];
  return before
    .filter((name) => beside.includes(name) && after.includes(name))
    .map((name) => `both ${service} lead ${name}`);
}

/** The second process of a service; throws where there is one of each. */
function secondOf({ seconds }: FaultSite, service: ServiceName): SecondProcess {
  if (!seconds) throw new Error('there is only one process of each service');
  return seconds[service];
}

/** Whether work went to it: a balancer gives it half of the connections. Nobody connects to projections. */
function idle({ door, proxies }: FaultSite, service: ServiceName, { port }: SecondProcess): string[] {
  const balancer = { commands: proxies.commands, gateway: door, projections: undefined }[service];
  return balancer?.connectionsTo(port) === 0 ? [`nothing went to the second ${service}`] : [];
}

/**
 * One of two processes of a service dies and stays away: the other goes on, leads all that there is to lead, and shares
 * it again when the first is back.
 */
export function oneOfTwoKilled(service: ServiceName): Fault {
  return {
    name: `one of two killed: ${service}`,
    how: `SIGKILL of the second process; ${enough} commands without it; then started again`,
    lastsMs: 0,
    async provoke({ site, load }) {
      const second = secondOf(site, service);
      const problems = idle(site, service, second);
      await second.kill();
      await untilFollowing(site);
      await load.busy(enough);
      return {
        heal: () => second.start(),
        check: async () => [...problems, ...(await ledTwice(site, service))],
      };
    },
  };
}

/**
 * One of two processes hangs while it leads, holding its connections and its locks: the other takes its lead, and when
 * it wakes it has lost it.
 */
export function oneOfTwoFrozen(service: 'commands' | 'projections'): Fault {
  return {
    name: `one of two frozen while it leads: ${service}`,
    how: 'SIGKILL of the first until the second leads; SIGSTOP of the second until the first has its lead; SIGCONT',
    lastsMs: 0,
    // Those that stood with the frozen process wait for their answer as long as for a slow one.
    recoveryLimitSeconds: 20,
    async provoke(scene) {
      const { site, load } = scene;
      const second = secondOf(site, service);
      await untilItLeads(scene, service, second);
      const led = await leads(site, service, second.url);
      second.freeze();
      const problems: string[] = [];
      await vi
        .waitFor(async () => {
          const [first = ''] = site.urlsOf(service);
          const taken = await leads(site, service, first);
          const missing = led.filter((name) => !taken.includes(name));
          if (missing.length > 0) throw new Error(`nobody leads ${missing.join(', ')}`);
        }, patience)
        .catch((error: Error) => problems.push(error.message));
      await load.busy(enough);
      return {
        heal() {
          second.thaw();
          return Promise.resolve();
        },
        check: async () => [...problems, ...(await ledTwice(site, service))],
      };
    },
  };
}

/** Kills the first process, if need be more than once, as either may take what is free. */
async function untilItLeads(
  { site }: FaultScene,
  service: 'commands' | 'projections',
  second: SecondProcess,
): Promise<void> {
  for (let kills = 0; (await leads(site, service, second.url)).length === 0; kills += 1) {
    if (kills === 10) throw new Error(`the second ${service} leads nothing`);
    const pid = await killProcess(site.product, service);
    await untilUp(site, service, pid);
  }
}
