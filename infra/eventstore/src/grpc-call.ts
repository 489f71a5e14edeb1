/** One gRPC call on the server's side: request messages in, ready-made messages out, a status at the end. */
import type http2 from 'node:http2';
import type { User } from './user.ts';
import { MalformedMessage } from './wire.ts';

/** gRPC status codes in use. */
export const status = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** The largest request message: the real server's limit for a log record. */
const MAX_MESSAGE = 16 * 1024 * 1024;
const PREFIX = 5;
/** Given to the abort signal, because making its default reason is slow. */
const OVER = 'the call is over';
const RESPONSE = { ':status': 200, 'content-type': 'application/grpc' };

/** Ends the call with this status when thrown by a handler. */
export class CallError extends Error {
  readonly code: number;
  readonly trailers: Record<string, string>;

  constructor(code: number, message: string, trailers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.trailers = trailers;
  }
}

/** Serves one call. It may return before the call ends; what it throws ends the call. */
export type Handler = (call: GrpcCall) => void | Promise<void>;

/** Handlers set `onMessage` and `onHalfClose`, send, and end the call once. */
export class GrpcCall {
  readonly path: string;
  readonly headers: http2.IncomingHttpHeaders;
  /** Aborted when the call is over, for whatever reason. */
  readonly signal: AbortSignal;
  /** Who calls; set before the handler runs. */
  user: User = { name: '', groups: [] };
  onMessage: (message: Buffer) => void = () => {};
  onHalfClose: () => void = () => {};
  readonly #stream: http2.ServerHttp2Stream;
  readonly #over = new AbortController();
  readonly #onError: (error: Error) => void;
  #deadline: NodeJS.Timeout | undefined;
  #ended = false;
  #unsent: Buffer[] = [];
  #received: Buffer[] = [];
  #receivedSize = 0;

  constructor(stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders, onError: (error: Error) => void) {
    this.#stream = stream;
    this.headers = headers;
    this.path = headers[':path'] ?? '';
    this.signal = this.#over.signal;
    this.#onError = onError;
    stream.on('close', () => this.#finish());
    stream.on('error', () => this.#finish());
    const patience = timeoutOf(headers['grpc-timeout']);
    if (patience !== undefined) {
      this.#deadline = setTimeout(() => this.end(status.DEADLINE_EXCEEDED, 'Deadline exceeded'), patience);
    }
  }

  /** Starts the handler and feeds it request messages. */
  run(handler: Handler): void {
    this.#guard(() => handler(this));
    this.#stream.on('data', (chunk: Buffer) => this.#guard(() => this.#receive(chunk)));
    this.#stream.on('end', () => this.#guard(() => this.onHalfClose()));
  }

  #guard(work: () => void | Promise<void>): void {
    if (this.#ended) return;
    try {
      const result = work();
      if (result) result.catch((error: unknown) => this.fail(error));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the call with the status that fits the error. */
  fail(error: unknown): void {
    if (this.#ended) return;
    if (error instanceof CallError) return this.end(error.code, error.message, error.trailers);
    if (error instanceof MalformedMessage) return this.end(status.INVALID_ARGUMENT, error.message);
    this.#onError(error as Error);
    this.end(status.INTERNAL, (error as Error).message);
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedSize += chunk.length;
    if (this.#receivedSize < PREFIX) return;
    if (this.#received[0]!.length < PREFIX) this.#received = [Buffer.concat(this.#received)];
    if (this.#receivedSize < PREFIX + messageSize(this.#received[0]!, 0)) return;
    const bytes = this.#received.length === 1 ? this.#received[0]! : Buffer.concat(this.#received);
    let at = 0;
    while (at + PREFIX <= bytes.length) {
      const end = at + PREFIX + messageSize(bytes, at);
      if (end > bytes.length) break;
      this.onMessage(bytes.subarray(at + PREFIX, end));
      at = end;
    }
    this.#received = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#receivedSize = bytes.length - at;
  }

  /** Stops or resumes the flow of request messages; messages already received still arrive. */
  hold(paused: boolean): void {
    if (paused) this.#stream.pause();
    else this.#stream.resume();
  }

  /** Sends one message; those of one turn of the event loop leave together. */
  send(body: Buffer): void {
    if (this.#ended) return;
    const prefix = Buffer.allocUnsafe(PREFIX);
    prefix[0] = 0;
    prefix.writeUInt32BE(body.length, 1);
    if (this.#unsent.length === 0) setImmediate(() => this.#flush());
    this.#unsent.push(prefix, body);
  }

  #flush(): void {
    if (this.#unsent.length === 0 || this.#ended) return;
    const bytes = Buffer.concat(this.#unsent);
    this.#unsent = [];
    this.#write(bytes);
  }

  /** Sends complete messages with their prefixes. Resolves when there is room for more, or when the call is over. */
  async sendReady(messages: Buffer): Promise<void> {
    this.#flush();
    if (this.#ended || this.#write(messages)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        this.#stream.off('drain', go);
        this.signal.removeEventListener('abort', go);
        resolve();
      };
      this.#stream.on('drain', go);
      this.signal.addEventListener('abort', go);
    });
  }

  #write(bytes: Buffer): boolean {
    if (!this.#stream.headersSent) this.#stream.respond(RESPONSE, { waitForTrailers: true });
    return this.#stream.write(bytes);
  }

  /** Ends the call without a gRPC status, as an HTTP server that does not know the path. */
  notFound(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stream.respond({ ':status': 404 }, { endStream: true });
    this.#stream.resume();
    this.#finish();
  }

  /** Ends the call. The first end counts. */
  end(code: number = status.OK, message = '', trailers: Record<string, string> = {}): void {
    if (this.#ended) return;
    this.#flush();
    this.#ended = true;
    const stream = this.#stream;
    if (stream.destroyed || stream.closed) return this.#finish();
    const final: http2.OutgoingHttpHeaders = { 'grpc-status': String(code) };
    if (message) final['grpc-message'] = headerText(message);
    for (const [name, value] of Object.entries(trailers)) final[name] = headerText(value);
    if (stream.headersSent) {
      stream.on('wantTrailers', () => stream.sendTrailers(final));
      stream.end();
    } else {
      stream.respond({ ...RESPONSE, ...final }, { endStream: true });
    }
    // Requests that are still coming have nobody to read them.
    stream.resume();
    this.#finish();
  }

  #finish(): void {
    clearTimeout(this.#deadline);
    this.#ended = true;
    this.#over.abort(OVER);
  }
}

function messageSize(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0) throw new CallError(status.UNIMPLEMENTED, 'compressed messages are not accepted');
  const size = bytes.readUInt32BE(at + 1);
  if (size > MAX_MESSAGE)
    throw new CallError(status.RESOURCE_EXHAUSTED, `a message of ${size} bytes is larger than ${MAX_MESSAGE}`);
  return size;
}

/** Header values may hold printable ASCII only: the rest is percent-encoded. */
function headerText(text: string): string {
  return text.replace(/[^ -$&-~]+/gu, (part) => encodeURIComponent(part.toWellFormed()));
}

const UNITS: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 };

/** Milliseconds of a `grpc-timeout` header; undefined when there is none, or it is too far away for a timer. */
function timeoutOf(header: string | string[] | undefined): number | undefined {
  const match = typeof header === 'string' ? /^(\d{1,8})([HMSmun])$/.exec(header) : null;
  if (!match) return undefined;
  const patience = Number(match[1]) * UNITS[match[2]!]!;
  return patience < 2 ** 31 ? patience : undefined;
}
