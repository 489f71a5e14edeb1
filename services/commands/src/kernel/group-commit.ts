import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { DomainEvent, StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { appendBytes, maxAppendBytes, type EventLog, type EventToAppend } from '@jwxt/infra/runtime/event-log.ts';
import { AppendTooLarge, EventLogUnavailable, RevisionConflict } from '@jwxt/infra/runtime/event-log-errors.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Span, Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { CommandContext } from './command-context.ts';
import type { Decider } from './decider.ts';
import { encodeChained, prepareKeys, type PersonalSeal, type StoredEvent } from './event-codec.ts';
import { isRefused, refuse, type Refused } from './refusal.ts';
import { foresee, type AppliedCommand, type Fold, type Folded, type StreamFolds } from './stream-folds.ts';

/** One command on one stream. */
export interface Execution<State, Command, Event extends DomainEvent, Facts> {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event, Facts>;
  readonly command: Command;
  readonly context: CommandContext;
  /** Facts for this decision. Asked again when the decision has to be taken again. */
  facts(state: State): Promise<Facts | Refused> | Facts | Refused;
}

/** What became of a command when its turn came. */
export type TurnOutcome<State> =
  | Refused
  /** The stream has it already. */
  | { readonly first: AppliedCommand }
  | Done<State>;

/**
 * The state right after the command, and what it wrote (nothing: it changed nothing) after the event at `before` (null:
 * unknown).
 */
interface Done<State> {
  readonly state: State;
  readonly revision: number;
  readonly events: readonly StoredEvent[];
  /** Place of its last event; of several commands stored together, of the last event of all. */
  readonly position: Position | null;
  readonly before: Position | null;
}

/** Options of {@link createGroupCommit}. */
export interface GroupCommitOptions {
  readonly log: EventLog;
  readonly folds: StreamFolds;
  readonly claim: (context: CommandContext) => Promise<boolean>;
  readonly tracing: Tracing;
  readonly seal: PersonalSeal;
  /** How long commands are decided again on a stream that other services write to, in milliseconds. */
  readonly contentionPatienceMs: number;
}

/** Looks at a stream that never rests before what it said last counts. */
const maxLooks = 5;
/** Commands of one append. */
const mostTogether = 64;
/** Bytes of an append of several commands. One command alone may write as much as the store takes. */
const mostBytesTogether = maxAppendBytes / 2;
/** How long decisions wait for the facts of the next command before they are stored without it, in milliseconds. */
const patienceWithFactsMs = 20;
const notYet = Symbol('facts that are not there yet');

type AnyExecution = Execution<unknown, unknown, DomainEvent, unknown>;
type AnyStream = StreamDefinition<unknown, DomainEvent>;

/** A command whose turn comes, or has come. */
interface Waiting {
  readonly execution: AnyExecution;
  readonly settled: PromiseWithResolvers<TurnOutcome<unknown>>;
  /** Its id is its own. Policies derive theirs; nobody else can have them. */
  claimed: boolean;
  /** Facts that were asked for and did not come in time. */
  asked: { readonly of: unknown; readonly facts: unknown } | null;
}

/** A decision that writes. */
interface Change {
  readonly one: Waiting;
  readonly events: readonly (StoredEvent & { readonly stored: EventToAppend })[];
  readonly after: Fold<unknown>;
  readonly span: Span | null;
}

/** Decisions of several commands, each on what those before it leave. */
interface Round {
  readonly changes: Change[];
  /** Refused, or with nothing to change: true as long as the stream is what it was taken for. */
  readonly others: { readonly one: Waiting; readonly outcome: Refused | Done<unknown> }[];
  /**
   * Facts were waited for: meanwhile the stream may have moved on, by one of these very commands in another service.
   */
  waited: boolean;
}

/**
 * Decides the commands of a stream in the order in which they come, and stores together what has gathered while an
 * append was under way: one after the other is decided on what those before it leave, and one append at the revision
 * that all of it rests on stores the events of all, or of none. It answers nobody before that, so nobody is told what
 * did not come to pass. Commands of one batch share their append and nothing else: each has its own events, state and
 * answer. See decision 036.
 */
export function createGroupCommit({
  log,
  folds,
  claim,
  tracing,
  seal,
  contentionPatienceMs,
}: GroupCommitOptions): (execution: AnyExecution) => Promise<TurnOutcome<unknown>> {
  /** By stream, those who wait; a stream whose commands are under way has a line, which may be empty. */
  const lines = new Map<string, Waiting[]>();

  async function workOff(stream: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const open = takeTurn(line);
      try {
        await commit(stream, open, line);
      } catch (error) {
        for (const { settled } of open) settled.reject(error);
      }
    }
    lines.delete(stream);
  }

  /**
   * Settles all who are in `open`, or puts the last of them back to the head of the line. What it throws is of all who
   * are left.
   */
  async function commit(stream: string, open: Set<Waiting>, line: Waiting[]): Promise<void> {
    const [first] = open;
    const kind = first!.execution.decider.streams;
    let folded = folds.cached<unknown>(stream);
    let fresh = folded === null;
    folded ??= await folds.refresh(stream, kind);
    const backoff = createBackoff(2, 100);
    const giveUpAt = performance.now() + contentionPatienceMs;
    // A try that rests on memory, which may be behind, is not counted.
    for (let tries = fresh ? 1 : 0; ; tries += 1) {
      answerKnown(open, folded);
      const round = await decide(stream, folded, open, line);
      try {
        if (round.changes.length === 0) {
          if (round.others.length === 0) return;
          // Nothing will be appended, so no expected revision would tell that the fold is behind: look.
          const now: Folded<unknown> = fresh && !round.waited ? folded : await folds.refresh(stream, kind);
          fresh = true;
          for (const { one, outcome } of round.others) {
            // On a stream that never rests what was true a moment ago is the answer, unless the command is found there.
            const enough =
              now.revision === folded.revision ||
              (tries >= maxLooks && !now.applied.has(one.execution.context.commandId));
            if (enough) settle(open, one, outcome);
          }
          if (open.size === 0) return;
          folded = now;
          continue;
        }
        // What rests on a command that may not be is decided again.
        if (!(await claimAll(open, round))) {
          fresh = false;
          continue;
        }
        const conflict = await store(stream, { folded, kind, open, round });
        if (conflict === null) return;
        folded = await afterConflict(stream, kind, folded, conflict);
        fresh = true;
        answerKnown(open, folded);
        if (open.size === 0) return;
        const waitMs = backoff.next();
        if (performance.now() + waitMs > giveUpAt) throw new EventLogUnavailable(`decide on ${stream}`, conflict);
        if (tries > 0) await pause(waitMs);
      } finally {
        for (const { span } of round.changes) span?.end();
      }
    }
  }

  /** Decides each on what those before it leave. */
  async function decide(stream: string, folded: Folded<unknown>, open: Set<Waiting>, line: Waiting[]): Promise<Round> {
    const round: Round = { changes: [], others: [], waited: false };
    const inTime = factsInTime();
    const together = open.size > 1;
    let ahead: Fold<unknown> = folded;
    let bytes = 0;
    for (const one of open) {
      const {
        execution: { decider, command, context },
      } = one;
      const isFirst = round.changes.length + round.others.length === 0;
      let span: Span | null = null;
      try {
        let facts = ask(one, ahead.state);
        if (facts instanceof Promise) {
          round.waited = true;
          facts = await (isFirst ? facts : inTime.wait(facts));
        }
        if (facts === notYet) {
          putBack(one, open, line);
          break;
        }
        one.asked = null;
        const decision = isRefused(facts) ? facts : decider.decide(ahead.state, command, facts);
        if ('refused' in decision || decision.length === 0) {
          round.others.push({
            one,
            outcome:
              'refused' in decision
                ? decision
                : { state: ahead.state, revision: ahead.revision, events: [], position: null, before: null },
          });
          continue;
        }
        span =
          context.traceparent === undefined
            ? null
            : tracing.start('append', context.traceparent, { kind: 'client', facts: { events: decision.length } });
        const { events, head } = await written(stream, ahead, decision, { context, span, seal });
        // What is too large alone is nobody else's fault.
        const size = together ? appendBytes(events.map(({ stored }) => stored)) : 0;
        if (size > maxAppendBytes) throw new AppendTooLarge(stream, size, maxAppendBytes);
        if (round.changes.length > 0 && bytes + size > mostBytesTogether) {
          span?.end();
          putBack(one, open, line);
          break;
        }
        bytes += size;
        ahead = { ...foresee(decider.streams, ahead, events), head };
        round.changes.push({ one, events, after: ahead, span });
      } catch (error) {
        span?.end();
        open.delete(one);
        one.settled.reject(error);
      }
    }
    inTime.end();
    return round;
  }

  /** Takes the ids of all who write, together; false when another command has one of them. */
  async function claimAll(open: Set<Waiting>, { changes }: Round): Promise<boolean> {
    const asking = changes.map(({ one }) => one).filter(({ claimed }) => !claimed);
    const granted = await Promise.all(asking.map(({ execution }) => claim(execution.context)));
    for (const [index, one] of asking.entries()) {
      if (granted[index]) one.claimed = true;
      else settle(open, one, refuse('COMMAND_REUSED'));
    }
    return !granted.includes(false);
  }

  /** Stores what is decided, and answers everybody; or the conflict, and nothing is stored. */
  async function store(
    stream: string,
    {
      folded,
      kind,
      open,
      round: { changes, others },
    }: { folded: Folded<unknown>; kind: AnyStream; open: Set<Waiting>; round: Round },
  ): Promise<RevisionConflict | null> {
    const expectedRevision = folded.revision < 0 ? 'no_stream' : BigInt(folded.revision);
    try {
      // A reaction may be carried out by two processes at once, right after the command and by who follows the log.
      const mayBeUnderWay = changes.every(({ one }) => one.execution.context.causationId !== null);
      const { position, repeated } = await log.append(
        stream,
        changes.flatMap(({ events }) => events.map(({ stored }) => stored)),
        { expectedRevision, mayBeUnderWay },
      );
      const done = repeated
        ? await believed(stream, kind, changes)
        : changes.map(({ events, after: { state, revision } }, index) => ({
            state,
            revision,
            events,
            position,
            before: index === 0 ? folded.position : position,
          }));
      if (!repeated)
        folds.extend(
          stream,
          folded,
          changes.map(({ one, events, after }) => ({ context: one.execution.context, events, after })),
          position,
        );
      for (const [index, { one }] of changes.entries()) settle(open, one, done[index]!);
      for (const { one, outcome } of others) settle(open, one, outcome);
      return null;
    } catch (error) {
      if (error instanceof RevisionConflict) return error;
      // What is kept may not be what is stored: whoever comes next reads.
      folds.forget(stream);
      throw error;
    }
  }

  /** After a try without an answer the store is believed, not memory: answers what it holds. */
  async function believed(stream: string, kind: AnyStream, changes: readonly Change[]): Promise<Done<unknown>[]> {
    folds.forget(stream);
    const ids = changes.map(({ one }) => one.execution.context.commandId);
    const stored = await folds.replay(stream, kind, changes.at(-1)!.after.revision, ids);
    return ids.map((id) => ({ ...stored.get(id)!, before: null }));
  }

  /**
   * The stream as it is now: at least as far as the store named. A fold beyond that is of events that the log does not
   * have.
   */
  function afterConflict(
    stream: string,
    kind: AnyStream,
    folded: Folded<unknown>,
    { actual }: RevisionConflict,
  ): Promise<Folded<unknown>> {
    const known = actual === 'no_stream' ? -1 : Number(actual);
    if (known < folded.revision) folds.forget(stream);
    return folds.refresh(stream, kind, known);
  }

  return (execution) => {
    const { stream, context } = execution;
    const one: Waiting = {
      execution,
      settled: Promise.withResolvers(),
      claimed: context.causationId !== null,
      asked: null,
    };
    const line = lines.get(stream);
    if (line) line.push(one);
    else {
      const started = [one];
      lines.set(stream, started);
      void workOff(stream, started);
    }
    return one.settled.promise;
  };
}

/**
 * Waits for facts, but for all of a round no longer than is bearable for those who are decided: their command comes in
 * the next round then, before all who came after it.
 */
function factsInTime(): { wait(facts: Promise<unknown>): Promise<unknown>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  let over: Promise<typeof notYet> | undefined;
  return {
    wait: (facts) =>
      Promise.race([
        facts,
        (over ??= new Promise((resolve) => void (timer = setTimeout(() => resolve(notYet), patienceWithFactsMs)))),
      ]),
    end: () => clearTimeout(timer),
  };
}

/** Those whose turn it is. One that is sent again while it waits comes after itself. */
function takeTurn(line: Waiting[]): Set<Waiting> {
  const ids = new Set<string>();
  let count = 0;
  while (count < Math.min(line.length, mostTogether) && !ids.has(line[count]!.execution.context.commandId))
    ids.add(line[count++]!.execution.context.commandId);
  return new Set(line.splice(0, count));
}

/** One, and all who came after it, are the next. */
function putBack(one: Waiting, open: Set<Waiting>, line: Waiting[]): void {
  const all = [...open];
  const back = all.slice(all.indexOf(one));
  for (const each of back) open.delete(each);
  line.unshift(...back);
}

function settle(open: Set<Waiting>, one: Waiting, outcome: TurnOutcome<unknown>): void {
  open.delete(one);
  one.settled.resolve(outcome);
}

/** Answers those whose command the stream has. */
function answerKnown(open: Set<Waiting>, { applied }: Folded<unknown>): void {
  for (const one of open) {
    const first = applied.get(one.execution.context.commandId);
    if (first) settle(open, one, { first });
  }
}

/** The facts for a decision on a state: those that were already asked for, or asked for now. */
function ask(one: Waiting, state: unknown): unknown {
  if (one.asked === null || one.asked.of !== state) one.asked = { of: state, facts: one.execution.facts(state) };
  return one.asked.facts;
}

/** The events of a command with what is stored of them, each naming the one before it, and the hash of the last. */
async function written(
  stream: string,
  after: Pick<Fold<unknown>, 'revision' | 'head'>,
  decision: readonly DomainEvent[],
  { context, span, seal }: { context: CommandContext; span: Span | null; seal: PersonalSeal },
): Promise<Pick<Change, 'events'> & { head: string | null }> {
  const {
    actor: { userName, name, roleNames },
  } = context;
  const about = {
    actor: { userName, name, roleNames, permission: context.permission },
    ...(context.onBehalfOf === undefined ? {} : { onBehalfOf: context.onBehalfOf }),
    ...(context.signIn === undefined ? {} : { signIn: context.signIn }),
    commandId: context.commandId,
    command: context.command,
    correlationId: context.correlationId,
    causationId: context.causationId,
    time: context.time,
    clientAddress: context.clientAddress,
    ...(span === null ? {} : { traceparent: span.traceparent }),
  };
  const known = encodeAll(stream, after, decision, { about, seal });
  if (known) return known;
  await prepareKeys(decision, about, seal);
  const encoded = encodeAll(stream, after, decision, { about, seal });
  if (!encoded) throw new Error(`keys of what is to be written to ${stream} were not prepared`);
  return encoded;
}

/** Null where keys have to be prepared before. */
function encodeAll(
  stream: string,
  after: Pick<Fold<unknown>, 'revision' | 'head'>,
  decision: readonly DomainEvent[],
  { about, seal }: { about: Omit<EventMetadata, 'schemaVersion' | 'prev'>; seal: PersonalSeal },
): (Pick<Change, 'events'> & { head: string | null }) | null {
  let { head } = after;
  const events: Change['events'][number][] = [];
  for (const [index, event] of decision.entries()) {
    const revision = after.revision + 1 + index;
    const chained = encodeChained(event, { stream, index, revision, prev: head }, about, seal);
    if (!chained) return null;
    head = chained.head;
    const { id, type, data, metadata, stored } = chained.event;
    events.push({ id, stream, revision, metadata, event: { type, data }, stored });
  }
  return { events, head };
}
