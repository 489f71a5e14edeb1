import type { FastifyInstance } from 'fastify';

/** How one part of a service feels. `degraded` still serves; `down` makes the service not ready. */
export interface HealthState {
  status: 'up' | 'degraded' | 'down';
  /** Anything an operator would like to see: position, lag, last error. Must be JSON. */
  detail?: unknown;
}

/** A named probe; throwing or taking longer than two seconds counts as `down`. */
export type HealthCheck = () => HealthState | Promise<HealthState>;

/** The answer of `/health/ready`. */
export interface HealthReport {
  service: string;
  ready: boolean;
  checks: Record<string, HealthState>;
}

/** The probes of one service. */
export interface HealthRegistry {
  /** Adds or replaces a probe. */
  register(name: string, check: HealthCheck): void;
  /** Stops being ready for good, so that a balancer sends no more work while the service drains. */
  startDraining(): void;
  report(): Promise<HealthReport>;
}

const probeLimitMs = 2_000;

/** Creates an empty registry: a service without probes is ready until it drains. */
export function createHealthRegistry(service: string): HealthRegistry {
  const checks = new Map<string, HealthCheck>();
  let draining = false;
  return {
    register(name, check) {
      checks.set(name, check);
    },
    startDraining() {
      draining = true;
    },
    async report() {
      const states = await Promise.all(
        [...checks].map(async ([name, check]) => [name, await probe(check)] as const),
      );
      const ready = !draining && states.every(([, state]) => state.status !== 'down');
      const shown = draining ? [...states, ['drain', { status: 'down' }] as const] : states;
      return { service, ready, checks: Object.fromEntries(shown) };
    },
  };
}

/** `GET /health/live` answers 200 while the process runs; `GET /health/ready` 200 or 503 with the {@link HealthReport}. */
export function registerHealthRoutes(app: FastifyInstance, health: HealthRegistry): void {
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'up' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const report = await health.report();
    return reply.code(report.ready ? 200 : 503).send(report);
  });
}

async function probe(check: HealthCheck): Promise<HealthState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HealthState>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'down', detail: `no answer within ${probeLimitMs} ms` }), probeLimitMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch (error) {
    return { status: 'down', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
