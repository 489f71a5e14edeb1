import { parseDecimal, plainNumber } from '../kernel/number-text.ts';
import type { CellValue, ScoreBand, ScoreItem } from './score-sheet.events.ts';
import { MAX_ITEM_TENTHS, scoreRemark, scoreRemarks, type ScoreRemarkCode } from './score.vocabulary.ts';

/** What may be typed into a cell of a sheet: asked by page, import and decider alike. */

export type ParsedCell =
  | { ok: true; value: CellValue }
  | { ok: false; code: 'SHEET_SCORE_NOT_NUMBER' | 'SHEET_SCORE_OUT_OF_RANGE' | 'SHEET_GRADE_UNKNOWN' };

/**
 * Typed text as a cell's value: a number rounded half up to one decimal (SCORE-RULES-01), or a grade's code of a select
 * item. Full-width digits and points, as Chinese input methods type them, are the same numbers.
 */
export function parseCell(
  text: string | null,
  item: Pick<ScoreItem, 'type' | 'scoreHierarchyCode'>,
  bands: readonly ScoreBand[],
): ParsedCell {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return { ok: true, value: null };
  if (item.type === 'select') {
    const band = bands.find(
      (b) =>
        b.scoreHierarchyCode === item.scoreHierarchyCode &&
        (b.scoreValueCode === trimmed || b.scoreValueName === trimmed),
    );
    return band ? { ok: true, value: band.scoreValueCode } : { ok: false, code: 'SHEET_GRADE_UNKNOWN' };
  }
  const tenths = parseDecimal(plainNumber(trimmed), 1);
  if (tenths === null) return { ok: false, code: 'SHEET_SCORE_NOT_NUMBER' };
  return tenths < 0 || tenths > MAX_ITEM_TENTHS
    ? { ok: false, code: 'SHEET_SCORE_OUT_OF_RANGE' }
    : { ok: true, value: tenths };
}

const moreThanOnePlace = /\.\d\d*[1-9]/;

/** Whether reading a typed number as a cell's took decimals away (SCORE-RULES-01): who typed it is told. */
export function isRounded(text: string, { type }: Pick<ScoreItem, 'type'>): boolean {
  return type !== 'select' && parseDecimal(plainNumber(text), 1) !== null && moreThanOnePlace.test(plainNumber(text));
}

/**
 * Whether a remark counts the exam alone (免听) on a sheet where no exam is open: nothing makes a score of such a row.
 */
export function needsOpenExam(remarkCode: string, items: readonly Pick<ScoreItem, 'isExamItem' | 'enable'>[]): boolean {
  return (
    scoreRemarks[remarkCode as ScoreRemarkCode]?.items === 'exam' &&
    !items.some((item) => item.isExamItem && item.enable === 'true')
  );
}

/** Whether a remark lets this item be typed. */
export function mayEnterItem(remarkCode: string, item: Pick<ScoreItem, 'isExamItem'>): boolean {
  const allowed = (scoreRemarks[remarkCode as ScoreRemarkCode] ?? scoreRemarks[scoreRemark.normal]).items;
  return allowed === 'all' || (allowed === 'usual' && !item.isExamItem) || (allowed === 'exam' && item.isExamItem);
}
