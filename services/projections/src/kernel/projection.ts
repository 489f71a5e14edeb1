import { readModelTitle } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import type { AnyEvent } from '@jwxt/contracts/all-events.ts';
import { createEventHistory, type EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import { readModelSchema, type ReadModel, type ReadModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { EventOfStream, StreamSchema } from '@jwxt/contracts/kernel/stream.ts';
import type { BatchRows } from './batch-rows.ts';

/** An event as handlers see it: its data at today's version, its place, and who did it when. */
export type ProjectedEvent<Event extends AnyEvent = AnyEvent> = Event extends AnyEvent
  ? {
      readonly type: Event['type'];
      readonly data: Event['data'];
      readonly stream: string;
      readonly revision: number;
      /** ISO instant at which it happened. */
      readonly time: string;
      readonly userName: string;
      readonly name: string;
    }
  : never;

/**
 * One function for each event type that concerns the read model. It changes rows in memory and must not wait for
 * anything.
 */
export type Handlers<Type extends AnyEvent['type']> = {
  readonly [T in Type]: (rows: BatchRows, event: ProjectedEvent<Extract<AnyEvent, { type: T }>>) => void;
};

/** One read model, for one question. */
export interface Projection {
  /** Name in addresses and in `projection.read_model`; its tables stand in schema {@link readModelSchema}. */
  readonly name: string;
  /** Chinese, as administrators see it. */
  readonly title: string;
  /** Raised when tables or handlers change: the next start rebuilds beside the serving tables. */
  readonly version: number;
  /**
   * The kinds of stream that it reads. An event there of an unknown type stops it, one elsewhere is not its business.
   */
  readonly streams: readonly StreamSchema[];
  /** What was ever written to these streams. */
  readonly history: EventHistory;
  readonly tables: readonly ReadModelTable[];
  /** Reads the rows that the events of a batch will change. Events are in log order. */
  load(rows: BatchRows, events: readonly ProjectedEvent[]): Promise<void>;
  readonly handlers: Readonly<Record<string, (rows: BatchRows, event: never) => void>>;
}

/** What a projection file says of itself; `load` gets only events that it handles. */
export interface ProjectionDeclaration<Stream extends StreamSchema, Type extends AnyEvent['type']> {
  /** Its name, its title and its tables. */
  readModel: ReadModel;
  version: number;
  streams: readonly Stream[];
  load(rows: BatchRows, events: readonly ProjectedEvent<Extract<AnyEvent, { type: Type }>>[]): Promise<void>;
  handlers: Handlers<Type>;
}

/** Declares what fills a read model; the handled event types, all of its streams, are the keys of `handlers`. */
export function defineProjection<
  Stream extends StreamSchema,
  Type extends EventOfStream<Stream>['type'] & AnyEvent['type'],
>({ readModel: { name, tables }, ...declaration }: ProjectionDeclaration<Stream, Type>): Projection {
  return {
    name,
    title: readModelTitle(name),
    tables: Object.values(tables),
    ...declaration,
    history: createEventHistory(declaration.streams),
  };
}

/** Schema of the tables that a rebuild fills. */
export function buildingSchema(name: string, generation: number): string {
  return `${readModelSchema(name)}__g${generation}`;
}
