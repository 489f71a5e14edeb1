import { BALL_PERMISSION } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMay } from '../lib/session.ts';
import { useRested } from '../lib/use-rest.ts';

/** The ball's code comes after the page; without it there is no ball, and nothing else is amiss. */
const MonitorBall = lazyPart(async () => (await import('../areas/data-monitor/monitor-ball.tsx')).MonitorBall, {
  optional: true,
});

/** The data-monitor ball, for those who may see it (MONITOR-01). */
export function MonitorBallEntry() {
  const rested = useRested();
  return useMay(BALL_PERMISSION) && rested ? <MonitorBall /> : null;
}
