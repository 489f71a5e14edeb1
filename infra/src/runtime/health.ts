import type { FastifyInstance } from 'fastify';
import { readerCheck } from './internal-guard.ts';

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
  /**
   * Adds or replaces a probe. With `startup: false` it says nothing about whether the service has started: one that
   * comes back with much to catch up on has.
   */
  register(name: string, check: HealthCheck, options?: { startup?: boolean }): void;
  /** Stops being ready for good, so that a balancer sends no more work while the service drains. */
  startDraining(): void;
  report(): Promise<HealthReport>;
  /** The probes that tell whether it has started; ready from the first time that all of them were. */
  startup(): Promise<HealthReport>;
}

const probeLimitMs = 2_000;

/** Creates an empty registry: a service without probes is ready until it drains. */
export function createHealthRegistry(service: string): HealthRegistry {
  const checks = new Map<string, { check: HealthCheck; startup: boolean }>();
  let draining = false;
  let hasStarted = false;

  /** Probes that are being asked: however many ask for a report at once, each is asked once. */
  const asked = new Map<HealthCheck, Promise<HealthState>>();
  const ask = (check: HealthCheck): Promise<HealthState> => {
    const running = asked.get(check) ?? probe(check).finally(() => asked.delete(check));
    asked.set(check, running);
    return running;
  };
  const states = async (
    wanted: (entry: { startup: boolean }) => boolean,
  ): Promise<(readonly [string, HealthState])[]> =>
    await Promise.all(
      [...checks]
        .filter(([, entry]) => wanted(entry))
        .map(async ([name, { check }]) => [name, await ask(check)] as const),
    );
  const isUp = (shown: readonly (readonly [string, HealthState])[]): boolean =>
    shown.every(([, state]) => state.status !== 'down');

  return {
    register(name, check, { startup = true } = {}) {
      checks.set(name, { check, startup });
    },
    startDraining() {
      draining = true;
    },
    async report() {
      const found = await states(() => true);
      const shown = draining ? [...found, ['drain', { status: 'down', detail: '正在停止' }] as const] : found;
      return { service, ready: isUp(shown), checks: Object.fromEntries(shown) };
    },
    async startup() {
      const found = await states(({ startup }) => startup);
      hasStarted ||= isUp(found);
      return { service, ready: hasStarted, checks: Object.fromEntries(found) };
    },
  };
}

/**
 * `GET /health/live` answers 200 while the process runs; `GET /health/ready` 200 or 503 with the {@link HealthReport}:
 * whether to send work here; `GET /health/startup` the same for whether it has come up: who waits for that asks here.
 * What each probe says is only for who shows one of the tokens, those of `/metrics`, or signs as a part of the product:
 * a balancer needs no more than the status.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  health: HealthRegistry,
  tokens: readonly (string | undefined)[],
): void {
  const mayRead = readerCheck(tokens);
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'up' }));
  for (const [path, report] of [
    ['/health/ready', () => health.report()],
    ['/health/startup', () => health.startup()],
  ] as const) {
    app.get(path, { logLevel: 'warn' }, async (request, reply) => {
      const told = await report();
      const { service, ready } = told;
      return reply.code(ready ? 200 : 503).send(mayRead(request) ? told : { service, ready });
    });
  }
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
