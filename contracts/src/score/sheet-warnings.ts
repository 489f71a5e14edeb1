import { z } from 'zod';
import { formatDecimal } from '../kernel/number-text.ts';
import { isBarred } from './score-arithmetic.ts';
import type { CellValue, ConfirmedCheck, SheetRules } from './score-sheet.events.ts';
import { remarkName } from './score-remark.rules.ts';
import { unusual } from './unusual-scores.rules.ts';
import { REBUILD_SOURCE, scoreRemark, scoreType } from './score.vocabulary.ts';

/** Published scores of earlier classes with the same course and one of the same teachers. */
export const earlierFigures = z.object({
  classes: z.number().int(),
  students: z.number().int(),
  /** Hundredths; null without earlier students. */
  mean: z.number().int().nullable(),
  /** Students by whole points, 0 to 100. */
  points: z.array(z.number().int()).length(101),
});
export type EarlierFigures = z.output<typeof earlierFigures>;

/**
 * Something unusual in a class that can be handed in all the same once the person has confirmed it. `text` goes with
 * the application; `cells` are where to look.
 */
export type SheetWarning = ConfirmedCheck & {
  readonly title: string;
  readonly cells: readonly { readonly studentCode: string; readonly dataKey: string }[];
};

/** A class as it would be handed in, every row with the outcome that `computeRow` gives it. */
export interface JudgedClass {
  readonly scoreType: string;
  readonly items: SheetRules['items'];
  readonly retake?: SheetRules['retake'] | null;
  readonly retakeCap?: SheetRules['retakeCap'];
  readonly rows: readonly {
    readonly studentCode: string;
    readonly cells: Readonly<Record<string, CellValue>>;
    readonly scoreRemarkCode: string;
    readonly final: number | null;
    readonly passed: boolean;
    readonly isReExamStudentName?: string;
  }[];
}

/** Fewer students than this say nothing about a class. */
const FEW = 5;
const MEAN_DIFFERENCE = 1500;
const ENOUGH_EARLIER = 20;
const ENOUGH_NOW = 10;
/** Kolmogorov–Smirnov: 1 in 100 by chance, and far enough apart to matter. */
const CRITICAL = 1.63;
const FAR_APART = 0.3;
/** Items named in one sentence; the sentence has its greatest length. */
const MOST_NAMED = 3;

type JudgedRow = JudgedClass['rows'][number];
type Scored = JudgedRow & { readonly final: number };

/**
 * What looks unusual in the finals of a class before it is handed in (SCORE-MORE-47): the page tells it early, the
 * decision insists on every sentence being confirmed. Whole-number arithmetic.
 */
export function sheetWarnings(judged: JudgedClass, earlier: EarlierFigures | null): SheetWarning[] {
  const scored = judged.rows.filter(
    (row): row is Scored => row.final !== null && row.scoreRemarkCode === scoreRemark.normal,
  );
  if (scored.length < FEW) return barred(judged);
  const key = judged.items.find((item) => item.enable === 'true')?.dataKey ?? '';
  const at = (rows: readonly Scored[]): SheetWarning['cells'] =>
    rows.map(({ studentCode }) => ({ studentCode, dataKey: key }));
  // Where a pass counts for the pass mark at most, equal totals are what the rule makes of them.
  const capped = judged.retake?.cap !== null && judged.retake?.cap !== undefined;
  const uncapped = (judged.retakeCap ?? null) === null ? scored : scored.filter(isFirstTime);
  return [
    ...barred(judged),
    ...(capped ? [] : sameTotal(uncapped, at)),
    ...sameItems(judged, scored),
    ...(capped ? [] : heaps(uncapped, at)),
    // Make-ups and retakes are sat by those who failed: their rates say nothing.
    ...(judged.scoreType === scoreType.regular ? [...failRate(scored, at), ...unlikeEarlier(scored, earlier)] : []),
  ];
}

/** The warnings that nobody has confirmed as they are now: with other figures it is asked again. */
export function unconfirmed(warnings: readonly SheetWarning[], confirmed: readonly ConfirmedCheck[]): SheetWarning[] {
  return warnings.filter(({ check, text }) => !confirmed.some((each) => each.check === check && each.text === text));
}

const isFirstTime = ({ isReExamStudentName }: JudgedRow): boolean => isReExamStudentName !== REBUILD_SOURCE;
const points = (final: number): string => formatDecimal(final, 2, 2);
const percent = (part: number, whole: number): string => formatDecimal(Math.round((part * 1000) / whole), 1, 1);
const allSameTotal = (scored: readonly Scored[]): boolean => scored.every(({ final }) => final === scored[0]?.final);

function sameTotal(scored: readonly Scored[], at: (rows: readonly Scored[]) => SheetWarning['cells']): SheetWarning[] {
  const [first] = scored;
  if (!first || scored.length < FEW || !allSameTotal(scored)) return [];
  return [
    {
      check: 'allEqual',
      title: '全班总评相同',
      text: `${String(scored.length)} 人总评都是 ${points(first.final)}`,
      cells: at([first]),
    },
  ];
}

/** Values that stand where the remark lets none count, as a final exam beside 缺考: one of the two may be wrong. */
function barred({ rows, items }: JudgedClass): SheetWarning[] {
  const at = rows.flatMap((row) =>
    items
      .filter((item) => isBarred(row.scoreRemarkCode, item) && (row.cells[item.dataKey] ?? null) !== null)
      .map((item) => ({ row, item })),
  );
  if (at.length === 0) return [];
  const remarks = [...new Set(at.map(({ row }) => remarkName(row.scoreRemarkCode)))].slice(0, MOST_NAMED).join('、');
  const named = [...new Set(at.map(({ item }) => item.scoreSubItemName))].slice(0, MOST_NAMED).join('、');
  return [
    {
      check: 'barred',
      title: '备注与已录入的成绩矛盾',
      text:
        `${String(new Set(at.map(({ row }) => row.studentCode)).size)} 人备注为${remarks}，却录有${named}：` +
        '不计入总评，也不打印',
      cells: at.map(({ row, item }) => ({ studentCode: row.studentCode, dataKey: item.dataKey })),
    },
  ];
}

/** Everybody has the same in one item of numbers; said of a larger class only, and not beside the same total. */
function sameItems({ items }: JudgedClass, scored: readonly Scored[]): SheetWarning[] {
  const [first] = scored;
  if (!first || scored.length < ENOUGH_NOW || allSameTotal(scored)) return [];
  const value = (row: Scored, dataKey: string): CellValue => row.cells[dataKey] ?? null;
  const same = items.filter(
    ({ type, enable, dataKey }) =>
      type === 'number' && enable === 'true' && scored.every((row) => value(row, dataKey) === value(first, dataKey)),
  );
  if (same.length === 0) return [];
  const names =
    same
      .slice(0, MOST_NAMED)
      .map((item) => item.scoreSubItemName)
      .join('、') + (same.length > MOST_NAMED ? ` 等 ${String(same.length)} 项` : '');
  return [
    {
      check: 'allEqual',
      title: '有分项全班成绩相同',
      text: `${names}：${String(scored.length)} 人成绩全部相同`,
      cells: same.map((item) => ({ studentCode: first.studentCode, dataKey: item.dataKey })),
    },
  ];
}

/** Many more totals at 59 or at 60 than at the points around them. */
function heaps(scored: readonly Scored[], at: (rows: readonly Scored[]) => SheetWarning['cells']): SheetWarning[] {
  const on = (point: number): Scored[] => scored.filter(({ final }) => Math.floor(final / 100) === point);
  const around = [55, 56, 57, 58, 61, 62, 63, 64, 65].map((point) => on(point).length);
  const sum = around.reduce((total, count) => total + count, 0);
  return [59, 60].flatMap((point) => {
    const heap = on(point);
    // At least three students and three times what is usual around.
    if (heap.length < 3 || heap.length * around.length < 3 * Math.max(sum, around.length)) return [];
    return [
      {
        check: 'heap' as const,
        title: `总评集中在 ${String(point)} 分`,
        text:
          `${String(heap.length)} 人总评在 ${String(point)}.00–${String(point)}.99，相邻各分平均 ` +
          `${formatDecimal(Math.round((sum * 10) / around.length), 1, 1)} 人`,
        cells: at(heap),
      },
    ];
  });
}

function failRate(scored: readonly Scored[], at: (rows: readonly Scored[]) => SheetWarning['cells']): SheetWarning[] {
  const failed = scored.filter(({ passed }) => !passed);
  if (failed.length * 1000 <= unusual.failRate * scored.length) return [];
  return [
    {
      check: 'failRate',
      title: '不及格率偏高',
      text:
        `不及格 ${String(failed.length)} 人，占 ${percent(failed.length, scored.length)}%，` +
        `高于 ${String(unusual.failRate / 10)}%`,
      cells: at(failed),
    },
  ];
}

/** Far from what the same course came to before: the mean, or the whole distribution. */
function unlikeEarlier(scored: readonly Scored[], earlier: EarlierFigures | null): SheetWarning[] {
  if (!earlier || earlier.mean === null || earlier.students < ENOUGH_EARLIER || scored.length < ENOUGH_NOW) return [];
  const mean = Math.round(scored.reduce((sum, { final }) => sum + final, 0) / scored.length);
  const before = `往年 ${String(earlier.classes)} 个班 ${String(earlier.students)} 人`;
  const difference = Math.abs(mean - earlier.mean);
  if (difference >= MEAN_DIFFERENCE) {
    return [
      {
        check: 'distribution',
        title: '平均分与往年相差较大',
        text: `平均 ${points(mean)}，${before}平均 ${points(earlier.mean)}，相差 ${points(difference)} 分`,
        cells: [],
      },
    ];
  }
  const { distance, point } = largestGap(scored, earlier);
  const critical = CRITICAL * Math.sqrt((scored.length + earlier.students) / (scored.length * earlier.students));
  if (distance < Math.max(FAR_APART, critical)) return [];
  return [
    {
      check: 'distribution',
      title: '成绩分布与往年差别较大',
      text:
        `${String(point)} 分及以下所占比例与${before}相差 ${formatDecimal(Math.round(distance * 1000), 1, 1)} ` +
        '个百分点',
      cells: [],
    },
  ];
}

/** Where the shares of students at or below a point differ most (Kolmogorov–Smirnov distance). */
export function largestGap(
  scored: readonly { readonly final: number }[],
  earlier: Pick<EarlierFigures, 'points' | 'students'>,
): { distance: number; point: number } {
  const now = Array.from({ length: 101 }, () => 0);
  for (const { final } of scored) {
    const point = Math.min(100, Math.floor(final / 100));
    now[point] = (now[point] ?? 0) + 1;
  }
  let [below, belowBefore] = [0, 0];
  let most = { distance: 0, point: 0 };
  for (const [point, count] of now.entries()) {
    below += count;
    belowBefore += earlier.points[point] ?? 0;
    const distance = Math.abs(below / scored.length - belowBefore / earlier.students);
    if (distance > most.distance) most = { distance, point };
  }
  return most;
}
