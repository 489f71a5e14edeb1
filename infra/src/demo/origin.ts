import { createRandom } from './random.ts';

/** Counties that the students of the demo come from; most from the university's own province. */
const counties = [
  '410102000000',
  '410102000000',
  '410302000000',
  '410702000000',
  '411502000000',
  '130102000000',
  '370102000000',
  '340102000000',
  '420102000000',
  '510104000000',
] as const;
const minorities = ['03', '08', '11', '15'] as const;

/** Gives students a day of birth, a place and a nation, each the same every time. */
export function createOrigins(): (entryYear: number) => {
  readonly birthDate: string;
  readonly sourcePlace: string;
  readonly nationCode: string;
} {
  const random = createRandom('origin');
  return (entryYear) => {
    // Most are eighteen when they come.
    const year = entryYear - 18 - (random.below(6) === 0 ? 1 : 0);
    const [month, day] = [1 + random.below(12), 1 + random.below(28)];
    return {
      birthDate: `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      sourcePlace: random.pick(counties),
      nationCode: random.below(12) === 0 ? random.pick(minorities) : '01',
    };
  };
}
