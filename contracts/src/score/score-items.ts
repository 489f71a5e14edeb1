import type { ScoreErrorCode } from './score-error.vocabulary.ts';
import type { ScoreItem } from './score-sheet.events.ts';

/** Proportions of the items that count add up to this. */
const WHOLE = 100;
/** Most items of a sheet. */
export const MOST_ITEMS = 8;

/** What is wrong with a set of items, as a refusal names it. */
export interface ItemsProblem {
  readonly code: ScoreErrorCode;
  readonly details: Readonly<Record<string, string | number>>;
}
/** An item as far as the rules ask. */
export type ItemOfSet = Pick<
  ScoreItem,
  'scoreSubItemName' | 'scoreSubItemProportion' | 'enable' | 'isExamItem' | 'scoreHierarchyCode'
>;

/**
 * Why these may not be the items of a sheet or of a template, or null (EXAM-SET-09): one to eight, those that count add
 * up to 100 per cent, names differ, at most one is the exam, every grade system (by code) exists.
 */
export function itemsProblem(
  items: readonly ItemOfSet[],
  gradeScales: { has(code: string): boolean },
): ItemsProblem | null {
  if (items.length === 0 || items.length > MOST_ITEMS)
    return { code: 'EXAM_ITEMS_COUNT', details: { count: items.length, most: MOST_ITEMS } };
  const sum = items
    .filter((item) => item.enable === 'true')
    .reduce((total, item) => total + item.scoreSubItemProportion, 0);
  if (sum !== WHOLE)
    return {
      code: 'EXAM_ITEMS_SUM',
      details: { sum, difference: sum < WHOLE ? `还差${WHOLE - sum}%` : `超出${sum - WHOLE}%` },
    };
  const twice = items.find(
    (item, index) => items.findIndex((other) => other.scoreSubItemName === item.scoreSubItemName) < index,
  );
  if (twice) return { code: 'EXAM_ITEMS_NAME_TWICE', details: { name: twice.scoreSubItemName } };
  if (items.filter((item) => item.isExamItem).length > 1) return { code: 'EXAM_ITEMS_EXAM_ITEM', details: {} };
  const unknown = items.find((item) => !gradeScales.has(item.scoreHierarchyCode));
  return unknown ? { code: 'EXAM_HIERARCHY_UNKNOWN', details: { code: unknown.scoreHierarchyCode } } : null;
}
