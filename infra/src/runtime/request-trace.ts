import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readTraceparent, traceIdIn, TRACEPARENT_HEADER } from '@jwxt/contracts/kernel/trace-context.ts';

/** Header of an answer with its trace id, for who looks at a failed call. */
export const TRACE_ID_HEADER = 'x-trace-id';

/**
 * A service's request ids (fastify's `genReqId`): the id of the trace that the caller named, or of a new one. Logs and
 * refusals name it.
 */
export function traceIdFor(request: { headers: IncomingHttpHeaders }): string {
  const given = readTraceparent(request.headers[TRACEPARENT_HEADER]);
  return given === null ? randomUUID().replaceAll('-', '') : traceIdIn(given);
}

/** The caller's place in the trace whose id the request has: the parent of what is done for it. */
export function traceparentOf(request: { id: string; headers: IncomingHttpHeaders }): string {
  return readTraceparent(request.headers[TRACEPARENT_HEADER]) ?? `00-${request.id}-${request.id.slice(16)}-01`;
}
