import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';

/** Counts what the gateway answers, waits for and pushes. */
export interface GatewayMetrics {
  /** One request has been answered; `operation` is the id of a declared operation, or `page` for everything else. */
  answered(operation: string, status: number, seconds: number): void;
  /** An answer has waited for read models to show what a command did. */
  waited(reached: boolean, seconds: number): void;
  /** Messages have been written to sockets; `seconds` since the event was stored, null when that is not known. */
  pushed(type: string, seconds: number | null): void;
}

/** Tells how many people are connected, and whether the gateway hears of what changes. */
export function observeConnections(
  metrics: Metrics,
  { sockets, hearsNotices }: { sockets: () => number; hearsNotices: () => boolean },
): void {
  metrics.gauge('jwxt_websocket_connections', 'Open websockets', [], (gauge) => gauge.set(sockets()));
  metrics.gauge('jwxt_notices_connected', '1 while the notices of read models arrive from PostgreSQL', [], (gauge) =>
    gauge.set(hearsNotices() ? 1 : 0),
  );
}

/** Tells until when the own certificate is believed; without one the figure has no value. */
export function observeCertificate(metrics: Metrics, expiresAt: () => Date | undefined): void {
  metrics.gauge(
    'jwxt_tls_certificate_expiry_timestamp_seconds',
    'When the certificate of the pages ends, seconds since 1970',
    [],
    (gauge) => {
      const end = expiresAt();
      if (end) gauge.set(end.getTime() / 1000);
      else gauge.remove();
    },
  );
}

/** Declares the gateway's figures. */
export function createGatewayMetrics(metrics: Metrics): GatewayMetrics {
  const requests = metrics.counter(
    'jwxt_http_requests_total',
    'Requests answered, by operation and status; page stands for files and unknown addresses',
    ['operation', 'status'],
  );
  const durations = metrics.histogram('jwxt_http_request_duration_seconds', 'Time from a request to its answer', [
    'operation',
  ]);
  const waits = metrics.counter(
    'jwxt_read_model_waits_total',
    'Answers that waited for read models: reached, or late (the answer did not wait longer)',
    ['outcome'],
  );
  const waiting = metrics.histogram('jwxt_read_model_wait_seconds', 'How long answers waited for read models');
  const messages = metrics.counter('jwxt_push_messages_total', 'Messages written to websockets', ['type']);
  const latency = metrics.histogram(
    'jwxt_push_latency_seconds',
    'Time from the storing of an event to the message on a socket; clocks of several machines must agree',
  );
  return {
    answered(operation, status, seconds) {
      requests.labels(operation, String(status)).inc();
      durations.labels(operation).observe(seconds);
    },
    waited(reached, seconds) {
      waits.labels(reached ? 'reached' : 'late').inc();
      waiting.observe(seconds);
    },
    pushed(type, seconds) {
      messages.labels(type).inc();
      if (seconds !== null) latency.observe(Math.max(0, seconds));
    },
  };
}
