/**
 * A server that speaks the event store's protocol and answers what a test has written down, word for word as real
 * servers do in states that are hard to bring about: starting, too busy, without a leader. It stores nothing.
 */
import { encodeBatchSuccess } from '@jwxt/eventstore/append-reply.ts';
import { decodeBatchChunk } from '@jwxt/eventstore/append-request.ts';
import { featuresService } from '@jwxt/eventstore/about-service.ts';
import { CallError, type Handler } from '@jwxt/eventstore/grpc-call.ts';
import { GrpcServer } from '@jwxt/eventstore/grpc-server.ts';
import { message } from '@jwxt/eventstore/wire.ts';

/** One answer: success, none at all, a status of the call, or, in a BatchAppend, an error about the one append. */
export type ScriptedAnswer =
  | { readonly succeeds: true }
  | { readonly silent: true }
  | { readonly ends: number; readonly says: string; readonly trailers?: Record<string, string> }
  | { readonly type: string; readonly says: string; readonly code?: number };

/** A listening server. */
export interface ScriptedStore {
  readonly url: string;
  /**
   * Answers still to be given to appends, and to reads; when there are none left appends succeed and reads find no
   * stream.
   */
  readonly appends: ScriptedAnswer[];
  readonly reads: ScriptedAnswer[];
  /** Encoded events of each append that came. */
  readonly came: string[];
  /** For each call whether only the node that leads is to answer it. */
  readonly forLeader: boolean[];
  close(): Promise<void>;
}

const streams = '/event_store.client.streams.Streams';

/** Starts it on a free port. */
export async function startScriptedStore(): Promise<ScriptedStore> {
  const script = {
    appends: [] as ScriptedAnswer[],
    reads: [] as ScriptedAnswer[],
    came: [] as string[],
    forLeader: [] as boolean[],
  };
  const batchAppend: Handler = (call) => {
    script.forLeader.push(call.headers['requires-leader'] === 'true');
    call.onMessage = (bytes) => {
      const { correlation, events } = decodeBatchChunk(bytes);
      script.came.push(Buffer.concat(events).toString('hex'));
      const answer = script.appends.shift();
      if (!answer || 'succeeds' in answer) call.send(encodeBatchSuccess(correlation, '', events.length - 1, 1_000));
      else if ('silent' in answer) return;
      else if ('ends' in answer) throw new CallError(answer.ends, answer.says, answer.trailers);
      else call.send(failure(correlation, answer));
    };
  };
  const read: Handler = (call) => {
    script.forLeader.push(call.headers['requires-leader'] === 'true');
    call.onMessage = () => {
      const answer = script.reads.shift();
      if (answer && 'ends' in answer) throw new CallError(answer.ends, answer.says, answer.trailers);
      if (answer && 'silent' in answer) return;
      call.send(
        message((writer) =>
          writer.bytesField(
            4,
            message((notFound) =>
              notFound.bytesField(
                1,
                message((name) => name.stringField(3, 'none')),
              ),
            ),
          ),
        ),
      );
      call.end();
    };
  };
  const server = new GrpcServer({
    tls: undefined,
    handlers: new Map(),
    onRequest: (_request, response) => response.writeHead(404).end(),
    onError: () => undefined,
  });
  const port = await server.listen(0, '127.0.0.1');
  server.serve(
    new Map([
      ['/event_store.client.server_features.ServerFeatures/GetSupportedMethods', featuresService()],
      [`${streams}/BatchAppend`, batchAppend],
      [`${streams}/Read`, read],
    ]),
  );
  return {
    ...script,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      server.refuse();
      await server.close(0);
    },
  };
}

/** `BatchAppendResp` with a `google.rpc.Status`, whose details are an empty message of the type. */
function failure(correlation: Buffer, { type, says, code = 0 }: Extract<ScriptedAnswer, { type: string }>): Buffer {
  const details = message((any) => {
    any.stringField(1, `type.googleapis.com/${type}`);
    any.bytesField(2, Buffer.alloc(0));
  });
  const status = message((writer) => {
    writer.varintField(1, code);
    writer.stringField(2, says);
    writer.bytesField(3, details);
  });
  return message((writer) => {
    writer.bytesField(1, correlation);
    writer.bytesField(2, status);
  });
}
