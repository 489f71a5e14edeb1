import { AsyncLocalStorage } from 'node:async_hooks';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import type { EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';
import type { CommandServices, Policy } from './command-route.ts';
import { decodeEvent, type StoredEvent } from './event-codec.ts';
import { createKeyedLock } from './keyed-lock.ts';
import type { PolicyStore } from './policy-parking.ts';
import { later } from './stream-folds.ts';

/**
 * Lets policies react to events. What has succeeded in this process is remembered, so that the subscription, which sees
 * every event again, does not carry it out a second time; forgetting only costs time, because reactions are idempotent.
 */
export interface PolicyRuntime {
  readonly policies: readonly Policy[];
  /** Names under which events that the policies react to may be stored. */
  readonly storedNames: string[];
  /** Whether a recorded event may be read as one that the policy reacts to. */
  mayConcern(policy: Policy, recorded: RecordedEvent): boolean;
  /** Whether this process knows that every policy has dealt with an event, without reading what it says. */
  hasDealtWith(recorded: RecordedEvent): boolean;
  /** One policy on what a recorded event is read as, in order; throws what the policy throws, and UnreadableEvent. */
  reactTo(policy: Policy, recorded: RecordedEvent): Promise<Position | null>;
  /**
   * Right after an append to a stream: reacts at once, so that the answered position covers the effects. A policy deals
   * with the events of a stream in their order, in whichever process: with those before first, and with none while one
   * of them is parked. A failure is logged and left to the subscription. `before` is the place of the event before
   * these, where it is known.
   */
  reactInline(events: readonly StoredEvent[], before?: Position | null): Promise<Position | null>;
}

/** Whether an event is one that the policy reacts to. */
export function isFor({ types }: Policy, { event }: StoredEvent): boolean {
  return (types as readonly string[]).includes(event.type);
}

/** Options of {@link createPolicyRuntime}. `services` is asked late: its handler reacts through this runtime. */
export interface PolicyRuntimeOptions {
  readonly policies: readonly Policy[];
  readonly services: () => CommandServices;
  readonly log: EventLog;
  readonly store: Pick<PolicyStore, 'standing'>;
  readonly logger: Logger;
  /** Another history than the product's, in tests. */
  readonly history?: EventHistory;
}

const remembered = 50_000;

/** Creates the runtime of policies. */
export function createPolicyRuntime({
  policies,
  services,
  log,
  store,
  logger,
  history = eventHistory,
}: PolicyRuntimeOptions): PolicyRuntime {
  const done = createLruCache<{ position: Position | null }>(remembered);
  const running = new Map<string, Promise<Position | null>>();
  /** By stream: up to which revision this process knows that every policy has dealt with it. */
  const dealt = createLruCache<number>(remembered);
  const inTurn = createKeyedLock();
  /** The reactions of which the present one is a part. */
  const within = new AsyncLocalStorage<ReadonlySet<string>>();

  function mayConcern({ types }: Policy, { type }: RecordedEvent): boolean {
    const meanings = history.readAs(type);
    return meanings !== undefined && types.some((one) => meanings.has(one));
  }

  function hasDealtWith({ stream, revision }: RecordedEvent): boolean {
    return (dealt.get(stream) ?? -1) >= Number(revision);
  }

  async function reactTo(policy: Policy, recorded: RecordedEvent): Promise<Position | null> {
    let last: Position | null = null;
    for (const event of decodeEvent(recorded, history).events)
      if (isFor(policy, event)) last = later(last, await react(policy, event));
    return last;
  }

  async function react(policy: Policy, event: StoredEvent): Promise<Position | null> {
    const key = keyOf(policy, event);
    const known = done.get(key);
    if (known) return known.position;
    const outer = within.getStore();
    // A part of a reaction waits for no other reaction: two might wait for each other. Done twice is done once.
    const already = outer === undefined ? running.get(key) : undefined;
    if (already) return await already;
    const reaction = within.run(new Set(outer).add(key), () => policy.react(event, services()));
    running.set(key, reaction);
    try {
      const position = await reaction;
      done.set(key, { position });
      return position;
    } catch (error) {
      dealt.delete(event.stream);
      throw error;
    } finally {
      if (running.get(key) === reaction) running.delete(key);
    }
  }

  async function reactInline(events: readonly StoredEvent[], before?: Position | null): Promise<Position | null> {
    const [first] = events;
    if (!first) return null;
    const turn = (): Promise<Position | null> => reactInOrder(first, events, before ?? null);
    return within.getStore() === undefined ? await inTurn.run(first.stream, turn) : await turn();
  }

  async function reactInOrder(
    first: StoredEvent,
    events: readonly StoredEvent[],
    before: Position | null,
  ): Promise<Position | null> {
    const { stream, revision } = first;
    const passed = (): void => dealt.set(stream, Math.max(dealt.get(stream) ?? -1, events.at(-1)!.revision));
    const isNext = revision === 0 || (dealt.get(stream) ?? -1) >= revision - 1;
    if (!policies.some((policy) => events.some((event) => isFor(policy, event)))) {
      if (isNext) passed();
      return null;
    }
    const held = new Set<Policy>();
    let position: Position | null = null;
    try {
      if (!isNext) position = await dealWithEarlier(first, before, held);
    } catch (error) {
      logger.warn({ err: error, stream, revision }, '暂时无法确认更早的事件已处理，稍后由订阅处理');
      return null;
    }
    for (const event of events) position = later(position, await reactAll(policies, event, held));
    if (held.size === 0) passed();
    return position;
  }

  /** Every policy that is not held back; one that fails is, from then on. */
  async function reactAll(
    concerned: readonly Policy[],
    event: StoredEvent,
    held: Set<Policy>,
  ): Promise<Position | null> {
    let last: Position | null = null;
    for (const policy of concerned) {
      // What this is a part of comes before it already.
      if (held.has(policy) || !isFor(policy, event) || within.getStore()?.has(keyOf(policy, event))) continue;
      try {
        last = later(last, await react(policy, event));
      } catch (error) {
        held.add(policy);
        logger.warn(
          { err: error, policy: policy.name, stream: event.stream, revision: event.revision },
          '策略未能立即执行，稍后重试',
        );
      }
    }
    return last;
  }

  /**
   * What other processes, or one that died, may not have dealt with before an event: holds back policies for which an
   * earlier one is parked.
   */
  async function dealWithEarlier(
    { stream, revision }: StoredEvent,
    before: Position | null,
    held: Set<Policy>,
  ): Promise<Position | null> {
    const standing = await store.standing(
      policies.map(({ name }) => name),
      stream,
    );
    for (const policy of policies) if (standing.get(policy.name)?.parked) held.add(policy);
    const isOpen = (policy: Policy, position: Position): boolean => {
      if (held.has(policy)) return false;
      const reached = standing.get(policy.name)?.reached;
      return reached === undefined ? policy.start === 'beginning' : comparePositions(position, reached) > 0;
    };
    if (before && !policies.some((policy) => isOpen(policy, before))) return null;
    const earlier: RecordedEvent[] = [];
    for await (const recorded of log.readStream(stream, {
      direction: 'backwards',
      fromRevision: BigInt(revision - 1),
    })) {
      if (!policies.some((policy) => isOpen(policy, recorded.position))) break;
      earlier.unshift(recorded);
    }
    let last: Position | null = null;
    for (const recorded of earlier) {
      const concerned = policies.filter((policy) => mayConcern(policy, recorded) && isOpen(policy, recorded.position));
      if (concerned.length === 0) continue;
      for (const event of decodeEvent(recorded, history).events)
        last = later(last, await reactAll(concerned, event, held));
    }
    return last;
  }

  return {
    policies,
    storedNames: history.storedNames(policies.flatMap(({ types }) => types)),
    mayConcern,
    hasDealtWith,
    reactTo,
    reactInline,
  };
}

function keyOf({ name }: Policy, { stream, id }: StoredEvent): string {
  return `${name}:${stream}:${id}`;
}
