import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { earlierScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { ConfirmedCheck } from '@jwxt/contracts/score/score-sheet.events.ts';
import { shownText, type CellRef, type Grid } from './sheet-grid.model.ts';
import { viewOf } from './sheet-summary.model.ts';

export type EarlierScores = OutputOf<typeof earlierScores>;

/** Something unusual in a class that can be handed in all the same once the person has confirmed it. `text` goes with the application. */
export type SheetWarning = ConfirmedCheck & { readonly title: string; readonly cells: readonly CellRef[] };

/** Fewer students than this say nothing about a class. */
const FEW = 5;
const FAIL_RATE = 300;
const MEAN_DIFFERENCE = 1500;
const ENOUGH_EARLIER = 20;
const ENOUGH_NOW = 10;
/** Kolmogorov–Smirnov: 1 in 100 by chance, and far enough apart to matter. */
const CRITICAL = 1.63;
const FAR_APART = 0.3;

type Scored = { readonly studentCode: string; readonly final: number };

/** What looks unusual in the finals as they are now, whole-number arithmetic (domain-model-score, anomaly flags of SCORE-MORE-49). */
export function sheetWarnings(grid: Grid, earlier: EarlierScores | null): SheetWarning[] {
  const scored: Scored[] = [];
  let passed = 0;
  for (const studentCode of grid.order) {
    const row = grid.rows[studentCode];
    const view = row && viewOf(row, grid.sheet);
    if (!view || view.final === null || view.remark !== '00') continue;
    scored.push({ studentCode, final: view.final });
    if (view.passed) passed += 1;
  }
  if (scored.length < FEW) return [];
  const key = grid.sheet.items.find((item) => item.enable === 'true')?.dataKey ?? '';
  const at = (rows: readonly Scored[]): CellRef[] => rows.map(({ studentCode }) => ({ studentCode, dataKey: key }));
  return [
    ...allEqual(grid, scored, at), ...heaps(scored, at),
    // Make-ups and rebuilds are sat by those who failed: their rates say nothing.
    ...(grid.sheet.scoreType === '1' ? [...failRate(scored, passed, at), ...unlikeEarlier(scored, earlier)] : []),
  ];
}

const points = (final: number) => formatDecimal(final, 2, 2);
const percent = (part: number, whole: number) => formatDecimal(Math.round((part * 1000) / whole), 1, 1);

/** Everybody has the same total, or the same in one item of numbers. */
function allEqual(grid: Grid, scored: readonly Scored[], at: (rows: readonly Scored[]) => CellRef[]): SheetWarning[] {
  const [first] = scored;
  if (!first) return [];
  if (scored.every(({ final }) => final === first.final)) {
    return [{ check: 'allEqual', title: '全班总评相同', text: `${String(scored.length)} 人总评都是 ${points(first.final)}`, cells: at([first]) }];
  }
  if (scored.length < ENOUGH_NOW) return [];
  const same = grid.sheet.items.filter((item) => {
    if (item.type !== 'number' || item.enable !== 'true') return false;
    const text = (studentCode: string) => { const row = grid.rows[studentCode]; return row ? shownText(row, item.dataKey) : null; };
    const one = text(first.studentCode);
    return scored.every(({ studentCode }) => text(studentCode) === one);
  });
  if (same.length === 0) return [];
  return [{
    check: 'allEqual', title: '有分项全班成绩相同', text: `${same.map((item) => item.scoreSubItemName).join('、')}：${String(scored.length)} 人成绩全部相同`,
    cells: same.map((item) => ({ studentCode: first.studentCode, dataKey: item.dataKey })),
  }];
}

/** Many more totals at 59 or at 60 than at the points around them. */
function heaps(scored: readonly Scored[], at: (rows: readonly Scored[]) => CellRef[]): SheetWarning[] {
  const on = (point: number) => scored.filter(({ final }) => Math.floor(final / 100) === point);
  const around = [55, 56, 57, 58, 61, 62, 63, 64, 65].map((point) => on(point).length);
  const sum = around.reduce((total, count) => total + count, 0);
  return [59, 60].flatMap((point) => {
    const heap = on(point);
    // At least three students and three times what is usual around.
    if (heap.length < 3 || heap.length * around.length < 3 * Math.max(sum, around.length)) return [];
    return [{
      check: 'heap' as const, title: `总评集中在 ${String(point)} 分`,
      text: `${String(heap.length)} 人总评在 ${String(point)}.00–${String(point)}.99，相邻各分平均 ${formatDecimal(Math.round((sum * 10) / around.length), 1, 1)} 人`, cells: at(heap),
    }];
  });
}

function failRate(scored: readonly Scored[], passed: number, at: (rows: readonly Scored[]) => CellRef[]): SheetWarning[] {
  const failed = scored.length - passed;
  if (failed * 1000 <= FAIL_RATE * scored.length) return [];
  return [{ check: 'failRate', title: '不及格率偏高', text: `不及格 ${String(failed)} 人，占 ${percent(failed, scored.length)}%，高于 30%`, cells: at(scored.filter(({ final }) => final < 6000)) }];
}

/** Far from what the same course came to before: the mean, or the whole distribution. */
function unlikeEarlier(scored: readonly Scored[], earlier: EarlierScores | null): SheetWarning[] {
  if (!earlier || earlier.mean === null || earlier.students < ENOUGH_EARLIER || scored.length < ENOUGH_NOW) return [];
  const mean = Math.round(scored.reduce((sum, { final }) => sum + final, 0) / scored.length);
  const before = `往年 ${String(earlier.classes)} 个班 ${String(earlier.students)} 人`;
  const difference = Math.abs(mean - earlier.mean);
  if (difference >= MEAN_DIFFERENCE) {
    return [{ check: 'distribution', title: '平均分与往年相差较大', text: `平均 ${points(mean)}，${before}平均 ${points(earlier.mean)}，相差 ${points(difference)} 分`, cells: [] }];
  }
  const { distance, point } = largestGap(scored, earlier);
  const critical = CRITICAL * Math.sqrt((scored.length + earlier.students) / (scored.length * earlier.students));
  if (distance < Math.max(FAR_APART, critical)) return [];
  return [{ check: 'distribution', title: '成绩分布与往年差别较大', text: `${String(point)} 分及以下所占比例与${before}相差 ${formatDecimal(Math.round(distance * 1000), 1, 1)} 个百分点`, cells: [] }];
}

/** Where the shares of students at or below a point differ most (Kolmogorov–Smirnov distance). */
export function largestGap(scored: readonly { readonly final: number }[], earlier: Pick<EarlierScores, 'points' | 'students'>): { distance: number; point: number } {
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

/** What of the warnings the person has confirmed: with other figures it is asked again. */
export function confirmedOf(warnings: readonly SheetWarning[], confirmed: ReadonlySet<string>): ConfirmedCheck[] {
  return warnings.filter(({ text }) => confirmed.has(text)).map(({ check, text }) => ({ check, text }));
}
