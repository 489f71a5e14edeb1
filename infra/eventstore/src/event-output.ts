/** What a read or subscription sends: stored events copied as they are, gathered into large writes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodePosition, encodeStreamIdentifier } from './append-reply.ts';
import { type Frame, recordedIn, type StoredEvent } from './frame.ts';
import type { GrpcCall } from './grpc-call.ts';
import { recordedId, withStructuredId } from './recorded-event.ts';
import { message } from './wire.ts';

const FLUSH_SIZE = 64 * 1024;
/** Work without a pause, in milliseconds, after which other calls get their turn. */
const LONG_WORK = 10;

/** Where a `$>` event points to, read from the log; undefined when the target is gone. */
export interface ResolvedLink {
  target: Buffer | undefined;
}

/** Gathers messages for one call; the owner flushes when it is full and before it waits. */
export class EventOutput {
  readonly #call: GrpcCall;
  readonly #structuredIds: boolean;
  #parts: Buffer[] = [];
  #size = 0;
  #workingSince = performance.now();

  constructor(call: GrpcCall, structuredIds: boolean) {
    this.#call = call;
    this.#structuredIds = structuredIds;
  }

  get closed(): boolean {
    return this.#call.signal.aborted;
  }

  /** Adds a stored event. With `link`, the event is sent as the link it is, together with its target. */
  addEvent(frame: Frame, event: StoredEvent, link?: ResolvedLink): void {
    if (!this.#structuredIds && !link) {
      this.#add(frame.bytes.subarray(event.messageStart, event.end));
      return;
    }
    const recorded = this.#withId(recordedIn(frame, event));
    const target = link?.target && this.#withId(link.target);
    const readEvent = message((writer) => {
      if (!link) writer.bytesField(1, recorded);
      else {
        if (target) writer.bytesField(1, target);
        writer.bytesField(2, recorded);
      }
      writer.varintField(3, event.position);
    });
    this.#addMessage(1, readEvent);
  }

  #withId(recorded: Buffer): Buffer {
    return this.#structuredIds ? withStructuredId(recorded, recordedId(recorded)) : recorded;
  }

  addConfirmation(id: string): void {
    this.#addMessage(
      2,
      message((writer) => writer.stringField(1, id)),
    );
  }

  addCheckpoint(position: number): void {
    this.#addMessage(3, encodePosition(position));
  }

  addStreamNotFound(stream: string): void {
    this.#addMessage(
      4,
      message((writer) => writer.bytesField(1, encodeStreamIdentifier(stream))),
    );
  }

  addCaughtUp(): void {
    this.#addMessage(8, Buffer.alloc(0));
  }

  #addMessage(field: number, content: Buffer): void {
    const body = message((writer) => writer.bytesField(field, content));
    const prefix = Buffer.alloc(5);
    prefix.writeUInt32BE(body.length, 1);
    this.#add(prefix);
    this.#add(body);
  }

  #add(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  /** Whether enough has gathered for a write. */
  get full(): boolean {
    return this.#size >= FLUSH_SIZE;
  }

  /** Sends what has gathered and waits until the client takes more. */
  async flush(): Promise<void> {
    if (this.#size > 0) {
      const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#size);
      this.#parts = [];
      this.#size = 0;
      await this.#call.sendReady(bytes);
    }
    await this.breathe();
  }

  /** Lets other calls have their turn after long work, so that a long scan delays no append and no keep-alive. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#workingSince < LONG_WORK) return;
    await nextTurn();
    this.#workingSince = performance.now();
  }

  /** Sends the rest and ends the call well. */
  async finish(): Promise<void> {
    await this.flush();
    this.#call.end();
  }
}
