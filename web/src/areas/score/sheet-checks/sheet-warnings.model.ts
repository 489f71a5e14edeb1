import { sheetWarnings, type EarlierFigures, type SheetWarning } from '@jwxt/contracts/score/sheet-warnings.ts';
import type { ConfirmedCheck } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Grid } from '../sheet-grid/sheet-grid.model.ts';
import { viewOf } from './sheet-summary.model.ts';

/**
 * What looks unusual in the class as it stands here, typed and not yet saved values included; the server judges again
 * when it is handed in.
 */
export function gridWarnings({ sheet, order, rows }: Grid, earlier: EarlierFigures | null): SheetWarning[] {
  const judged = order.flatMap((studentCode) => {
    const row = rows[studentCode];
    if (!row) return [];
    const { cells, remark, final, passed } = viewOf(row, sheet);
    const { isReExamStudentName } = row.server;
    return [{ studentCode, cells, scoreRemarkCode: remark, final, passed, isReExamStudentName }];
  });
  return sheetWarnings({ ...sheet, rows: judged }, earlier);
}

/** What of the warnings the person has confirmed: with other figures it is asked again. */
export function confirmedOf(warnings: readonly SheetWarning[], confirmed: ReadonlySet<string>): ConfirmedCheck[] {
  return warnings.filter(({ text }) => confirmed.has(text)).map(({ check, text }) => ({ check, text }));
}
