/**
 * The gRPC wire protocol over node:http2, as far as a server of hand-encoded messages needs it: replies are written in
 * chunks of many ready-made messages, each stream with its own flow control. HTTP/1.1 shares the port.
 */
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import type { Handler } from './grpc-call.ts';
import { GrpcCall, status } from './grpc-call.ts';

/** Calls at a time on one connection, as on a real server; the rest wait at the client. */
const MOST_CALLS = 100;

/** A certificate chain and its private key, both PEM. */
export interface TlsFiles {
  cert: string | Buffer;
  key: string | Buffer;
}

/** What the server answers with. */
export interface GrpcServerOptions {
  tls: TlsFiles | undefined;
  /** Handlers of the calls that are served from the beginning, by path, `/package.Service/Method`. */
  handlers: ReadonlyMap<string, Handler>;
  onRequest: http.RequestListener;
  onError: (error: Error, path: string) => void;
}

/** A listener for both protocols. */
export class GrpcServer {
  readonly #listener: net.Server;
  readonly #http1: http.Server;
  readonly #http2: http2.Http2Server;
  readonly #sessions = new Set<http2.ServerHttp2Session>();
  readonly #sockets = new Set<net.Socket>();
  readonly #http1Sockets = new Set<net.Socket>();
  readonly #options: GrpcServerOptions;
  #handlers: ReadonlyMap<string, Handler>;
  #isReady = false;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    this.#handlers = options.handlers;
    this.#http1 = http.createServer(options.onRequest);
    this.#http2 = http2.createServer({
      settings: { maxConcurrentStreams: MOST_CALLS, initialWindowSize: 1024 * 1024 },
      maxSessionMemory: 1024,
      streamResetBurst: 10_000,
      streamResetRate: 10_000,
    });
    this.#http2.on('session', (session) => {
      this.#sessions.add(session);
      session.setLocalWindowSize(16 * 1024 * 1024);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => session.destroy());
    });
    this.#http2.on('stream', (stream, headers) => this.#accept(stream, headers));
    this.#listener = listener(options.tls, (socket) => this.#greet(socket));
    this.#listener.on('connection', (socket: net.Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** HTTP/2 connections begin with `PRI`; everything else is for the HTTP/1.1 server. */
  #greet(socket: net.Socket): void {
    socket.on('close', () => this.#http1Sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      socket.unshift(first);
      if (first.toString('latin1', 0, 3) === 'PRI') {
        this.#http2.emit('connection', socket);
      } else {
        this.#http1Sockets.add(socket);
        this.#http1.emit('connection', socket);
      }
    });
  }

  #accept(stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders): void {
    const path = headers[':path'] ?? '';
    const call = new GrpcCall(stream, headers, (error) => this.#options.onError(error, path));
    const handler = this.#handlers.get(path);
    if (!handler && !this.#isReady) return call.end(status.UNAVAILABLE, 'the node is not ready yet');
    if (!handler) return call.notFound();
    call.run(handler);
  }

  /** Starts to listen; resolves with the port. Rejects when the address is taken. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(port, host, () => {
        this.#listener.off('error', reject);
        resolve((this.#listener.address() as net.AddressInfo).port);
      });
    });
  }

  /** From now on these calls are served, and no others. */
  serve(handlers: ReadonlyMap<string, Handler>): void {
    this.#handlers = handlers;
    this.#isReady = true;
  }

  /** Refuses new connections and new calls. */
  refuse(): void {
    this.#listener.close();
    for (const session of this.#sessions) if (!session.closed) session.close();
  }

  /** Waits until the connections have closed, at most `patience` ms, then cuts them. */
  async close(patience: number): Promise<void> {
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    for (const socket of this.#http1Sockets) socket.destroy();
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
      for (const session of this.#sessions) session.destroy();
    }, patience);
    await closed;
    clearTimeout(cut);
  }
}

function listener(files: TlsFiles | undefined, greet: (socket: net.Socket) => void): net.Server {
  if (!files) return net.createServer({ noDelay: true }, greet);
  return tls.createServer(
    { ...files, ALPNProtocols: ['h2', 'http/1.1'], noDelay: true, handshakeTimeout: 10_000 },
    greet,
  );
}
