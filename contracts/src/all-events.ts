import { allAreas } from './all-areas.ts';
import type { ContractArea } from './kernel/area.ts';
import { defineEventHistory } from './kernel/event-history.ts';
import type { EventOfStream } from './kernel/stream.ts';

type StreamsOf<Area> = Area extends { readonly streams: readonly (infer Stream)[] } ? Stream : never;
type AnyStream = StreamsOf<(typeof allAreas)[keyof typeof allAreas]>;

type BringsStreams = Pick<ContractArea, 'operations'> & { readonly streams?: readonly AnyStream[] };

/** Every kind of stream that the product writes. */
export const allStreams = Object.values<BringsStreams>(allAreas).flatMap(({ streams = [] }) => streams);

/** Every event that the product writes. */
export type AnyEvent = EventOfStream<AnyStream>;

/** Every event that the product wrote in any version of itself. One that is not among them stops its reader, loudly. */
export const eventHistory = defineEventHistory(allStreams);
