import { BALL_PERMISSION } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { lazy, Suspense, type ComponentType } from 'react';
import { useMay } from '../lib/session.ts';
import { useRested } from '../lib/use-rest.ts';

/** The ball's code comes after the page; without it there is no ball, and nothing else is amiss. */
const MonitorBall = lazy<ComponentType>(() =>
  import('../areas/data-monitor/monitor-ball.tsx').then(
    ({ MonitorBall: Ball }) => ({ default: Ball }),
    () => ({ default: () => null }),
  ),
);

/** The data-monitor ball, for those who may see it (MONITOR-01). */
export function MonitorBallEntry() {
  const rested = useRested();
  return useMay(BALL_PERMISSION) && rested ? (
    <Suspense fallback={null}>
      <MonitorBall />
    </Suspense>
  ) : null;
}
