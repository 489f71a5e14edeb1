import { atLeast, type Figure } from './figure.ts';
import type { HistoryReading } from './load/read-history.ts';
import { inTurns, type Plan } from './rounds.ts';
import type { Stage } from './stage.ts';

const plan: Plan = { inFlight: 1, rounds: 5, roundMs: 2_000 };
/** Fewer than the demo university has. */
const readEvents = [5_000, 500] as const;
const readings: readonly HistoryReading[] = ['stored', 'today', 'lifted'];

/**
 * Reading the product's log with every event checked, and with every event lifted from a former version too, beside
 * reading it alone.
 */
export async function measureHistory({ env, driver, processes, scale }: Stage): Promise<Figure[]> {
  const events = scale.size(...readEvents);
  const loads = await Promise.all(
    readings.map((reading) =>
      driver.prepare('readHistory', {
        url: env.EVENTSTORE_URL,
        databaseUrl: env.DATABASE_URL,
        personKey: env.PERSON_KEY,
        reading,
        events,
      }),
    ),
  );
  const [stored, ...read] = await inTurns(processes, loads, scale.plan(plan));
  const baseline = stored!.perSecond * events;
  return read.map(({ perSecond, cpu }, index) => ({
    id: `history.${readings[index + 1]!}`,
    unit: '1/s',
    value: perSecond * events,
    baseline,
    against: 'reading the same events unchecked',
    aims: [atLeast(perSecond / stored!.perSecond, index === 0 ? 0.8 : 0.75, ' of it')],
    cpu: Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / events])),
  }));
}
