import { z } from 'zod';
import { defineCommand } from '@jwxt/contracts/kernel/command.ts';
import type { StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import type { Decider } from '../kernel/decider.ts';
import { isRefused, refuse } from '../kernel/refusal.ts';

/** Who has a seat, in the order of the seats. */
export type Seats = readonly string[];

/** Asks for a seat; `note` is kept with it. */
export interface TakeSeat {
  readonly who: string;
  readonly note?: string;
}

/** Streams that hand out seats: each event of a declared type, read as one seat that is taken. */
export const seatStreams: StreamDefinition<Seats, ScoreSheetEvent> = {
  ...sheetStreams,
  initial: [],
  evolve: (seats, event) => (event.type === 'ScoresForceSubmitted' ? [...seats, event.data.byName] : seats),
};

/** A stream of its own name. */
export const seatStream = (name: string): string => sheetStream(name, '1');

/** Gives seats to those who ask, as long as there are any, and one to each. The fact is how many there are. */
export const seatDecider: Decider<Seats, TakeSeat, ScoreSheetEvent, number> = {
  streams: seatStreams,
  decide(seats, { who, note = '' }, capacity) {
    if (seats.includes(who)) return [];
    if (seats.length >= capacity) return refuse('REBUILD_CLASS_FULL', { capacity, count: seats.length + 1 });
    return [
      { type: 'ScoresForceSubmitted', data: { teachingClassId: 'seats', scoreType: '1', reason: note, byName: who } },
    ];
  },
};

const takeSeat = defineCommand(
  'test.takeSeat',
  z.object({ stream: z.string(), capacity: z.number() }),
  z.object({ seat: z.number() }),
);

/** Takes a seat for whoever sends it; the answer is its number. */
export const seatRoutes: readonly CommandRoute[] = [
  defineRoute(takeSeat, async ({ stream, capacity }, context, { handler }) => {
    const done = await handler.execute({
      stream,
      decider: seatDecider,
      command: { who: context.actor.userName },
      context,
      facts: () => capacity,
    });
    return isRefused(done) ? done : { result: { seat: done.state.length }, position: done.position };
  }),
];
