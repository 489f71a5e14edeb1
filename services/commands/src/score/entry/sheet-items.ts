import type { ItemSetting } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import type { ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import { itemsProblem } from '@jwxt/contracts/score/score-items.ts';
import type { SetUpSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/** How far a teacher may move the proportion of one item, in whole per cent. */
export interface ItemLimit {
  readonly dataKey: string;
  readonly scoreSubItemName: string;
  readonly min: number;
  readonly max: number;
}

/**
 * The sub-items as they would be (EXAM-SET-09), or why not. `limits` are a teacher's (null: the template gives none);
 * `'any'` leaves everything free.
 */
export function itemsOf(
  { rules, rows }: Pick<SetUpSheet, 'rules' | 'rows'>,
  wanted: readonly ItemSetting[],
  gradeScales: ReadonlyMap<string, string>,
  limits: readonly ItemLimit[] | null | 'any',
): ScoreItem[] | Refused {
  const problem = itemsProblem(wanted, gradeScales);
  if (problem) return refuse(problem.code, problem.details);
  const outside = limits === 'any' ? null : outsideLimits(rules.items, wanted, limits);
  if (outside) return outside;
  return withKeys(wanted, [
    ...rules.items.map((item) => item.dataKey),
    ...Object.values(rows).flatMap((row) => Object.keys(row.cells)),
  ]);
}

/** A teacher moves proportions between their ends, and nothing else. */
function outsideLimits(
  items: readonly ScoreItem[],
  wanted: readonly ItemSetting[],
  limits: readonly ItemLimit[] | null,
): Refused | null {
  if (limits === null) return refuse('EXAM_ITEMS_NOT_ADJUSTABLE');
  const same =
    wanted.length === items.length &&
    items.every((item, index) => {
      const now = wanted[index];
      return (
        now !== undefined &&
        now.dataKey === item.dataKey &&
        now.scoreSubItemName === item.scoreSubItemName &&
        now.scoreHierarchyCode === item.scoreHierarchyCode &&
        now.enable === item.enable &&
        now.isExamItem === item.isExamItem
      );
    });
  if (!same) return refuse('EXAM_ITEMS_OTHER');
  for (const { dataKey, scoreSubItemName: item, scoreSubItemProportion } of wanted) {
    const limit = limits.find((known) => known.dataKey === dataKey);
    if (!limit) return refuse('EXAM_ITEMS_NOT_ADJUSTABLE');
    if (scoreSubItemProportion < limit.min || scoreSubItemProportion > limit.max)
      return refuse('EXAM_ITEMS_OUTSIDE', { item, min: limit.min, max: limit.max });
  }
  return null;
}

/** New items get keys that nothing on the sheet has, so that a removed item's cells are never taken for theirs. */
function withKeys(wanted: readonly ItemSetting[], used: readonly string[]): ScoreItem[] {
  const taken = new Set([...used, ...wanted.flatMap((item) => item.dataKey ?? [])]);
  const seen = new Set<string>();
  return wanted.map((item) => {
    let { dataKey } = item;
    if (dataKey === undefined || seen.has(dataKey)) {
      let number = 1;
      while (taken.has(`fx${number}`)) number += 1;
      dataKey = `fx${number}`;
      taken.add(dataKey);
    }
    seen.add(dataKey);
    const { scoreSubItemName, scoreSubItemProportion, scoreHierarchyCode, enable, isExamItem } = item;
    return {
      dataKey,
      scoreSubItemName,
      scoreSubItemProportion,
      isExamItem,
      enable,
      scoreHierarchyCode,
      type: scoreHierarchyCode === PERCENTAGE_HIERARCHY ? 'number' : 'select',
    };
  });
}
