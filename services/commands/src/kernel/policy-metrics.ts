import type { Pool } from 'pg';
import type { LogSubscription } from '@jwxt/infra/runtime/event-log-subscription.ts';
import { observeSubscription } from '@jwxt/infra/runtime/metrics-subscription.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';
import { countParked } from './policy-parking.ts';

/** Whether this process follows the log with its policies, and how. */
export interface PolicyWork {
  readonly leading: boolean;
  readonly subscription: LogSubscription | undefined;
}

/** Tells how the policies follow the log and what they had to leave aside. */
export function observePolicies(metrics: Metrics, pool: Pool, work: () => PolicyWork): void {
  observeSubscription(metrics, 'policies', () => (work().leading ? work().subscription?.state : undefined));
  metrics.gauge(
    'jwxt_policy_parked_events',
    'Events that policies could not carry out and that wait for an administrator',
    [],
    async (gauge) => gauge.set(await countParked(pool)),
  );
}
