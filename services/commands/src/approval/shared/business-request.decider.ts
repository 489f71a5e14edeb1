import {
  mayOpenAgain,
  type BusinessRequestState,
  type RequestOutcome,
} from '@jwxt/contracts/approval/business-request.state.ts';
import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import type { DomainEvent, StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** What may be asked of the stream that holds what an application is about. */
export type BusinessRequestCommand<Request> =
  | { readonly type: 'open'; readonly request: Request }
  | { readonly type: 'close'; readonly outcome: RequestOutcome; readonly opinion: string };

/** A request that an approval decides: it carries the frozen draft with its round. */
interface Requested {
  readonly applyId: string;
  readonly application: { readonly round: number };
}

/** What differs from one kind of request to another: its events and its refusal. */
export interface BusinessRequestKind<Request, Event extends DomainEvent> {
  readonly streams: StreamDefinition<BusinessRequestState<Request>, Event>;
  requested(request: Request): Event;
  effected(applyId: string): Event;
  closed(data: { applyId: string; outcome: Exclude<RequestOutcome, 'effected'>; opinion: string }): Event;
  /** Said when it is in approval or has ended. */
  readonly notEditable: ErrorCode;
}

/** The rules of such a stream: opened once a round, closed once; one that came back is opened again. */
export function createBusinessRequestDecider<Request extends Requested, Event extends DomainEvent>(
  kind: BusinessRequestKind<Request, Event>,
): Decider<BusinessRequestState<Request>, BusinessRequestCommand<Request>, Event, undefined> {
  return {
    streams: kind.streams,
    decide(state, command) {
      if (command.type === 'open') {
        if (state.status === 'none') return [kind.requested(command.request)];
        if (command.request.application.round <= state.request.application.round) return [];
        return mayOpenAgain(state.status) ? [kind.requested(command.request)] : refuse(kind.notEditable);
      }
      const { outcome, opinion } = command;
      if (state.status === 'none') return refuse('NOT_FOUND');
      if (state.status === outcome) return [];
      if (state.status !== 'requested') return refuse(kind.notEditable);
      const { applyId } = state.request;
      return [outcome === 'effected' ? kind.effected(applyId) : kind.closed({ applyId, outcome, opinion })];
    },
  };
}
