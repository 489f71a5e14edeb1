import type { z } from 'zod';
import type { scoreItemView } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { ScoreItem, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';

/** Items with the values that a select offers (SCORE-ENTRY-13). Shown with sheets and with their changes. */
export function itemViews(
  items: readonly ScoreItem[],
  listCode: SheetRules['listCode'],
): z.output<typeof scoreItemView>[] {
  return items.map(
    ({ scoreSubItemName, scoreSubItemProportion, dataKey, type, enable, scoreHierarchyCode, isExamItem }) => ({
      scoreSubItemName,
      scoreSubItemProportion,
      dataKey,
      type,
      enable,
      scoreHierarchyCode,
      isExamItem,
      options:
        type === 'select'
          ? listCode
              .filter((band) => band.scoreHierarchyCode === scoreHierarchyCode)
              .map(({ scoreValueCode, scoreValueName }) => ({ scoreValueCode, scoreValueName }))
          : [],
    }),
  );
}
