import { createRandom } from '@jwxt/infra/demo/random.ts';
import { rounded } from '../figure.ts';
import { demand, kindsOf } from './evening.ts';
import { simulate } from './queueing.ts';
import type { ServiceTimes } from './service-times.ts';
import { setUps, stationsOf, type SetUp } from './set-up.ts';

const seconds = 60;
const warmUpSeconds = 10;
const parts = ['gateway', 'hashing', 'commands', 'eventstore', 'postgres', 'projections'] as const;

/**
 * Cores that each part needs in the busiest minute, all shards together, and what share of the province one core of it
 * would carry. Heads first.
 */
export function needsTable(times: ServiceTimes): string[][] {
  const kinds = kindsOf(times, 1);
  const rows = parts.map((part) => {
    const cores = kinds.reduce(
      (sum, { perSecond, steps, afterwards = [] }) =>
        sum +
        (perSecond / 1000) *
          [...steps, ...afterwards].filter(({ station }) => station === part).reduce((ms, step) => ms + step.ms, 0),
      0,
    );
    return { part, cores };
  });
  return [
    ['part', 'cores busy', 'universities that one core carries at 60 %'],
    ...rows
      .toSorted((a, b) => b.cores - a.cores)
      .map(({ part, cores }) => [part, String(rounded(cores)), String(Math.floor(60 / cores))]),
  ];
}

/** What the simulation predicts for each set-up. Heads first. */
export function predictionTable(times: ServiceTimes): string[][] {
  const heads = [
    'shards',
    'gateways',
    'commands',
    'projections',
    'PG cores',
    ...parts.map((part) => `${part} busy`),
    'save p50',
    'p95',
    'p99',
    'open a class p99',
    'decide p99',
    'read model behind p99',
  ];
  return [heads, ...setUps.map((setUp) => prediction(times, setUp))];
}

function prediction(times: ServiceTimes, setUp: SetUp): string[] {
  const { kinds, afterwards, utilisation } = simulate({
    stations: stationsOf(setUp),
    kinds: kindsOf(times, setUp.shards),
    seconds,
    warmUpSeconds,
    random: createRandom('province').next,
  });
  const { shards, gateways, commands, projections, postgresCores } = setUp;
  // Times of a part that cannot keep up only tell how long it was watched.
  const overloaded = parts.some((part) => utilisation[part]! > 0.97);
  const ms = (value: number | undefined): string =>
    overloaded || value === undefined ? 'falls behind' : `${rounded(value).toLocaleString('en')} ms`;
  return [
    ...[shards, gateways, commands, projections, postgresCores].map(String),
    ...parts.map((part) => `${Math.round(utilisation[part]! * 100)} %`),
    ms(kinds.save?.p50),
    ms(kinds.save?.p95),
    ms(kinds.save?.p99),
    ms(kinds['open a class']?.p99),
    ms(kinds['submit or decide']?.p99),
    ms(afterwards.save?.p99),
  ];
}

/** The evening in numbers. Heads first. */
export function demandTable(): string[][] {
  const {
    sheets,
    teachers,
    sheetsThisEvening,
    sheetRate,
    saves,
    openings,
    readings,
    counts,
    decisions,
    signIns,
    sockets,
  } = demand;
  const whole = (value: number): string => Math.round(value).toLocaleString('en');
  return [
    ['in the busiest minute', ''],
    ['sheets of the semester; teachers', `${whole(sheets)}; ${whole(teachers)}`],
    ['sheets left for the last evening', whole(sheetsThisEvening)],
    ['sheets finished and submitted a second', String(rounded(sheetRate))],
    ['saves a second', whole(saves)],
    ['decisions a second', String(rounded(decisions))],
    ['classes opened, lists and counts fetched a second', `${whole(openings)}, ${whole(readings + counts)}`],
    ['sign-ins a second', String(rounded(signIns))],
    ['sockets open', whole(sockets)],
  ];
}
