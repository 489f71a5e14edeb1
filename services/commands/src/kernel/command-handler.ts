import type { DomainEvent, StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { noTracing, type Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { CommandContext } from './command-context.ts';
import type { PersonalSeal, StoredEvent } from './event-codec.ts';
import { createGroupCommit, type TurnOutcome, type Execution } from './group-commit.ts';
import { refuse, type Refused } from './refusal.ts';
import { createStreamFolds, later, type AppliedCommand, type Folded } from './stream-folds.ts';

/** What became of a command on one stream. */
export interface Executed<State> {
  /** The state right after the command; for a repeated one as it was then. */
  readonly state: State;
  readonly revision: number;
  /** When it was carried out, as the store has it; now for one that changed nothing. */
  readonly time: string;
  /** Place of the last event that it and the policies it set off wrote; null when it changed nothing. */
  readonly position: Position | null;
  /** False when the command changed nothing, or had been carried out before. */
  readonly appended: boolean;
}

/** Carries out commands on streams. */
export interface CommandHandler {
  /**
   * Loads, decides, appends at the expected revision, and lets the policies react. Commands on one stream are decided
   * in the order in which they come, and those that wait are stored together. A command id that the stream knows
   * appends nothing and answers what it answered then. On a conflict it reads and decides again, for seconds on a
   * stream that others write to all the time. Throws EventLogUnavailable when that was not enough, or when it cannot be
   * known what has become of the command: sent again, it answers what it did.
   */
  execute<State, Command, Event extends DomainEvent, Facts>(
    execution: Execution<State, Command, Event, Facts>,
  ): Promise<Executed<State> | Refused>;
  /** The state of a stream now; with a revision that it is known to have, never one before that. */
  read<State, Event extends DomainEvent>(
    stream: string,
    kind: StreamDefinition<State, Event>,
    known?: number,
  ): Promise<Folded<State>>;
  /**
   * The state of a stream right after an event that it is known to have, or later: what a reaction to that event needs.
   * Asks nobody where the event was just written by this process; what others wrote since has reactions of its own.
   */
  readSince<State, Event extends DomainEvent>(
    stream: string,
    kind: StreamDefinition<State, Event>,
    revision: number,
  ): Promise<Folded<State>>;
  /** Forgets what is kept of streams: keys were destroyed with which it was read. */
  forget(): void;
}

/** Options of {@link createCommandHandler}. */
export interface CommandHandlerOptions {
  readonly log: EventLog;
  /**
   * Takes the command's id before its first append: false when another command has it, on whatever stream. Asked for
   * what people send; policies derive their ids.
   */
  readonly claim?: (context: CommandContext) => Promise<boolean>;
  /**
   * Reacts to events just appended, which follow the event at `before` (null: unknown); answers the place of the last
   * event that the reactions wrote.
   */
  readonly onAppended?: (events: readonly StoredEvent[], before: Position | null) => Promise<Position | null>;
  readonly tracing?: Tracing;
  /** Enciphers personal values of what is written; null, the default: it is written as it is. */
  readonly seal?: PersonalSeal;
  /** How long a command is decided again on a stream that other services write to, in milliseconds. Default 10 s. */
  readonly contentionPatienceMs?: number;
}

/** Creates the handler over one event log. */
export function createCommandHandler({
  log,
  claim = () => Promise.resolve(true),
  onAppended,
  tracing = noTracing,
  seal = null,
  contentionPatienceMs = 10_000,
}: CommandHandlerOptions): CommandHandler {
  const folds = createStreamFolds(log);
  const attempt = createGroupCommit({ log, folds, claim, tracing, seal, contentionPatienceMs });

  async function react(
    events: readonly StoredEvent[],
    own: Position | null,
    before: Position | null,
  ): Promise<Position | null> {
    return onAppended && events.length > 0 ? later(own, await onAppended(events, before)) : own;
  }

  async function execute<State, Command, Event extends DomainEvent, Facts>(
    execution: Execution<State, Command, Event, Facts>,
  ): Promise<Executed<State> | Refused> {
    // A stream has one kind of state, whoever decides on it.
    const outcome = (await attempt(execution)) as TurnOutcome<State>;
    if ('first' in outcome) return repeat(execution, outcome.first);
    if ('refused' in outcome) return outcome;
    const { state, revision, events, position, before } = outcome;
    return {
      state,
      revision,
      time: timeOf(events, execution.context),
      position: await react(events, position, before),
      appended: events.length > 0,
    };
  }

  async function repeat<State, Command, Event extends DomainEvent, Facts>(
    { stream, decider, context }: Execution<State, Command, Event, Facts>,
    first: AppliedCommand,
  ): Promise<Executed<State> | Refused> {
    const { commandId, command } = context;
    if (first.command !== undefined && first.command !== command) return refuse('COMMAND_REUSED');
    const then = (await folds.replay(stream, decider.streams, first.revision, [commandId])).get(commandId)!;
    return {
      state: then.state,
      revision: then.revision,
      time: timeOf(then.events, context),
      position: await react(then.events, then.position, null),
      appended: false,
    };
  }

  async function readSince<State, Event extends DomainEvent>(
    stream: string,
    kind: StreamDefinition<State, Event>,
    revision: number,
  ): Promise<Folded<State>> {
    const kept = folds.cached<State>(stream);
    return kept !== null && kept.revision >= revision ? kept : await folds.refresh(stream, kind, revision);
  }

  return {
    execute,
    read: (stream, kind, known) => folds.refresh(stream, kind, known),
    readSince,
    forget: () => folds.forgetAll(),
  };
}

function timeOf(events: readonly StoredEvent[], { time }: CommandContext): string {
  return events.at(-1)?.metadata.time ?? time;
}
