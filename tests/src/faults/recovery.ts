import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { comparePositions, parsePosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import { z } from 'zod';
import { typesWithEffects } from './effect-audit.ts';
import type { FaultSite } from './fault-site.ts';
import { withEventLog } from './stored-events.ts';

const projectionsStatus = z.object({
  subscription: z.object({ status: z.string() }).nullable(),
  models: z.array(z.object({ name: z.string(), position: z.string(), subscription: z.string(), leading: z.boolean() })),
});
const commandsHealth = z.object({
  checks: z.object({
    policies: z.object({ detail: z.object({ status: z.string().optional(), position: z.string().optional() }) }),
  }),
});
const gatewayHealth = z.object({ checks: z.object({ notices: z.object({ status: z.string() }) }) });

/** How long to wait for what heals by itself; not how long it may take. */
const patienceMs = 120_000;
const everyMs = 50;

/**
 * Waits until every service follows again: the read models and the policies, subscribed by their own word and beyond
 * the last event that was stored when it is called, and the gateway its notices. Answers how long it took and what was
 * last. Throws with what does not follow.
 */
export async function untilFollowing(site: FaultSite): Promise<{ seconds: number; last: string }> {
  const startedAt = performance.now();
  let last = 'nothing';
  const { end, asking } = await withEventLog(site.env, async (log) => ({
    end: await lastOf(log, () => true),
    asking: await lastOf(log, (type) => typesWithEffects.has(type)),
  }));
  for (;;) {
    const behind = (await Promise.all([readModels(site, end), policies(site, asking), notices(site)])).flat();
    const waited = performance.now() - startedAt;
    if (behind.length === 0) return { seconds: waited / 1000, last };
    last = behind.join('; ');
    if (waited > patienceMs) throw new Error(`still not following after ${Math.round(waited / 1000)} s: ${last}`);
    await sleep(everyMs);
  }
}

/**
 * The last event of the product, or the last of those that policies follow: whether they have passed any other, such as
 * one of the store's own, says nothing.
 */
async function lastOf(log: EventLog, isWanted: (type: string) => boolean): Promise<Position | undefined> {
  for await (const { type, position } of log.readAll({ direction: 'backwards', maxCount: 2_000 }))
    if (isWanted(type)) return position;
  return undefined;
}

async function ask<T>(schema: z.ZodType<T>, url: string, token = ''): Promise<T | undefined> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(3_000),
    });
    return schema.safeParse(await response.json()).data;
  } catch {
    return undefined;
  }
}

/**
 * Read models that nobody follows, or not yet as far as `end`: each is followed by the process that leads it, and a
 * process that leads none follows nothing.
 */
export async function readModels(site: FaultSite, end?: Position): Promise<string[]> {
  const told = await Promise.all(
    site.urlsOf('projections').map((url) => ask(projectionsStatus, `${url}/status`, site.env.METRICS_TOKEN)),
  );
  if (told.includes(undefined)) return ['the projections do not answer'];
  const models = Map.groupBy(
    told.flatMap((status) => status?.models ?? []),
    ({ name }) => name,
  );
  const deaf = told.filter(
    (status) => status?.models.some(({ leading }) => leading) && !follows(status.subscription?.status),
  );
  const late = [...models].filter(
    ([, seen]) =>
      !seen.some(({ leading, subscription, position }) => leading && follows(subscription) && reaches(position, end)),
  );
  return [
    ...deaf.map((status) => `the projections' subscription is ${status?.subscription?.status ?? 'not there'}`),
    ...late.map(
      ([name, seen]) =>
        `${name} is ${seen.map(({ subscription, position }) => `${subscription} at ${position}`).join(', ')}`,
    ),
  ];
}

/** One process carries out all policies. */
async function policies(site: FaultSite, end: Position | undefined): Promise<string[]> {
  const told = await Promise.all(
    site.urlsOf('commands').map((url) => ask(commandsHealth, `${url}/health/ready`, site.env.METRICS_TOKEN)),
  );
  const details = told.map((health) => health?.checks.policies.detail ?? {});
  return details.some(({ status, position }) => follows(status) && reaches(position ?? 'start', end))
    ? []
    : details.map(
        ({ status, position }) => `the policies are ${status ?? 'silent'} at ${position ?? 'an unknown place'}`,
      );
}

async function notices(site: FaultSite): Promise<string[]> {
  const told = await Promise.all(
    site.urlsOf('gateway').map((url) => ask(gatewayHealth, `${url}/health/ready`, site.env.METRICS_TOKEN)),
  );
  return told.every((health) => health?.checks.notices.status === 'up') ? [] : ['a gateway does not hear notices'];
}

/**
 * Under load there is always more to come: what hears the store and is beyond the place asked for follows, though it
 * never sees the end.
 */
function follows(status: string | undefined): boolean {
  return status === 'live' || status === 'catching-up';
}

function reaches(position: string, end: Position | undefined): boolean {
  if (end === undefined) return true;
  const reached = parsePosition(position);
  return reached !== undefined && comparePositions(reached, end) >= 0;
}
