/**
 * A real store behind a server that answers as it is told to: what servers of other versions, and nodes in other
 * states, have been seen to do.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { featuresService, gossipService } from '../about-service.ts';
import { AccessRules } from '../access-rules.ts';
import { everybodyIsAdministrator } from '../authentication.ts';
import { batchAppendService } from '../batch-append-service.ts';
import type { GrpcCall, Handler } from '../grpc-call.ts';
import { GrpcServer } from '../grpc-server.ts';
import { openEventStore } from '../open-store.ts';
import { decodeReadRequest } from '../read-request.ts';
import { readService } from '../read-service.ts';
import { message } from '../wire.ts';

/** What the server does otherwise than the local node. */
export interface Script {
  readonly version?: string;
  /** Sent right after the confirmation of a filtered subscription to `$all`. */
  readonly firstCheckpoint?: { readonly commit: bigint; readonly prepare: bigint };
}

/** A server that is listening. */
export interface ScriptedServer {
  readonly url: string;
  close(): Promise<void>;
}

const STREAMS = '/event_store.client.streams.Streams';

/** Starts it on any port and an empty folder. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'scripted-'));
  const store = await openEventStore({
    directory,
    onFull: unexpected,
    onFatal: unexpected,
    onIndexFailure: unexpected,
  });
  const access = new AccessRules(store);
  const known =
    (handler: Handler): Handler =>
    (call) => {
      call.user = everybodyIsAdministrator(call.headers.authorization);
      return handler(call);
    };
  const server = new GrpcServer({
    tls: undefined,
    handlers: new Map(),
    onRequest: (_request, response) => void response.writeHead(404).end(),
    onError: unexpected,
  });
  const port = await server.listen(0, '127.0.0.1');
  server.serve(
    new Map<string, Handler>([
      ['/event_store.client.server_features.ServerFeatures/GetSupportedMethods', featuresService(script.version)],
      ['/event_store.client.gossip.Gossip/Read', gossipService({ instanceId: randomUUID(), host: '127.0.0.1', port })],
      [`${STREAMS}/BatchAppend`, known(batchAppendService(store, access))],
      [`${STREAMS}/Read`, known(withCheckpoint(readService(store, access), script.firstCheckpoint))],
    ]),
  );
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      server.refuse();
      await server.close(0);
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function unexpected(error: Error): void {
  throw error;
}

function withCheckpoint(handler: Handler, checkpoint: Script['firstCheckpoint']): Handler {
  return async (call) => {
    await handler(call);
    if (!checkpoint) return;
    const take = call.onMessage;
    call.onMessage = (request) => {
      if (decodeReadRequest(request).filter) followFirst(call, checkpoint);
      take(request);
    };
  };
}

/** The first thing sent is the confirmation. */
function followFirst(call: GrpcCall, { commit, prepare }: NonNullable<Script['firstCheckpoint']>): void {
  const send = call.sendReady.bind(call);
  call.sendReady = (messages) => {
    call.sendReady = send;
    const position = message((writer) => {
      writer.varintField(1, commit);
      writer.varintField(2, prepare);
    });
    const body = message((writer) => writer.bytesField(3, position));
    const prefix = Buffer.alloc(5);
    prefix.writeUInt32BE(body.length, 1);
    return send(Buffer.concat([messages, prefix, body]));
  };
}
