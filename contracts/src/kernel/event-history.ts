import type { z } from 'zod';
import type { EventMetadata } from './actor.ts';
import type { EventDefinition } from './event.ts';
import type { DomainEvent, EventOfStream, StreamSchema } from './stream.ts';
import { parseEventVersion, type EventVersion, type Upcaster } from './upcast.ts';

/**
 * Why stored data cannot be read. `unknown`: written by a program that knows more; `malformed`: it is not what its type
 * and version say.
 */
export class UnreadableData extends Error {
  readonly kind: 'unknown' | 'malformed';
  constructor(kind: 'unknown' | 'malformed', reason: string) {
    super(reason);
    this.name = 'UnreadableData';
    this.kind = kind;
  }
}

/** Everything that the product ever wrote, read as it is understood today. */
export interface EventHistory {
  /** Event types that are written today, by name. */
  readonly definitions: ReadonlyMap<string, EventDefinition>;
  /** What a stored event of this name may be read as; undefined for a name that the product never wrote. */
  readAs(name: string): ReadonlySet<string> | undefined;
  /** Every name under which events that are read as one of these types may be stored. */
  storedNames(types: readonly string[]): string[];
  /**
   * Lifts stored data to today's version and checks it: usually one event, several or none where an upcaster says so.
   * Throws {@link UnreadableData}.
   */
  read(name: string, metadata: EventMetadata, data: unknown): readonly DomainEvent[];
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Others<All, One> = All extends unknown ? (Same<All, One> extends true ? never : All) : never;
type SharedNames<S, All = S> = S extends unknown
  ? Extract<EventOfStream<S>['type'], EventOfStream<Others<All, S>>['type']>
  : never;

/** Anything when no two kinds of stream share the name of an event, else a sentence that no list of streams is. */
type DistinctStreams<S> = [SharedNames<S>] extends [never]
  ? unknown
  : `two streams have events called ${SharedNames<S>}`;

/** The history of these kinds of stream. Two events of one name do not compile. */
export function defineEventHistory<const S extends readonly StreamSchema[]>(
  streams: S & DistinctStreams<S[number]>,
): EventHistory {
  return createEventHistory(streams);
}

/**
 * {@link defineEventHistory} for streams that are known when it runs. Throws when names or upcasters do not fit
 * together.
 */
export function createEventHistory(streams: readonly StreamSchema[]): EventHistory {
  const definitions = new Map<string, EventDefinition>();
  const presentNames = new Map<string, string>();
  const upcasters = new Map<EventVersion, Upcaster>();
  const claim = (name: string, present: string): void => {
    if (presentNames.has(name)) throw new Error(`two events are, or were, called ${name}`);
    presentNames.set(name, present);
  };
  for (const definition of streams.flatMap(({ events }) => events)) {
    for (const name of [definition.type, ...definition.formerNames]) claim(name, definition.type);
    definitions.set(definition.type, definition);
  }
  const all = streams.flatMap((stream) => stream.upcasters);
  for (const upcaster of all) {
    const { type } = parseEventVersion(upcaster.from);
    const present = presentNames.get(type);
    if (present !== undefined && present !== type)
      throw new Error(
        `the upcaster from ${upcaster.from} names an event as it was once called; today it is ${present}`,
      );
    if (upcasters.has(upcaster.from)) throw new Error(`two upcasters from ${upcaster.from}`);
    upcasters.set(upcaster.from, upcaster);
    // An event that is only read any more: it was split, or dropped.
    if (present === undefined) presentNames.set(type, type);
  }
  for (const { type, version } of definitions.values()) {
    for (let former = 1; former < version; former += 1) {
      if (!upcasters.has(`${type}@${former}`))
        throw new Error(`no upcaster from ${type}@${former}, although ${type} is at version ${version}`);
    }
  }
  for (const { from, to } of all) {
    for (const name of to) {
      const { type, version } = parseEventVersion(name);
      if (definitions.get(type)?.version !== version && !upcasters.has(name))
        throw new Error(`the upcaster from ${from} leads to ${name}, which nobody reads`);
    }
  }

  const reachable = (type: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(type)) return seen;
    seen.add(type);
    for (const { to } of all.filter(({ from }) => parseEventVersion(from).type === type))
      for (const name of to) reachable(parseEventVersion(name).type, seen);
    return seen;
  };
  const readAs = new Map(
    [...presentNames].map(([name, type]) => [
      name,
      new Set([...reachable(type)].filter((one) => definitions.has(one))),
    ]),
  );

  function lift(type: string, version: number, data: unknown, metadata: EventMetadata): readonly DomainEvent[] {
    const definition = definitions.get(type);
    if (definition?.version === version) {
      const parsed = definition.data.safeParse(data);
      if (!parsed.success)
        throw new UnreadableData('malformed', `its data is not that of ${type}@${version}: ${told(parsed.error)}`);
      return [{ type, data: parsed.data }];
    }
    if (definition && version > definition.version)
      throw new UnreadableData('unknown', `version ${version} is newer than ${definition.version}`);
    const upcaster = upcasters.get(`${type}@${version}`);
    if (!upcaster) throw new UnreadableData('unknown', `no upcaster from version ${version}`);
    return lifted(upcaster, data, metadata).flatMap((one) => {
      if (!upcaster.to.includes(one.as))
        throw new UnreadableData(
          'malformed',
          `the upcaster from ${upcaster.from} made ${one.as} of it, which it does not name`,
        );
      const next = parseEventVersion(one.as);
      return lift(next.type, next.version, one.data, metadata);
    });
  }

  return {
    definitions,
    readAs: (name) => readAs.get(name),
    storedNames: (types) =>
      [...readAs].filter(([, meanings]) => types.some((type) => meanings.has(type))).map(([name]) => name),
    read(name, metadata, data) {
      const type = presentNames.get(name);
      if (type === undefined) throw new UnreadableData('unknown', 'unknown type');
      return lift(type, metadata.schemaVersion, data, metadata);
    },
  };
}

/** The first few things that are wrong, as one line. */
function told({ issues }: z.ZodError): string {
  const words = issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return [...words, ...(issues.length > words.length ? [`and ${issues.length - words.length} more`] : [])].join('; ');
}

/** An upcaster trusts the shape of what it lifts; data that has another one is malformed. */
function lifted(upcaster: Upcaster, data: unknown, metadata: EventMetadata): ReturnType<Upcaster['lift']> {
  try {
    return upcaster.lift(data, metadata);
  } catch (error) {
    throw new UnreadableData(
      'malformed',
      `the upcaster from ${upcaster.from} fails: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
