import type { HealthCheck } from '@jwxt/infra/runtime/health.ts';

/** A neighbour that restarts is back within this time; who is away for longer is missed. */
const missedAfterMs = 10_000;

/**
 * Tells whether a neighbouring service answers. While it does not, this one is degraded; without a neighbour that it
 * `needs`, and that has been away for a while, it is down: another instance may still reach it.
 */
export function neighbourProbe(
  ask: () => Promise<{ status: number }>,
  { needed, now = () => performance.now() }: { needed: boolean; now?: () => number },
): HealthCheck {
  let awaySince: number | undefined;
  return async () => {
    const problem = await ask().then(
      ({ status }) => (status === 200 ? null : `HTTP ${status}`),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem === null) {
      awaySince = undefined;
      return { status: 'up' };
    }
    awaySince ??= now();
    return { status: needed && now() - awaySince >= missedAfterMs ? 'down' : 'degraded', detail: problem };
  };
}
