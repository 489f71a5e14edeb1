/**
 * `Streams/BatchAppend`: one long call for all appends of a client, each with its correlation id. Every id gets exactly
 * one reply, whatever happens: the client waits without a timer, and a second reply would end its process.
 */
import type { AccessRules } from './access-rules.ts';
import { type BatchFailure, encodeBatchFailure, encodeBatchSuccess, encodeConflictDetails } from './append-reply.ts';
import {
  type BatchChunk,
  decodeBatchChunk,
  decodeProposed,
  decodeWriteOptions,
  type WriteOptions,
} from './append-request.ts';
import { type EventStore, NOT_READY, type Outcome } from './event-store.ts';
import { CallError, type GrpcCall, type Handler, status } from './grpc-call.ts';
import { countedSize, type ProposedEvent } from './recorded-event.ts';
import { MalformedMessage, message } from './wire.ts';
import { checkWritable, MAX_APPEND_SIZE } from './write-rules.ts';

/** No append is kept waiting longer, whatever deadline the client sends. */
const LONGEST_WAIT = 2_000;
const SWEEP_EVERY = 100;
/** Bytes waiting for the disk beyond which the client has to wait. */
const MOST_QUEUED = 16 * 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

interface PendingAppend extends WriteOptions {
  /** Time to give up, on the clock of `performance.now()`, which nobody sets. */
  deadline: number;
  correlation: Buffer;
  events: ProposedEvent[];
  size: number;
}

/** Serves the call until the client ends it. Answers that are still owed then are lost, as on real servers. */
export function batchAppendService(store: EventStore, access: AccessRules): Handler {
  return (call) => {
    const appends = new BatchAppends(store, access, call);
    const sweep = setInterval(() => appends.expire(), SWEEP_EVERY);
    call.signal.addEventListener('abort', () => clearInterval(sweep), { once: true });
    call.onMessage = (bytes) => appends.take(decodeBatchChunk(bytes));
    call.onHalfClose = () => call.end();
  };
}

class BatchAppends {
  readonly #store: EventStore;
  readonly #access: AccessRules;
  readonly #call: GrpcCall;
  /** Appends without a reply yet, by correlation id, in order of arrival. */
  readonly #pending = new Map<string, PendingAppend>();
  #isHeld = false;

  constructor(store: EventStore, access: AccessRules, call: GrpcCall) {
    this.#store = store;
    this.#access = access;
    this.#call = call;
  }

  /** Takes one chunk. One for an id that is not pending belongs to an append that was already answered. */
  take(chunk: BatchChunk): void {
    const key = chunk.correlation.toString('latin1');
    let append = this.#pending.get(key);
    if (!append) {
      if (!chunk.options) return;
      append = this.#begin(key, chunk.correlation, chunk.options);
      if (!append) return;
    }
    const failure = this.#addEvents(append, chunk.events);
    if (failure) this.#fail(key, append, failure);
    else if (chunk.isFinal) this.#commit(key, append);
  }

  #begin(key: string, correlation: Buffer, options: Buffer): PendingAppend | undefined {
    const unread = { stream: '', expected: 'any' as const, patience: 0 };
    const append: PendingAppend = { ...unread, deadline: 0, correlation, events: [], size: 0 };
    this.#pending.set(key, append);
    try {
      Object.assign(append, decodeWriteOptions(options));
      if (append.patience <= 0) {
        this.#fail(key, append, timeout());
        return undefined;
      }
      append.deadline = performance.now() + Math.min(append.patience, LONGEST_WAIT);
      checkWritable(append.stream);
      this.#access.check(this.#call.user, append.stream, 'write');
      return append;
    } catch (error) {
      this.#fail(key, append, failureFrom(error));
      return undefined;
    }
  }

  #addEvents(append: PendingAppend, events: readonly Buffer[]): BatchFailure | undefined {
    try {
      for (const bytes of events) {
        const event = decodeProposed(bytes);
        append.size += countedSize(event);
        if (append.size > MAX_APPEND_SIZE) return tooLarge();
        append.events.push(event);
      }
      return undefined;
    } catch (error) {
      return failureFrom(error);
    }
  }

  #commit(key: string, append: PendingAppend): void {
    this.#store.append(append.stream, append.expected, append.events, (outcome) => {
      // Not pending any more when its time has run out, though it has taken effect.
      if (this.#pending.get(key) !== append) return;
      this.#settle(key, append, outcome);
    });
    if (this.#store.log.queuedBytes > MOST_QUEUED) this.#hold();
  }

  #settle(key: string, append: PendingAppend, outcome: Outcome): void {
    const { correlation, stream, expected } = append;
    if (outcome.kind === 'written')
      this.#reply(key, encodeBatchSuccess(correlation, stream, outcome.revision, outcome.position));
    else if (outcome.kind === 'nothing')
      this.#reply(key, encodeBatchSuccess(correlation, stream, outcome.current, undefined));
    else if (outcome.kind === 'wrong-revision') {
      const details = encodeConflictDetails(expected, outcome.current);
      this.#fail(key, append, failure(status.ALREADY_EXISTS, 'WrongExpectedVersion', details));
    } else if (outcome.kind === 'deleted') {
      const identifier = message((writer) => writer.stringField(3, stream));
      const details = message((writer) => writer.bytesField(1, identifier));
      this.#fail(key, append, failure(status.NOT_FOUND, 'StreamDeleted', details));
    } else if (outcome.kind === 'not-ready') this.#fail(key, append, notReady());
    else this.#fail(key, append, timeout());
  }

  #fail(key: string, append: PendingAppend, failure: BatchFailure): void {
    this.#reply(key, encodeBatchFailure(append.correlation, append.stream, failure));
  }

  #reply(key: string, reply: Buffer): void {
    this.#pending.delete(key);
    this.#call.send(reply);
  }

  /** Stops the flow of requests until what is queued is on disk. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#call.hold(true);
    this.#store.log.afterQueued(() => {
      this.#isHeld = false;
      this.#call.hold(false);
    });
  }

  /** Answers appends whose time has run out. */
  expire(): void {
    const now = performance.now();
    for (const [key, append] of this.#pending) if (append.deadline <= now) this.#fail(key, append, timeout());
  }
}

/** The store's own errors: the message says the type. */
function failure(code: number, name: string, details: Buffer): BatchFailure {
  return { code, type: `event_store.client.${name}`, message: name, details };
}

/** What the server says of its own state has neither code nor details. */
function notReady(): BatchFailure {
  return { code: status.OK, type: 'google.protobuf.Empty', message: NOT_READY, details: NO_BYTES };
}

function timeout(): BatchFailure {
  return failure(status.DEADLINE_EXCEEDED, 'Timeout', NO_BYTES);
}

function tooLarge(): BatchFailure {
  const details = message((writer) => writer.varintField(1, MAX_APPEND_SIZE));
  return failure(status.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
}

function failureFrom(error: unknown): BatchFailure {
  if (error instanceof CallError && error.code === status.PERMISSION_DENIED)
    return failure(error.code, 'AccessDenied', NO_BYTES);
  if (error instanceof CallError && error.code === status.UNAVAILABLE) return notReady();
  if (!(error instanceof CallError) && !(error instanceof MalformedMessage)) throw error;
  const details = message((writer) => writer.stringField(1, error.message));
  return failure(status.INVALID_ARGUMENT, 'BadRequest', details);
}
