/** `Streams/Read`: reads and subscriptions. */
import type { AccessRules } from './access-rules.ts';
import { readAll, subscribeToAll } from './all-reader.ts';
import { EventOutput } from './event-output.ts';
import type { EventStore } from './event-store.ts';
import type { GrpcCall, Handler } from './grpc-call.ts';
import { decodeReadRequest } from './read-request.ts';
import { readStream, subscribeToStream } from './stream-reader.ts';

/** Serves reads and subscriptions from the store. */
export function readService(store: EventStore, access: AccessRules): Handler {
  return (call) => {
    let isStarted = false;
    call.onMessage = (message) => {
      if (isStarted) return;
      isStarted = true;
      serve(store, access, call, message).catch((error: unknown) => call.fail(error));
    };
  };
}

async function serve(store: EventStore, access: AccessRules, call: GrpcCall, message: Buffer): Promise<void> {
  const request = decodeReadRequest(message);
  await store.patiently(() => access.check(call.user, request.stream ?? '$all', 'read'));
  const output = new EventOutput(call, request.structuredIds);
  const { stream } = request;
  if (request.count !== undefined) {
    if (stream === undefined) await readAll(store, output, request);
    else await readStream(store, output, request, stream);
  } else if (stream === undefined) await subscribeToAll(store, output, request, call.signal);
  else await subscribeToStream(store, output, request, stream, call.signal);
}
