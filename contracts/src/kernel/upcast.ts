import type { EventMetadata } from './actor.ts';

/** An event type at one of its versions, as golden files and upcasters name it: `CellsEntered@1`. */
export type EventVersion = `${string}@${number}`;

/** What an upcaster makes of an event: data of a later version, or of another event. */
export interface Lifted<To extends EventVersion = EventVersion> {
  readonly as: To;
  readonly data: object;
}

/**
 * Lifts stored events of one version. One event may become several (it was split), or none (it no longer means
 * anything); what it becomes is lifted further until it is at today's version. `to` names all that it can become:
 * readers subscribe by it.
 */
export interface Upcaster {
  readonly from: EventVersion;
  readonly to: readonly EventVersion[];
  lift(data: unknown, metadata: EventMetadata): readonly Lifted[];
}

/** Declares an upcaster; `Former` is the data as it was stored. Pure: the same event always becomes the same. */
export function defineUpcaster<Former>() {
  return <const To extends EventVersion>(upcaster: {
    readonly from: EventVersion;
    readonly to: readonly To[];
    lift(data: Former, metadata: EventMetadata): readonly Lifted<To>[];
  }): Upcaster => upcaster;
}

/** Lifts a version to the next one, which only allows more: the data stays what it is. */
export function widened(type: string, version: number): Upcaster {
  const next: EventVersion = `${type}@${version + 1}`;
  return { from: `${type}@${version}`, to: [next], lift: (data) => [{ as: next, data: data as object }] };
}

/** Type and version that an {@link EventVersion} names. */
export function parseEventVersion(name: EventVersion): { type: string; version: number } {
  const at = name.lastIndexOf('@');
  return { type: name.slice(0, at), version: Number(name.slice(at + 1)) };
}
