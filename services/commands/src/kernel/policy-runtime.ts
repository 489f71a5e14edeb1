import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandServices, Policy } from './command-route.ts';
import type { StoredEvent } from './event-codec.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';
import { later } from './stream-folds.ts';

/**
 * Lets policies react to events. What has succeeded in this process is remembered, so that the subscription, which sees every event
 * again, does not carry it out a second time; forgetting only costs time, because reactions are idempotent.
 */
export interface PolicyRuntime {
  readonly policies: readonly Policy[];
  /**
   * Right after an append: reacts at once, so that the answered position covers the effects. A failure is logged and left to the
   * subscription; later events of the same stream then wait for it too.
   */
  reactInline(events: readonly StoredEvent[]): Promise<Position | null>;
  /** One policy on one event; throws what the policy throws. */
  react(policy: Policy, event: StoredEvent): Promise<Position | null>;
}

/** Options of {@link createPolicyRuntime}. `services` is asked late: its handler reacts through this runtime. */
export interface PolicyRuntimeOptions {
  readonly policies: readonly Policy[];
  readonly services: () => CommandServices;
  readonly logger: Logger;
}

const rememberedReactions = 50_000;

/** Creates the runtime of policies. */
export function createPolicyRuntime({ policies, services, logger }: PolicyRuntimeOptions): PolicyRuntime {
  const done = createLruCache<{ position: Position | null }>(rememberedReactions);
  const running = new Map<string, Promise<Position | null>>();
  /** Policy and stream whose next event the subscription has to carry out first. */
  const held = new Set<string>();

  async function react(policy: Policy, event: StoredEvent): Promise<Position | null> {
    const key = `${policy.name}:${event.id}`;
    const known = done.get(key);
    if (known) return known.position;
    const already = running.get(key);
    if (already) return await already;
    const reaction = policy.react(event, services());
    running.set(key, reaction);
    try {
      const position = await reaction;
      done.set(key, { position });
      held.delete(`${policy.name}:${event.stream}`);
      return position;
    } catch (error) {
      held.add(`${policy.name}:${event.stream}`);
      throw error;
    } finally {
      running.delete(key);
    }
  }

  async function reactInline(events: readonly StoredEvent[]): Promise<Position | null> {
    let last: Position | null = null;
    for (const event of events) {
      for (const policy of policies) {
        if (!policy.types.includes(event.event.type) || held.has(`${policy.name}:${event.stream}`)) continue;
        try {
          last = later(last, await react(policy, event));
        } catch (error) {
          logger.warn({ err: error, policy: policy.name, stream: event.stream, revision: event.revision }, '策略未能立即执行，稍后重试');
        }
      }
    }
    return last;
  }

  return { policies, react, reactInline };
}
