import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { RevisionConflict } from '@jwxt/infra/runtime/event-log-errors.ts';
import { eventId } from '@jwxt/infra/runtime/event-id.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { noTracing, type Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { CommandContext } from './command-context.ts';
import type { Decider, DomainEvent } from './decider.ts';
import { encodeEvent, type StoredEvent } from './event-codec.ts';
import { createKeyedLock } from './keyed-lock.ts';
import { isRefused, refuse, type Refused } from './refusal.ts';
import { createStreamFolds, later, type AppliedCommand, type Foldable, type Folded, type Placed } from './stream-folds.ts';

/** What became of a command on one stream. */
export interface Executed<State> {
  /** The state right after the command; for a repeated one as it was then. */
  readonly state: State;
  readonly revision: number;
  /** Place of the last event that it and the policies it set off wrote; null when it changed nothing. */
  readonly position: Position | null;
  /** False when the command changed nothing, or had been carried out before. */
  readonly appended: boolean;
}

/** One command on one stream. */
export interface Execution<State, Command, Event extends DomainEvent, Facts> {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event, Facts>;
  readonly command: Command;
  readonly context: CommandContext;
  /** Facts for this decision. Asked again when the decision has to be taken again. */
  facts(state: State): Promise<Facts | Refused> | Facts | Refused;
}

/** Carries out commands on streams. */
export interface CommandHandler {
  /**
   * Loads, decides, appends at the expected revision, and lets the policies react. A command id that the stream knows appends
   * nothing and answers what it answered then. On a conflict it decides again, at most five times.
   */
  execute<State, Command, Event extends DomainEvent, Facts>(execution: Execution<State, Command, Event, Facts>): Promise<Executed<State> | Refused>;
  /** The state of a stream now. */
  read<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>): Promise<Folded<State>>;
}

/** Options of {@link createCommandHandler}. */
export interface CommandHandlerOptions {
  readonly log: EventLog;
  /** Reacts to events just appended; answers the place of the last event that the reactions wrote. */
  readonly onAppended?: (events: readonly StoredEvent[]) => Promise<Position | null>;
  readonly tracing?: Tracing;
}

const maxAttempts = 5;

/** Creates the handler over one event log. */
export function createCommandHandler({ log, onAppended, tracing = noTracing }: CommandHandlerOptions): CommandHandler {
  const folds = createStreamFolds(log);
  const lock = createKeyedLock();

  async function react(events: readonly StoredEvent[], own: Position | null): Promise<Position | null> {
    return onAppended && events.length > 0 ? later(own, await onAppended(events)) : own;
  }

  async function execute<State, Command, Event extends DomainEvent, Facts>(
    execution: Execution<State, Command, Event, Facts>,
  ): Promise<Executed<State> | Refused> {
    const outcome = await lock.run(execution.stream, () => attempt(execution));
    if ('first' in outcome) return repeat(execution, outcome.first);
    if ('refused' in outcome) return outcome;
    const { folded, events, position } = outcome;
    return { state: folded.state, revision: folded.revision, position: await react(events, position), appended: events.length > 0 };
  }

  async function attempt<State, Command, Event extends DomainEvent, Facts>(
    execution: Execution<State, Command, Event, Facts>,
  ): Promise<Attempt<State, Event>> {
    const { stream, decider, command, context } = execution;
    let folded = folds.cached<State>(stream);
    let fresh = folded === null;
    folded ??= await folds.refresh(stream, decider);
    for (let tries = 1; ; tries += 1) {
      const first = folded.applied.get(context.commandId);
      if (first) return { first };
      const facts = await execution.facts(folded.state);
      const decision = isRefused(facts) ? facts : decider.decide(folded.state, command, facts);
      if ('refused' in decision || decision.length === 0) {
        // Nothing will be appended, so no expected revision would tell that the cached fold is behind: look.
        const now: Folded<State> = fresh ? folded : await folds.refresh(stream, decider);
        fresh = true;
        if (now.revision === folded.revision) return 'refused' in decision ? decision : { folded, events: [], position: null };
        folded = now;
        continue;
      }
      try {
        return await append(stream, decider, folded, decision, context);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) {
          folds.forget(stream);
          throw error;
        }
        if (tries >= maxAttempts) return refuse('CONCURRENT_CHANGE');
        folded = await folds.refresh(stream, decider);
        fresh = true;
      }
    }
  }

  async function append<State, Event extends DomainEvent>(
    stream: string, decider: Foldable<State, Event>, folded: Folded<State>, events: readonly Event[], context: CommandContext,
  ): Promise<Attempt<State, Event>> {
    const { actor } = context;
    const span = context.traceparent === undefined ? null : tracing.start('append', context.traceparent, { kind: 'client', facts: { events: events.length } });
    const encoded = events.map((event, index) => encodeEvent(event, eventId(context.commandId, index), {
      actor: { userName: actor.userName, name: actor.name, roleNames: actor.roleNames, permission: context.permission },
      commandId: context.commandId, command: context.command, correlationId: context.correlationId,
      causationId: context.causationId, time: context.time, clientAddress: context.clientAddress,
      ...(span === null ? {} : { traceparent: span.traceparent }),
    }));
    const expectedRevision = folded.revision < 0 ? 'no_stream' : BigInt(folded.revision);
    const { position } = await log.append(stream, encoded, { expectedRevision }).finally(() => span?.end());
    const placed: Placed<Event>[] = encoded.map((event, index) => ({
      id: event.id, stream, revision: folded.revision + 1 + index, metadata: event.metadata, position,
      event: { type: event.type, data: event.data } as unknown as Event,
    }));
    return { folded: folds.extend(stream, decider, folded, placed), events: placed, position };
  }

  async function repeat<State, Command, Event extends DomainEvent, Facts>(
    { stream, decider, context }: Execution<State, Command, Event, Facts>, first: AppliedCommand,
  ): Promise<Executed<State> | Refused> {
    if (first.command !== undefined && first.command !== context.command) return refuse('COMMAND_REUSED');
    const then = await folds.at(stream, decider, first.revision, context.commandId);
    return { state: then.state, revision: first.revision, position: await react(then.events, first.position), appended: false };
  }

  return { execute, read: (stream, decider) => folds.refresh(stream, decider) };
}

type Attempt<State, Event extends DomainEvent> =
  | Refused
  | { readonly first: AppliedCommand }
  | { readonly folded: Folded<State>; readonly events: readonly Placed<Event>[]; readonly position: Position | null };
