import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { parseCell } from '@jwxt/contracts/score/score-cell.rules.ts';
import { scoreItem, type CellValue, type ConfirmedCheck } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetWarnings } from '@jwxt/contracts/score/sheet-warnings.ts';
import { scoreTemplates, scoreValues } from '../base-data/score-rule.data.ts';

/** One student's row as typed: texts by item, and a remark. */
export interface TypedRow {
  readonly studentCode: string;
  readonly items: Readonly<Record<string, string>>;
  readonly scoreRemarkCode?: string | undefined;
}

const PASS_MARK = 6000;

/**
 * What a teacher has to confirm before these rows are handed in; the classes of the demo university have no past to be
 * compared with.
 */
export function confirmedOf(scoreTemplateId: string, scoreType: string, typed: readonly TypedRow[]): ConfirmedCheck[] {
  const { items, rows } = computedRows(scoreTemplateId, typed);
  return sheetWarnings({ scoreType, items, rows }, null).map(({ check, text }) => ({ check, text }));
}

/** Typed rows with what they come to by a template; `final` in hundredths. */
export function computedRows(scoreTemplateId: string, typed: readonly TypedRow[]) {
  const items = scoreTemplates
    .find((template) => template.scoreTemplateId === scoreTemplateId)!
    .items.map((item) => scoreItem.parse(item));
  const listCode = [...scoreValues];
  const rows = typed.map(({ studentCode, items: texts, scoreRemarkCode = '00' }) => {
    const cells = Object.fromEntries(
      items.map((item): [string, CellValue] => {
        const parsed = parseCell(texts[item.dataKey] ?? null, item, listCode);
        return [item.dataKey, parsed.ok ? parsed.value : null];
      }),
    );
    const { final, passed } = computeRow(
      cells,
      scoreRemarkCode,
      { items, listCode, passMark: PASS_MARK },
      { studentCode },
    );
    return { studentCode, cells, scoreRemarkCode, final, passed };
  });
  return { items, rows };
}
