import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { comparePositions, parsePosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import { z } from 'zod';
import { askingTypes } from './effect-audit.ts';
import type { FaultSite } from './fault-site.ts';
import { withEventLog } from './stored-events.ts';

const projectionsStatus = z.object({
  subscription: z.object({ status: z.string() }).nullable(),
  models: z.array(z.object({ name: z.string(), position: z.string(), subscription: z.string() })),
});
const commandsHealth = z.object({ checks: z.object({ policies: z.object({ detail: z.object({ status: z.string().optional(), position: z.string().optional() }) }) }) });
const gatewayHealth = z.object({ checks: z.object({ notices: z.object({ status: z.string() }) }) });

/** How long to wait for what heals by itself; not how long it may take. */
const patienceMs = 120_000;
const everyMs = 50;

/**
 * Waits until every service follows again: the read models and the policies, subscribed by their own word and beyond the last event that was
 * stored when it is called, and the gateway its notices. Answers how long it took and what was last. Throws with what does not follow.
 */
export async function untilFollowing(site: FaultSite): Promise<{ seconds: number; last: string }> {
  const startedAt = performance.now();
  let last = 'nothing';
  const { end, asking } = await withEventLog(site.env, async (log) => ({ end: await log.lastPosition(), asking: await lastAsking(log) }));
  for (;;) {
    const behind = (await Promise.all([readModels(site, end), policies(site, asking), notices(site)])).flat();
    const waited = performance.now() - startedAt;
    if (behind.length === 0) return { seconds: waited / 1000, last };
    last = behind.join('; ');
    if (waited > patienceMs) throw new Error(`still not following after ${Math.round(waited / 1000)} s: ${last}`);
    await sleep(everyMs);
  }
}

/** The last of the events that policies follow; whether they have passed any other says nothing. */
async function lastAsking(log: EventLog): Promise<Position | undefined> {
  for await (const { type, position } of log.readAll({ direction: 'backwards', maxCount: 2_000 })) if (askingTypes.has(type)) return position;
  return undefined;
}

async function ask<T>(schema: z.ZodType<T>, url: string, token = ''): Promise<T | undefined> {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(3_000) });
    return schema.safeParse(await response.json()).data;
  } catch {
    return undefined;
  }
}

async function readModels({ env }: FaultSite, end: Position | undefined): Promise<string[]> {
  const status = await ask(projectionsStatus, `${env.PROJECTIONS_URL}/status`, env.INTERNAL_TOKEN);
  if (!status) return ['the projections do not answer'];
  const late = status.models.filter(({ subscription, position }) => !follows(subscription) || !reaches(position, end));
  return [
    ...(follows(status.subscription?.status) ? [] : [`the projections' subscription is ${status.subscription?.status ?? 'not there'}`]),
    ...late.map(({ name, subscription, position }) => `${name} is ${subscription} at ${position}`),
  ];
}

async function policies({ env }: FaultSite, end: Position | undefined): Promise<string[]> {
  const health = await ask(commandsHealth, `${env.COMMANDS_URL}/health/ready`);
  const { status, position } = health?.checks.policies.detail ?? {};
  return follows(status) && reaches(position ?? 'start', end) ? [] : [`the policies are ${status ?? 'silent'} at ${position ?? 'an unknown place'}`];
}

async function notices({ product }: FaultSite): Promise<string[]> {
  const health = await ask(gatewayHealth, `${product.url}/health/ready`);
  return health?.checks.notices.status === 'up' ? [] : ['the gateway does not hear notices'];
}

/** Under load there is always more to come: what hears the store and is beyond the place asked for follows, though it never sees the end. */
function follows(status: string | undefined): boolean {
  return status === 'live' || status === 'catching-up';
}

function reaches(position: string, end: Position | undefined): boolean {
  if (end === undefined) return true;
  const reached = parsePosition(position);
  return reached !== undefined && comparePositions(reached, end) >= 0;
}
