import type { SubscriptionState } from './event-log-subscription.ts';
import type { Metrics } from './metrics.ts';

const statuses = ['connecting', 'catching-up', 'live', 'retrying', 'closed', 'standby'] as const;

/** Tells how this process follows the log; `standby` when it does not, because another process does. */
export function observeSubscription(
  metrics: Metrics,
  subscription: string,
  state: () => SubscriptionState | undefined,
): void {
  metrics.gauge(
    'jwxt_subscription_state',
    'How the log is followed: 1 for the present state, 0 for the others',
    ['subscription', 'state'],
    (gauge) => {
      const present = state()?.status ?? 'standby';
      for (const status of statuses) gauge.set({ subscription, state: status }, status === present ? 1 : 0);
    },
  );
  metrics.gauge('jwxt_subscription_failures', 'Failures in a row since it last worked', ['subscription'], (gauge) =>
    gauge.set({ subscription }, state()?.failures ?? 0),
  );
}
