import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { FastifyInstance } from 'fastify';
import { TRACE_ID_HEADER, traceparentOf } from '@jwxt/infra/runtime/request-trace.ts';
import type { Span, Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { GatewayMetrics } from '../kernel/gateway-metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The work for this request in its trace; null before it has begun. */
    span: Span | null;
  }
  interface FastifyContextConfig {
    /** Id of the operation that the route serves. */
    operation?: string;
    /** The form of the answer's envelope. */
    answer?: Operation['answer'];
    /** A window is opened on it, so its failures are pages: what it does. */
    opened?: string;
  }
}

/** Everything that is no operation: files of the page, its addresses, probes. */
const otherRequests = 'page';

/**
 * Every request is a span, is counted and timed by its operation, and logged by its pattern: the address itself may
 * name a person.
 */
export function registerObservation(
  app: FastifyInstance,
  { metrics, tracing }: { metrics: GatewayMetrics; tracing: Tracing },
): void {
  app.decorateRequest('span', null);
  // The line has no field that could hold a secret: looking for one in each would cost more than the line itself.
  const requestLog = app.log.child({}, { redact: [] });
  app.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation !== undefined) request.span = tracing.start(operation, traceparentOf(request), { kind: 'server' });
    reply.header(TRACE_ID_HEADER, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { operation = otherRequests } = request.routeOptions.config;
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered(operation, status, elapsedTime / 1000);
    if (status >= 500) request.span?.fail(String(status));
    request.span?.end({ status });
    requestLog.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(页面)',
        status,
        ms: Math.round(elapsedTime),
        traceId: request.id,
      },
      '请求',
    );
    done();
  });
}
