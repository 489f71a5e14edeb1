import { computeRow, finalText, isDeferred } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetRules, SubmittedRow } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';

/** Who stays away from a deferred exam has had his leave already: 缺考 there is 旷考 (domain-model-score §2). */
export function publishedRemark(
  rules: Pick<SheetRules, 'retake'>,
  { studentCode, scoreRemarkCode }: Pick<SubmittedRow, 'studentCode' | 'scoreRemarkCode'>,
): string {
  return scoreRemarkCode === scoreRemark.absent && isDeferred(rules, studentCode)
    ? scoreRemark.absentWithoutLeave
    : scoreRemarkCode;
}

/** What the sheet of an attempt says of it now: an attempt is revised to this. */
export function publishedValue(sheet: ScoreSheetState, studentCode: string) {
  if (sheet.status === sheetStatus.unset) throw new Error('a published value of a sheet that was never set up');
  const row = sheet.rows[studentCode];
  const final = row?.final ?? null;
  const { passed, rawFinal } = computeRow(cellValues(row), remarkOf(row), sheet.rules, row ?? { studentCode });
  return {
    final,
    finalName: finalText(final, sheet.rules),
    scoreRemarkCode: publishedRemark(sheet.rules, { studentCode, scoreRemarkCode: remarkOf(row) }),
    passed,
    ...(rawFinal === undefined ? {} : { rawFinal }),
  };
}
