import { createRandom } from '@jwxt/infra/demo/random.ts';
import { describe, expect, it } from 'vitest';
import { simulate, type Outcome } from './queueing.ts';

/** One station, jobs of one kind. Rates are per second. */
function oneStation(arrivals: number, service: number, servers: number, seconds: number): Outcome {
  return simulate({
    stations: [{ name: 'desk', instances: 1, servers }],
    kinds: [{ name: 'job', perSecond: arrivals, steps: [{ station: 'desk', ms: 1000 / service }] }],
    seconds,
    warmUpSeconds: 100,
    random: createRandom('queueing').next,
  });
}

/** Within so many parts of a hundred. */
function near(value: number | undefined, expected: number, percent: number): void {
  expect(value).toBeGreaterThan(expected * (1 - percent / 100));
  expect(value).toBeLessThan(expected * (1 + percent / 100));
}

/** Erlang's formula: the chance that an arriving job has to wait. */
function chanceToWait(load: number, servers: number): number {
  let term = 1;
  let sum = 1;
  for (let busy = 1; busy < servers; busy += 1) sum += term *= load / busy;
  term *= load / servers;
  const waiting = (term * servers) / (servers - load);
  return waiting / (sum + waiting);
}

describe('the simulation against theory', () => {
  it('M/M/1: times are exponential with rate service − arrivals, a server works arrivals ÷ service of the time', () => {
    for (const [arrivals, service] of [
      [50, 100],
      [80, 100],
    ] as const) {
      const {
        kinds: { job },
        utilisation,
      } = oneStation(arrivals, service, 1, 2_000);
      near(job?.mean, 1000 / (service - arrivals), 5);
      near(job?.p50, (1000 * Math.log(2)) / (service - arrivals), 5);
      near(job?.p95, (1000 * Math.log(20)) / (service - arrivals), 6);
      near(utilisation.desk, arrivals / service, 2);
    }
  });

  it('M/M/c: the mean is the service plus what Erlang’s formula says of waiting', () => {
    for (const [arrivals, service, servers] of [
      [300, 100, 4],
      [700, 100, 8],
    ] as const) {
      const {
        kinds: { job },
        utilisation,
      } = oneStation(arrivals, service, servers, 400);
      near(
        job?.mean,
        1000 / service + (1000 * chanceToWait(arrivals / service, servers)) / (servers * service - arrivals),
        4,
      );
      near(utilisation.desk, arrivals / service / servers, 2);
    }
  });

  it('a row of stations adds up, several instances get their share, work left behind does not delay the answer', () => {
    const {
      kinds: { job },
      afterwards,
      utilisation,
    } = simulate({
      stations: [
        { name: 'front', instances: 2, servers: 1 },
        { name: 'back', instances: 1, servers: 1 },
        { name: 'later', instances: 1, servers: 1 },
      ],
      kinds: [
        {
          name: 'job',
          perSecond: 60,
          steps: [
            { station: 'front', ms: 10 },
            { station: 'back', ms: 5 },
          ],
          afterwards: [{ station: 'later', ms: 10 }],
        },
      ],
      seconds: 2_000,
      warmUpSeconds: 100,
      random: createRandom('queueing').next,
    });
    near(job?.mean, 1000 / (100 - 30) + 1000 / (200 - 60), 5);
    near(afterwards.job?.mean, 1000 / (100 - 60), 6);
    near(utilisation.front, 0.3, 3);
  });
});
