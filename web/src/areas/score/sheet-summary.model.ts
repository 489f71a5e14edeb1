import { formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import { columnName, viewRow, type CellRef, type Grid, type GridRow, type RowView, type SheetHead } from './sheet-grid.model.ts';

const EXCELLENT = 9000;
/** Bands of the totals bar by final value (hundredths), best first. */
const BANDS = [
  { name: '优秀', range: '90–100', from: 9000 }, { name: '良好', range: '80–89', from: 8000 }, { name: '中等', range: '70–79', from: 7000 },
  { name: '及格', range: '60–69', from: 6000 }, { name: '不及格', range: '0–59', from: -Infinity },
] as const;

export type SheetSummary = {
  readonly total: number; readonly complete: number; readonly scored: number; readonly passed: number; readonly failed: number; readonly excellent: number;
  /** As shown, `-` while nobody has a final score. */
  readonly passRate: string; readonly excellentRate: string; readonly mean: string; readonly max: string; readonly min: string;
  readonly bands: readonly { readonly name: string; readonly range: string; readonly count: number }[];
  readonly saving: number; readonly unsaved: number; readonly conflict: number; readonly refused: number;
  /** Students with a needed item missing, in the order of the sheet. */
  readonly missing: readonly { readonly studentCode: string; readonly studentNumber: string; readonly studentName: string; readonly cells: readonly CellRef[]; readonly names: string }[];
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
  return one.items === other.items && one.listCode === other.listCode && one.passMark === other.passMark && one.digit === other.digit && one.scoreHierarchyCode === other.scoreHierarchyCode;
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
    else missing.push({
      studentCode: code, studentNumber: row.server.studentNumber, studentName: row.server.studentName,
      cells: view.missing.map((dataKey) => ({ studentCode: code, dataKey })), names: view.missing.map((key) => columnName(grid.sheet, key)).join('、'),
    });
    if (view.final === null) continue;
    finals.push(view.final);
    if (view.passed) counts.passed += 1;
    if (view.final >= EXCELLENT) counts.excellent += 1;
  }
  const scored = finals.length;
  return {
    ...counts, total: grid.order.length, scored, failed: scored - counts.passed, missing,
    passRate: percent(counts.passed, scored), excellentRate: percent(counts.excellent, scored),
    mean: scored === 0 ? '-' : formatDecimal(Math.round(finals.reduce((sum, value) => sum + value, 0) / scored), 2, 2),
    max: scored === 0 ? '-' : formatDecimal(Math.max(...finals), 2, 2), min: scored === 0 ? '-' : formatDecimal(Math.min(...finals), 2, 2),
    bands: bandCounts(finals),
  };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${formatDecimal(Math.round((part * 1000) / whole), 1, 1)}%`;
}

function bandCounts(finals: readonly number[]): SheetSummary['bands'] {
  return BANDS.map(({ name, range, from }, index) => {
    const below = index === 0 ? Infinity : (BANDS[index - 1]?.from ?? Infinity);
    return { name, range, count: finals.filter((value) => value >= from && value < below).length };
  });
}

/** One check before submission: what is wrong and where, or that it is fine. */
export type SubmitCheck = { readonly level: 'failed' | 'waiting' | 'passed'; readonly title: string; readonly detail: string; readonly at: CellRef | null };

/** Checks of the panel, failing ones first. The server judges again; this tells early and leads to the cell. */
export function submitChecks(grid: Grid, summary: SheetSummary, first: (state: 'conflict' | 'refused' | 'unsaved') => CellRef | null): SubmitCheck[] {
  const { sheet } = grid;
  const checks: SubmitCheck[] = [
    summary.missing.length > 0
      ? { level: 'failed', title: `${summary.missing.length} 名学生缺少成绩项`, detail: listed(summary.missing.map((each) => `${each.studentName}（${each.names}）`)), at: summary.missing[0]?.cells[0] ?? null }
      : { level: 'passed', title: '全部学生已录完', detail: `共 ${summary.total} 人`, at: null },
    summary.conflict > 0
      ? { level: 'failed', title: `${summary.conflict} 处修改冲突未处理`, detail: '请逐个选择采用哪一个', at: first('conflict') }
      : { level: 'passed', title: '没有修改冲突', detail: '您的输入与他人的修改没有冲突', at: null },
    summary.refused > 0
      ? { level: 'failed', title: `${summary.refused} 处成绩有误`, detail: '成绩应在 0 至 100 之间，或为等级名称', at: first('refused') }
      : { level: 'passed', title: '全部成绩在有效范围内', detail: '0–100 或等级', at: null },
    summary.unsaved + summary.saving > 0
      ? { level: 'waiting', title: `${summary.unsaved + summary.saving} 处修改尚未保存`, detail: '保存后自动核对', at: first('unsaved') }
      : { level: 'passed', title: '全部修改已保存', detail: '', at: null },
    sheet.windowState === 'open'
      ? { level: 'passed', title: '录入时间内', detail: `截止 ${sheet.scoreTermInputEndTime}`, at: null }
      : { level: 'failed', title: sheet.windowState === 'before' ? '录入尚未开始' : '录入已截止', detail: `${sheet.scoreTermInputBeginTime} 至 ${sheet.scoreTermInputEndTime}`, at: null },
  ];
  const rank = { failed: 0, waiting: 1, passed: 2 };
  return checks.toSorted((one, other) => rank[one.level] - rank[other.level]);
}

function listed(names: readonly string[]): string {
  return names.length <= 3 ? names.join('、') : `${names.slice(0, 3).join('、')} 等 ${names.length} 人`;
}
