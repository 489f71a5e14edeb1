/** `Streams/Append`, `Delete` and `Tombstone`: one write a call. */
import type { AccessRules } from './access-rules.ts';
import { encodeAppendConflict, encodeAppendSuccess, encodeDeleted } from './append-reply.ts';
import { decodeAppendRequest, decodeDeleteRequest, type WriteOptions } from './append-request.ts';
import type { EventStore, Outcome } from './event-store.ts';
import { CallError, type GrpcCall, type Handler, status } from './grpc-call.ts';
import { countedSize, type ProposedEvent } from './recorded-event.ts';
import {
  appendTooLarge,
  checkWritable,
  isWriteFailure,
  MAX_APPEND_SIZE,
  writeFailure,
  wrongExpectedVersion,
} from './write-rules.ts';

/** Takes options and events, and answers when the client has sent everything. */
export function appendService(store: EventStore, access: AccessRules): Handler {
  return (call) => {
    let options: WriteOptions | undefined;
    const events: ProposedEvent[] = [];
    let size = 0;
    call.onMessage = (message) => {
      const request = decodeAppendRequest(message);
      if (request.options) {
        checkWritable(request.options.stream);
        access.check(call.user, request.options.stream, 'write');
        options = request.options;
      }
      if (!request.event) return;
      size += countedSize(request.event);
      if (size > MAX_APPEND_SIZE) throw appendTooLarge();
      events.push(request.event);
    };
    call.onHalfClose = () => {
      if (!options) throw new CallError(status.INVALID_ARGUMENT, 'options are missing');
      const { stream, expected } = options;
      store.append(stream, expected, events, (outcome) => answerAppend(call, options!, outcome));
    };
  };
}

function answerAppend(call: GrpcCall, { stream, expected }: WriteOptions, outcome: Outcome): void {
  if (isWriteFailure(outcome)) return call.fail(writeFailure(stream, outcome));
  if (outcome.kind === 'wrong-revision') call.send(encodeAppendConflict(expected, outcome.current));
  else if (outcome.kind === 'nothing') call.send(encodeAppendSuccess(outcome.current, undefined));
  else call.send(encodeAppendSuccess(outcome.revision, outcome.position));
  call.end();
}

/** Soft delete. */
export function deleteService(store: EventStore, access: AccessRules): Handler {
  return removal(access, (stream, expected, done) => store.delete(stream, expected, done));
}

/** Hard delete. */
export function tombstoneService(store: EventStore, access: AccessRules): Handler {
  return removal(access, (stream, expected, done) => store.tombstone(stream, expected, done));
}

function removal(access: AccessRules, remove: EventStore['delete']): Handler {
  return (call) => {
    call.onMessage = (message) => {
      const { stream, expected } = decodeDeleteRequest(message);
      checkWritable(stream);
      access.check(call.user, stream, 'delete');
      remove(stream, expected, (outcome) => {
        if (isWriteFailure(outcome)) return call.fail(writeFailure(stream, outcome));
        if (outcome.kind === 'wrong-revision')
          return call.fail(wrongExpectedVersion(stream, expected, outcome.current));
        if (outcome.kind === 'written') call.send(encodeDeleted(outcome.position));
        call.end();
      });
    };
  };
}
