import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readerCheck } from './internal-guard.ts';

export type { Counter, Gauge, Histogram } from 'prom-client';

/** Seconds, from a tenth of a millisecond to ten seconds: what a request, an append or a push may take. */
export const durationBuckets = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/**
 * One metric with its samples, as `GET /metrics` tells another service. A histogram's samples are its buckets, sum and
 * count.
 */
export interface MetricFamily {
  name: string;
  help: string;
  type: string;
  values: { metricName?: string; value: number; labels: Record<string, string | number> }[];
}

/**
 * The figures of one process, named `jwxt_…` in base units. Labels have few values, all known to the program: never a
 * person, an id or an address. Counting costs well under a microsecond; a gauge with `collect` costs nothing until it
 * is asked for.
 */
export interface Metrics {
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  /** Durations in seconds. */
  histogram<L extends string = never>(name: string, help: string, labels?: readonly L[]): Histogram<L>;
  /** A total that is counted elsewhere and read whenever somebody asks. */
  total(name: string, help: string, read: () => number): void;
  /** `collect` sets the present value whenever somebody asks; what it throws leaves the gauge without values. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels: readonly L[],
    collect: (gauge: Gauge<L>) => void | Promise<void>,
  ): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  families(): Promise<MetricFamily[]>;
}

const textType = 'text/plain; version=0.0.4; charset=utf-8';

/** Creates an empty set of metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: labels, registers }),
    histogram: (name, help, labels = []) =>
      new Histogram({ name, help, labelNames: labels, buckets: durationBuckets, registers }),
    total(name, help, read) {
      const counter: Counter = new Counter({
        name,
        help,
        registers,
        collect() {
          counter.reset();
          counter.inc(read());
        },
      });
    },
    gauge(name, help, labels, collect) {
      const gauge: Gauge<(typeof labels)[number]> = new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          gauge.reset();
          try {
            await collect(gauge);
          } catch {
            // Nothing is known of it at the moment; the other figures are told all the same.
            gauge.reset();
          }
        },
      });
    },
    text: () => registry.metrics(),
    families: async () => (await registry.getMetricsAsJSON()) as unknown as MetricFamily[],
  };
}

/**
 * `GET /metrics`, only for who shows one of the tokens, the operator's `METRICS_TOKEN`, or signs as a part of the
 * product. The text format of Prometheus, or {@link MetricFamily} lists as JSON for who asks for JSON.
 */
export function registerMetricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  tokens: readonly (string | undefined)[],
): void {
  const mayRead = readerCheck(tokens);
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ code: '401', message: 'bearer token required' });
    if (request.headers.accept?.includes('application/json')) return reply.send(await metrics.families());
    return reply.type(textType).send(await metrics.text());
  });
}
