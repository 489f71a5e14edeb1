import type { RequestEvent } from '@jwxt/contracts/approval/business-request.ts';
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

/** The rules of one kind of request, which may be told more than every kind. */
export type RequestDecider<Request, Command, Event extends DomainEvent> = Decider<
  BusinessRequestState<Request>,
  Command | BusinessRequestCommand<Request>,
  Event,
  undefined
>;

/** A request that an approval decides: it carries the frozen draft with its round. */
interface Requested {
  readonly applyId: string;
  readonly application: { readonly round: number };
}

/** One kind of request, as far as it is decided about; that its events have the names of its kind is checked. */
type Kind<Name extends string, Request, Event extends DomainEvent> = {
  readonly name: Name;
  readonly streams: StreamDefinition<BusinessRequestState<Request>, Event>;
} & ([RequestEvent<Name, Request>] extends [Event] ? unknown : never);

/**
 * The rules of such a stream: opened once a round, closed once; one that came back is opened again. `notEditable`: said
 * of one that is in approval or has ended.
 */
export function createBusinessRequestDecider<Name extends string, Request extends Requested, Event extends DomainEvent>(
  { name, streams }: Kind<Name, Request, Event>,
  notEditable: ErrorCode,
): RequestDecider<Request, never, Event> {
  const events = (event: RequestEvent<Name, Request>) => [event as DomainEvent as Event];
  return {
    streams,
    decide(state, command) {
      if (command.type === 'open') {
        const { request } = command;
        const requested = events({ type: `${name}Requested`, data: request });
        if (state.status === 'none') return requested;
        if (request.application.round <= state.request.application.round) return [];
        return mayOpenAgain(state.status) ? requested : refuse(notEditable);
      }
      const { outcome, opinion } = command;
      if (state.status === 'none') return refuse('NOT_FOUND');
      if (state.status === outcome) return [];
      if (state.status !== 'requested') return refuse(notEditable);
      const { applyId } = state.request;
      return outcome === 'effected'
        ? events({ type: `${name}Effected`, data: { applyId } })
        : events({ type: `${name}Closed`, data: { applyId, outcome, opinion } });
    },
  };
}
