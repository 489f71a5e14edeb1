import type { EventContext } from '@jwxt/contracts/kernel/event.ts';
import type { Refused } from './refusal.ts';

export type { EventContext };

/** An event of a union of definitions. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** The events to append (none when the command changes nothing), or a refusal. */
export type Decision<Event> = readonly Event[] | Refused;

/**
 * The rules of one kind of stream as two pure functions. `decide` reads the state, the command and the facts handed to it, and
 * nothing else; `evolve` folds one event. The handler brings streams, clocks and retries.
 */
export interface Decider<State, Command, Event extends DomainEvent, Facts> {
  readonly initial: State;
  decide(state: State, command: Command, facts: Facts): Decision<Event>;
  evolve(state: State, event: Event, context: EventContext): State;
}

/** Folds events from the beginning; what tests and replays use. */
export function fold<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>,
  events: readonly (readonly [Event, EventContext])[],
): State {
  return events.reduce((state, [event, context]) => decider.evolve(state, event, context), decider.initial);
}
