import { defineStream } from '../kernel/stream.ts';
import type { BusinessRequestState } from './business-request.state.ts';
import {
  INFO_CHECK_STREAM_PREFIX,
  infoCheckEvents,
  type InfoCheckEvent,
  type InfoCheckRequest,
} from './info-check.events.ts';

/** Folds one event of `infoCheck-…`. */
export function evolveInfoCheck(
  state: BusinessRequestState<InfoCheckRequest>,
  event: InfoCheckEvent,
): BusinessRequestState<InfoCheckRequest> {
  if (event.type === 'InfoCheckRequested') return { status: 'requested', request: event.data };
  if (state.status === 'none') throw new Error(`${event.type} on a check that nobody asked for`);
  switch (event.type) {
    case 'InfoChangeToggled': {
      const { id, isEffective } = event.data;
      return {
        ...state,
        request: {
          ...state.request,
          rows: state.request.rows.map((row) => (row.id === id ? { ...row, isEffective } : row)),
        },
      };
    }
    case 'InfoCheckEffected':
      return { ...state, status: 'effected' };
    case 'InfoCheckClosed':
      return { ...state, status: event.data.outcome };
    default:
      return event satisfies never;
  }
}

/** What student-information checks ask for. */
export const infoCheckStreams = defineStream({
  prefix: INFO_CHECK_STREAM_PREFIX,
  events: infoCheckEvents,
  initial: { status: 'none' },
  evolve: evolveInfoCheck,
});
