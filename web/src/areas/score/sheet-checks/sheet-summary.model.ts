import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  REMARK_KEY,
  columnName,
  viewRow,
  type CellRef,
  type Grid,
  type GridRow,
  type RowView,
  type SheetHead,
} from '../sheet-grid/sheet-grid.model.ts';

const EXCELLENT = 9000;
/** Bands of the totals bar by final value (hundredths), best first. */
const BANDS = [
  { name: '优秀', range: '90–100', from: 9000 },
  { name: '良好', range: '80–89', from: 8000 },
  { name: '中等', range: '70–79', from: 7000 },
  { name: '及格', range: '60–69', from: 6000 },
  { name: '不及格', range: '0–59', from: -Infinity },
] as const;

export type SheetSummary = {
  readonly total: number;
  readonly complete: number;
  readonly scored: number;
  readonly passed: number;
  readonly failed: number;
  readonly excellent: number;
  /** As shown, `-` while nobody has a final score. */
  readonly passRate: string;
  readonly excellentRate: string;
  readonly mean: string;
  readonly max: string;
  readonly min: string;
  readonly bands: readonly { readonly name: string; readonly range: string; readonly count: number }[];
  readonly saving: number;
  readonly unsaved: number;
  readonly conflict: number;
  readonly refused: number;
  /** Students with a needed item missing, in the order of the sheet. */
  readonly missing: readonly {
    readonly studentCode: string;
    readonly studentNumber: string;
    readonly studentName: string;
    readonly cells: readonly CellRef[];
    readonly names: string;
  }[];
};

/** Views of rows, kept while the row object is the same: a keystroke computes one row. */
const views = new WeakMap<GridRow, { sheet: SheetHead; view: RowView }>();

/** A row's live outcome. */
export function viewOf(row: GridRow, sheet: SheetHead): RowView {
  const known = views.get(row);
  if (known && sameRules(known.sheet, sheet)) return known.view;
  const view = viewRow(row, sheet);
  views.set(row, { sheet, view });
  return view;
}

/** Whether two answers of one sheet compute rows alike. Fetched again, equal parts keep their identity. */
export function sameRules(one: SheetHead, other: SheetHead): boolean {
  return (
    one.items === other.items &&
    one.listCode === other.listCode &&
    one.passMark === other.passMark &&
    one.digit === other.digit &&
    one.scoreHierarchyCode === other.scoreHierarchyCode
  );
}

/** Live figures of the whole sheet; rates over rows with a final value, whole-number arithmetic. */
export function summarise(grid: Grid): SheetSummary {
  const counts = { complete: 0, passed: 0, excellent: 0, saving: 0, unsaved: 0, conflict: 0, refused: 0 };
  const finals: number[] = [];
  const missing: SheetSummary['missing'][number][] = [];
  for (const code of grid.order) {
    const row = grid.rows[code];
    if (!row) continue;
    const view = viewOf(row, grid.sheet);
    counts.saving += view.counts.saving;
    counts.unsaved += view.counts.unsaved + (row.editing && row.drafts[row.editing.dataKey] === undefined ? 1 : 0);
    counts.conflict += view.counts.conflict;
    counts.refused += view.counts.refused;
    if (view.complete) counts.complete += 1;
    else
      missing.push({
        studentCode: code,
        studentNumber: row.server.studentNumber,
        studentName: row.server.studentName,
        cells: (view.withoutExam === null ? view.missing : [REMARK_KEY]).map((dataKey) => ({
          studentCode: code,
          dataKey,
        })),
        names: view.withoutExam ?? view.missing.map((key) => columnName(grid.sheet, key)).join('、'),
      });
    if (view.final === null) continue;
    finals.push(view.final);
    if (view.passed) counts.passed += 1;
    if (view.final >= EXCELLENT) counts.excellent += 1;
  }
  const scored = finals.length;
  return {
    ...counts,
    total: grid.order.length,
    scored,
    failed: scored - counts.passed,
    missing,
    passRate: percent(counts.passed, scored),
    excellentRate: percent(counts.excellent, scored),
    mean:
      scored === 0 ? NO_SCORE : formatDecimal(Math.round(finals.reduce((sum, value) => sum + value, 0) / scored), 2, 2),
    max: scored === 0 ? NO_SCORE : formatDecimal(Math.max(...finals), 2, 2),
    min: scored === 0 ? NO_SCORE : formatDecimal(Math.min(...finals), 2, 2),
    bands: bandCounts(finals),
  };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? NO_SCORE : `${formatDecimal(Math.round((part * 1000) / whole), 1, 1)}%`;
}

function bandCounts(finals: readonly number[]): SheetSummary['bands'] {
  return BANDS.map(({ name, range, from }, index) => {
    const below = index === 0 ? Infinity : (BANDS[index - 1]?.from ?? Infinity);
    return { name, range, count: finals.filter((value) => value >= from && value < below).length };
  });
}

/** One check before submission: what is wrong and where, or that it is fine. */
export type SubmitCheck = {
  /** `warning`: may be handed in once the person has confirmed it; `confirmed`: has been. */
  readonly level: 'failed' | 'warning' | 'waiting' | 'confirmed' | 'passed';
  readonly title: string;
  readonly detail: string;
  /** Where it is, in the order of the sheet. */
  readonly cells: readonly CellRef[];
  /** The sentence that is confirmed, of warnings. */
  readonly text?: string;
};

/** What is still in the way of a submission. */
export function openChecks(checks: readonly SubmitCheck[]): { failed: number; warnings: number } {
  const count = (level: SubmitCheck['level']) => checks.filter((check) => check.level === level).length;
  return { failed: count('failed'), warnings: count('warning') };
}

/** Checks of the panel, failing ones first. The server judges again; this tells early and leads to the cell. */
export function submitChecks(
  grid: Grid,
  summary: SheetSummary,
  warnings: readonly { readonly title: string; readonly text: string; readonly cells: readonly CellRef[] }[],
  confirmed: ReadonlySet<string>,
  cellsIn: (state: 'conflict' | 'refused' | 'unsaved') => readonly CellRef[],
): SubmitCheck[] {
  const { sheet } = grid;
  const checks: SubmitCheck[] = [
    summary.missing.length > 0
      ? {
          level: 'failed',
          title: `${summary.missing.length} 名学生缺少成绩项`,
          detail: listed(summary.missing.map((each) => `${each.studentName}（${each.names}）`)),
          cells: summary.missing.flatMap((each) => each.cells),
        }
      : { level: 'passed', title: '全部学生已录完', detail: `共 ${summary.total} 人`, cells: [] },
    summary.conflict > 0
      ? {
          level: 'failed',
          title: `${summary.conflict} 处修改冲突未处理`,
          detail: '请逐个选择采用哪一个',
          cells: cellsIn('conflict'),
        }
      : { level: 'passed', title: '没有修改冲突', detail: '您的输入与他人的修改没有冲突', cells: [] },
    summary.refused > 0
      ? {
          level: 'failed',
          title: `${summary.refused} 处成绩有误`,
          detail: '成绩应在 0 至 100 之间，或为等级名称',
          cells: cellsIn('refused'),
        }
      : { level: 'passed', title: '全部成绩在有效范围内', detail: '0–100 或等级', cells: [] },
    summary.unsaved + summary.saving > 0
      ? {
          level: 'waiting',
          title: `${summary.unsaved + summary.saving} 处修改尚未保存`,
          detail: '保存后自动核对',
          cells: cellsIn('unsaved'),
        }
      : { level: 'passed', title: '全部修改已保存', detail: '', cells: [] },
    sheet.windowState === 'open'
      ? { level: 'passed', title: '录入时间内', detail: `截止 ${sheet.scoreTermInputEndTime}`, cells: [] }
      : {
          level: 'failed',
          title: sheet.windowState === 'before' ? '录入尚未开始' : '录入已截止',
          detail: `${sheet.scoreTermInputBeginTime} 至 ${sheet.scoreTermInputEndTime}`,
          cells: [],
        },
    ...warnings.map((warning): SubmitCheck => ({
      level: confirmed.has(warning.text) ? 'confirmed' : 'warning',
      title: warning.title,
      detail: warning.text,
      cells: warning.cells,
      text: warning.text,
    })),
  ];
  const rank = { failed: 0, warning: 1, waiting: 2, confirmed: 3, passed: 4 };
  return checks.toSorted((one, other) => rank[one.level] - rank[other.level]);
}

function listed(names: readonly string[]): string {
  return names.length <= 3 ? names.join('、') : `${names.slice(0, 3).join('、')} 等 ${names.length} 人`;
}
