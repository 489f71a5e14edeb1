import { allAreas } from './all-areas.ts';
import type { ContractArea } from './kernel/area.ts';
import { defineEventHistory } from './kernel/event-history.ts';
import type { EventOfStream, UntoldStream } from './kernel/stream.ts';

type StreamsOf<Area> = Area extends { readonly streams: readonly (infer Stream)[] } ? Stream : never;
type AnyStream = StreamsOf<(typeof allAreas)[keyof typeof allAreas]>;

type BringsStreams = Pick<ContractArea, 'operations'> & { readonly streams?: readonly AnyStream[] };

/** Every kind of stream that the product writes. */
export const allStreams = Object.values<BringsStreams>(allAreas).flatMap(({ streams = [] }) => streams);

/** Every event that the product writes. */
export type AnyEvent = EventOfStream<AnyStream>;

/** Events that ask for an application: every one that carries the frozen draft of it. */
export type AskingEvent = Extract<AnyEvent, { data: { application: unknown } }>;
/** Their types. A new one does not compile until it is in this list. */
export const askingTypes = Object.keys({
  ScoresSubmitted: true,
  ScoreChangeRequested: true,
  RecognitionRequested: true,
  AdjustCourseRequested: true,
  InfoCheckRequested: true,
  DeferredExamRequested: true,
  StudentApplicationRequested: true,
  ElectiveSubmitted: true,
  SchemaSubmitted: true,
  GradeMajorPlanRequested: true,
  CourseAdjustRequested: true,
  CourseReplaceRequested: true,
  ShuntSubmitted: true,
  StatusChangeRequested: true,
} satisfies Record<AskingEvent['type'], true>) as readonly AskingEvent['type'][];

/** Events of the kinds of streams that some log or replay tells. */
export type ToldEvent = EventOfStream<Exclude<AnyStream, UntoldStream>>;

/** Every event that the product wrote in any version of itself. One that is not among them stops its reader, loudly. */
export const eventHistory = defineEventHistory(allStreams);
