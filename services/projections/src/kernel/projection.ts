import type { AdjustCourseEvent } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { InfoCheckEvent } from '@jwxt/contracts/approval/info-check.events.ts';
import type { SecondaryAuthEvent } from '@jwxt/contracts/approval/secondary-auth.events.ts';
import type { RecognitionAccountEvent } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import type { RecognitionEvent } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import type { ElectiveEvent } from '@jwxt/contracts/elective/elective.events.ts';
import type { ScoreChangeEvent } from '@jwxt/contracts/score/score-change.events.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { BatchRows } from './batch-rows.ts';
import type { Table } from './table.ts';

/** Every event that the product writes. */
export type AnyEvent = ApplicationEvent | AdjustCourseEvent | InfoCheckEvent | SecondaryAuthEvent | ScoreSheetEvent | ScoreChangeEvent | RecognitionEvent | RecognitionAccountEvent | ElectiveEvent | AttemptsEvent;

/** An event as handlers see it: its data at today's version, its place, and who did it when. */
export type ProjectedEvent<Event extends AnyEvent = AnyEvent> = Event extends AnyEvent ? {
  readonly type: Event['type'];
  readonly data: Event['data'];
  readonly stream: string;
  readonly revision: number;
  /** ISO instant at which it happened. */
  readonly time: string;
  readonly userName: string;
  readonly name: string;
} : never;

/** One function for each event type that concerns the read model. It changes rows in memory and must not wait for anything. */
export type Handlers<Type extends AnyEvent['type']> = {
  readonly [T in Type]: (rows: BatchRows, event: ProjectedEvent<Extract<AnyEvent, { type: T }>>) => void;
};

/** One read model, for one question. */
export interface Projection {
  /** Name in addresses and in `projection.read_model`; its tables stand in schema {@link servingSchema}. */
  readonly name: string;
  /** Chinese, as administrators see it. */
  readonly title: string;
  /** Raised when tables or handlers change: the next start rebuilds beside the serving tables. */
  readonly version: number;
  /** Beginnings of the names of the streams it reads. An event there of an unknown type stops it, one elsewhere is not its business. */
  readonly streams: readonly string[];
  readonly tables: readonly Table<never>[];
  /** Reads the rows that the events of a batch will change. Events are in log order. */
  load(rows: BatchRows, events: readonly ProjectedEvent[]): Promise<void>;
  readonly handlers: Readonly<Record<string, (rows: BatchRows, event: never) => void>>;
}

/** What a projection file says of itself; `load` gets only events that it handles. */
export interface ProjectionDeclaration<Type extends AnyEvent['type']> {
  name: string;
  title: string;
  version: number;
  streams: readonly string[];
  tables: readonly Table<never>[];
  load(rows: BatchRows, events: readonly ProjectedEvent<Extract<AnyEvent, { type: Type }>>[]): Promise<void>;
  handlers: Handlers<Type>;
}

/** Declares a read model; the handled event types are the keys of `handlers`. */
export function defineProjection<Type extends AnyEvent['type']>(declaration: ProjectionDeclaration<Type>): Projection {
  return declaration;
}

/** Schema of the tables that answer queries. */
export function servingSchema(name: string): string {
  return `rm_${name.replaceAll('-', '_')}`;
}

/** Schema of the tables that a rebuild fills. */
export function buildingSchema(name: string, generation: number): string {
  return `${servingSchema(name)}__g${generation}`;
}
