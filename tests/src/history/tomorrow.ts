import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { allStreams } from '@jwxt/contracts/all-events.ts';
import { createEventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import type { StreamSchema } from '@jwxt/contracts/kernel/stream.ts';
import { defineUpcaster } from '@jwxt/contracts/kernel/upcast.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { EventToAppend } from '@jwxt/infra/runtime/event-log.ts';

type NodePassed = Extract<ApplicationEvent, { type: 'NodePassed' }>['data'];

/**
 * The product of tomorrow, and the log of yesterday's: then a saved cell was `CellsTyped`, and the decision of the last
 * node was one event, `ApplicationApproved`, that is `NodePassed` and `ApplicationPassed` today.
 */
export const renamed = {
  ...sheetStreams,
  events: sheetStreams.events.map((event) =>
    event.type === 'CellsEntered' ? { ...event, formerNames: ['CellsTyped'] } : event,
  ),
};
export const split = {
  ...applicationStreams,
  upcasters: [
    ...applicationStreams.upcasters,
    defineUpcaster<NodePassed>()({
      from: 'ApplicationApproved@1',
      to: ['NodePassed@1', 'ApplicationPassed@1'],
      lift: ({ nextNodeId, isAllSchool, ...decision }) => [
        { as: 'NodePassed@1', data: { ...decision, nextNodeId, isAllSchool } },
        { as: 'ApplicationPassed@1', data: decision },
      ],
    }),
  ],
};

/** These streams as the product of tomorrow declares them. */
export const tomorrow = (streams: readonly StreamSchema[]): StreamSchema[] =>
  streams.map((one) => [renamed, split].find(({ prefix }) => prefix === one.prefix) ?? one);
/** All events as the product of tomorrow reads them. */
export const historyOfTomorrow = createEventHistory(tomorrow(allStreams));

/** An event, and where it stands. */
export interface Placed {
  readonly stream: string;
  readonly event: EventToAppend;
}

/** Events of today, in order, as they were written yesterday. */
export function asYesterday(events: readonly Placed[]): Placed[] {
  return withWholeDecisions(events).map(({ stream, event }) => ({
    stream,
    event: event.type === 'CellsEntered' ? { ...event, type: 'CellsTyped' } : event,
  }));
}

/** Only the decisions of last nodes, as they were written yesterday. */
export function withWholeDecisions(events: readonly Placed[]): Placed[] {
  return events.flatMap((one, index) => {
    const { stream, event } = one;
    if (event.type === 'ApplicationPassed') return [];
    return event.type === 'NodePassed' && events[index + 1]?.event.type === 'ApplicationPassed'
      ? [{ stream, event: { ...event, type: 'ApplicationApproved' } }]
      : [one];
  });
}
