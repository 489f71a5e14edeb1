import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';

/** Figures of a group of published scores; values are hundredths. */
export interface Figures {
  readonly person_num: number;
  readonly scored_num: number;
  readonly passed_num: number;
  /** As the database sends a bigint. */
  readonly sum_final: string | number;
  readonly max_final: number | null;
  readonly min_final: number | null;
  readonly deviation: number | null;
  readonly bands: number[];
  readonly histogram: number[];
  /** Whole points 55 … 65. */
  readonly around_pass: readonly number[];
  /** Sum and number of the course's values in the school year before; null: not compared. */
  readonly last_year: readonly (string | number | null)[] | null;
}

/** Fewer students than this say nothing about a group. */
const FEW = 5;
const JUMP = 1_500;
const FIRST_AROUND = 55;

/**
 * What is unusual in a group (SCORE-MORE-49): all equal, pass rate below 50 %, a mean more than 15 points from last
 * year's, a heap at 59 or 60.
 */
export function flagsOf(figures: Figures): string[] {
  const { scored_num: scored, passed_num: passed, max_final: max, min_final: min } = figures;
  if (scored < FEW) return [];
  return [
    ...(max === min ? ['成绩全部相同'] : []),
    ...(passed * 2 < scored ? ['及格率低于 50%'] : []),
    ...jumpOf(figures),
    ...heapsOf(figures),
  ];
}

function jumpOf({ sum_final: sum, scored_num: scored, last_year: before }: Figures): string[] {
  const [sumBefore, scoredBefore] = [Number(before?.[0] ?? 0), Number(before?.[1] ?? 0)];
  if (scoredBefore < FEW) return [];
  const [mean, meanBefore] = [Math.round(Number(sum) / scored), Math.round(sumBefore / scoredBefore)];
  const difference = Math.abs(mean - meanBefore);
  if (difference <= JUMP) return [];
  return [`平均分比上学年${mean > meanBefore ? '高' : '低'} ${formatDecimal(difference, 2, 2)} 分`];
}

/** At least three values at the point, and three times what is usual around: as a sheet is warned of. */
function heapsOf({ max_final: max, min_final: min, around_pass: around }: Figures): string[] {
  if (max === min) return [];
  const others = around.filter((_, index) => ![59, 60].includes(FIRST_AROUND + index));
  const usual = Math.max(
    others.reduce((sum, count) => sum + count, 0),
    others.length,
  );
  return [59, 60].flatMap((point) => {
    const heap = around[point - FIRST_AROUND] ?? 0;
    return heap >= 3 && heap * others.length >= 3 * usual ? [`${String(heap)} 人集中在 ${String(point)} 分`] : [];
  });
}
