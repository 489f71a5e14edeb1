import { remarkName } from './score-remark.rules.ts';
import {
  scoreRemarks,
  NO_SCORE,
  PASS_MARK,
  PERCENTAGE_HIERARCHY,
  GRADE_HIERARCHY,
  type ScoreRemarkCode,
  makeupOption,
  makeupType,
  scoreRemark,
} from './score.vocabulary.ts';
import { formatDecimal } from '../kernel/number-text.ts';
import { mayEnterItem } from './score-cell.rules.ts';
import type { CellValue, ScoreBand, ScoreItem, SheetRules } from './score-sheet.events.ts';

/** Everything here is whole-number arithmetic: tenths for items, hundredths for totals (C5). No floating point. */

/** A cell as a person sees it: one decimal, a grade's code, or null. */
export function cellText(value: CellValue): string | null {
  return typeof value === 'number' ? formatDecimal(value, 1, 1) : value;
}

/** An item's value as a person reads it: one decimal, a grade's name, or null. */
export function itemText(
  value: CellValue,
  { scoreHierarchyCode }: Pick<ScoreItem, 'scoreHierarchyCode'>,
  { listCode }: Pick<SheetRules, 'listCode'>,
): string | null {
  return (
    listCode.find((band) => band.scoreHierarchyCode === scoreHierarchyCode && band.scoreValueCode === value)
      ?.scoreValueName ?? cellText(value)
  );
}

/** A cell's weight in the sum, in hundredths: tenths × 10, or the grade's percentile (§1). Null when not entered. */
function cellHundredths(value: CellValue, item: ScoreItem, bands: readonly ScoreBand[]): number | null {
  if (value === null) return null;
  if (typeof value === 'number') return value * 10;
  return (
    bands.find((b) => b.scoreHierarchyCode === item.scoreHierarchyCode && b.scoreValueCode === value)
      ?.scorePercentileValue ?? null
  );
}

/**
 * Weighted total in hundredths, floored; 0 and incomplete when any item is missing, or there is none
 * (SCORE-RULES-02…05).
 */
export function weightedTotal(
  cells: Readonly<Record<string, CellValue>>,
  items: readonly ScoreItem[],
  bands: readonly ScoreBand[],
): { total: number; complete: boolean } {
  if (items.length === 0) return { total: 0, complete: false };
  let sum = 0;
  for (const item of items) {
    const value = cellHundredths(cells[item.dataKey] ?? null, item, bands);
    if (value === null) return { total: 0, complete: false };
    sum += value * item.scoreSubItemProportion;
  }
  return { total: Math.floor(sum / 100), complete: true };
}

/** Whose row it is, as far as that decides what a pass counts for. */
export interface RowStudent {
  readonly studentCode: string;
  /** Takes the course again in an ordinary class (名单来源 重修). */
  readonly retaking?: boolean | undefined;
}

export type RowOutcome = {
  /** Hundredths; null where the remark gives none or the row is incomplete. */
  final: number | null;
  /** All needed items are there, or the remark excuses them: the row may be submitted. */
  complete: boolean;
  passed: boolean;
  /** The value that a cap has lowered; absent when it took nothing away. */
  rawFinal?: number;
};

/**
 * A row's final value by its remark and items, unrounded; pass is judged on it (domain-model-score §1, §2). The order
 * is: remark, items complete, weighted sum floored, exam replaced or 100 %, cap, pass. `student` tells whose row it is:
 * a deferred exam has no cap, and in an ordinary class only who takes the course again has one.
 */
export function computeRow(
  cells: Readonly<Record<string, CellValue>>,
  remarkCode: string,
  rules: Pick<SheetRules, 'items' | 'listCode' | 'passMark' | 'retake' | 'retakeCap'>,
  student?: RowStudent,
): RowOutcome {
  const remark = scoreRemarks[remarkCode as ScoreRemarkCode] ?? scoreRemarks[scoreRemark.normal];
  if (remark.final === 'zero') return { final: 0, complete: true, passed: false };
  if (remark.final === 'fixed') return { final: rules.passMark, complete: true, passed: true };
  if (remark.final === 'none') return { final: null, complete: true, passed: false };
  const { total, complete } = weightedTotal(
    cells,
    countingItems(cells, rules, remark.items === 'exam'),
    rules.listCode,
  );
  if (!complete) return { final: null, complete, passed: false };
  const passed = total >= rules.passMark;
  const cap = passed ? capOf(rules, student) : null;
  return cap !== null && total > cap
    ? { final: cap, complete, passed, rawFinal: total }
    : { final: total, complete, passed };
}

/**
 * The items that make up a row's total. Where the exam of a make-up replaces the original one (替代期末), the original
 * items, which nobody may type, count as they did; an original item that was never entered does not become 0: then the
 * exam alone counts.
 */
function countingItems(
  cells: Readonly<Record<string, CellValue>>,
  { items, retake }: Pick<SheetRules, 'items' | 'retake'>,
  examOnly: boolean,
): ScoreItem[] {
  const open = items.filter((item) => item.enable === 'true');
  const fixed =
    retake?.makeupAndDelayTemplateValue === makeupOption.replacesExam
      ? items.filter((item) => item.enable !== 'true')
      : [];
  const exam = open.filter((item) => item.isExamItem);
  const alone = examOnly || fixed.some((item) => (cells[item.dataKey] ?? null) === null);
  return alone ? exam.map((item) => ({ ...item, scoreSubItemProportion: 100 })) : [...fixed, ...open];
}

/** Most that this student's pass may count for, in hundredths, never below the pass mark; null: no limit. */
function capOf(
  { passMark, retake, retakeCap = null }: Pick<SheetRules, 'passMark' | 'retake' | 'retakeCap'>,
  student: RowStudent | undefined,
): number | null {
  const cap = retake
    ? isDeferred({ retake }, student?.studentCode)
      ? null
      : retake.cap
    : student?.retaking === true
      ? retakeCap
      : null;
  return cap === null ? null : Math.max(cap, passMark);
}

/** What a capped pass counts for, and what it would have been; empty where no cap took anything away. */
export function cappedText({ final, rawFinal }: RowOutcome, { digit }: Pick<SheetRules, 'digit'>): string {
  return rawFinal === undefined || final === null
    ? ''
    : `成绩 ${formatDecimal(rawFinal, 2, digit)}，通过后按 ${formatDecimal(final, 2, digit)} 计`;
}

/** Whether this student sits a deferred exam on the sheet, which is the first one and not a make-up. */
export function isDeferred({ retake }: Pick<SheetRules, 'retake'>, studentCode: string | undefined): boolean {
  return studentCode !== undefined && retake?.students[studentCode]?.makeupType === makeupType.deferred;
}

/**
 * Whether a value that stands in an item counts nothing because the remark bars it, as an exam's does beside 缺考:
 * typed before the remark was.
 */
export function isBarred(remarkCode: string, item: Pick<ScoreItem, 'isExamItem' | 'enable'>): boolean {
  return item.enable === 'true' && !mayEnterItem(remarkCode, item);
}

/**
 * What an item shows where scores are decided on, listed, printed or exported: its value, and nothing where the remark
 * bars it.
 */
export function countedValue<Value>(
  value: Value | null,
  remarkCode: string,
  item: Pick<ScoreItem, 'isExamItem' | 'enable'>,
): Value | null {
  return isBarred(remarkCode, item) ? null : value;
}

/**
 * Why a value that is kept is struck out where the score itself is looked at, on its sheet and in its replay; null when
 * it counts.
 */
export function barredBy(
  value: CellValue,
  remarkCode: string,
  item: Pick<ScoreItem, 'isExamItem' | 'enable'>,
): string | null {
  return value === null || !isBarred(remarkCode, item) ? null : `备注为${remarkName(remarkCode)}，此成绩不计入总评`;
}

/**
 * The final score as shown: a dash, a band's name, `name(value)` for 五级制, or the number (SCORE-RULES-06…09). A
 * failed value that rounding would lift to the pass mark is shown unrounded: 59.99, not a failed 60.
 */
export function finalText(
  final: number | null,
  rules: Pick<SheetRules, 'scoreHierarchyCode' | 'listCode' | 'digit'> & Partial<Pick<SheetRules, 'passMark'>>,
): string {
  if (final === null) return NO_SCORE;
  const { digit, passMark = PASS_MARK } = rules;
  const rounded = formatDecimal(final, 2, digit);
  const number = final < passMark && Number(rounded) * 100 >= passMark ? formatDecimal(final, 2, 2) : rounded;
  if (rules.scoreHierarchyCode === PERCENTAGE_HIERARCHY) return number;
  const band = rules.listCode.find(
    (b) =>
      b.scoreHierarchyCode === rules.scoreHierarchyCode &&
      b.scorePercentileMinValue <= final &&
      final <= b.scorePercentileMaxValue,
  );
  if (!band) return number;
  return rules.scoreHierarchyCode === GRADE_HIERARCHY ? `${band.scoreValueName}(${number})` : band.scoreValueName;
}
