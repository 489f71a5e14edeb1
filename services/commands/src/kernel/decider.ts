import type { DomainEvent, StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import type { Refused } from './refusal.ts';

/** The events to append (none when the command changes nothing), or a refusal. */
export type Decision<Event> = readonly Event[] | Refused;

/**
 * The rules of one kind of stream: a pure function over the state that its events fold into. `decide` reads the state,
 * the command and the facts handed to it, and nothing else. The handler brings streams, clocks and retries.
 */
export interface Decider<State, Command, Event extends DomainEvent, Facts> {
  /** The kind of stream that it decides on; all deciders of a kind share what is kept of a stream. */
  readonly streams: StreamDefinition<State, Event>;
  decide(state: State, command: Command, facts: Facts): Decision<Event>;
}
