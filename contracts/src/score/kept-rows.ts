import type { StudentRef } from '../kernel/student-ref.ts';
import { retakingOf } from './score.vocabulary.ts';
import type { SubmittedRow } from './score-sheet.events.ts';
import type { SetUpSheet } from './score-sheet.state.ts';

/**
 * Rows of the last submission that stay on the sheet although their students are not in the class any more: their
 * scores were published before, and handing in without them would take the scores away.
 */
export function keptRows(
  { submission, published = [], removed = [] }: SetUpSheet,
  inClass: { has(studentCode: string): boolean },
): readonly SubmittedRow[] {
  if (!submission || published.length === 0) return [];
  const ever = new Set(published);
  return submission.rows.filter(
    ({ studentCode }) => ever.has(studentCode) && !removed.includes(studentCode) && !inClass.has(studentCode),
  );
}

/** A student with whether he takes the course again ({@link retakingOf}). */
export type SheetStudent = StudentRef & { readonly retaking?: true };

/** A student whom somebody may type for: of the class, or one who stays on the sheet ({@link keptRows}). */
export function studentOnSheet(
  sheet: SetUpSheet,
  inClass: ReadonlyMap<string, SheetStudent>,
  code: string,
): SheetStudent | undefined {
  if (sheet.removed?.includes(code)) return undefined;
  const known = inClass.get(code);
  if (known) return known;
  const kept = keptRows(sheet, inClass).find(({ studentCode }) => studentCode === code);
  return (
    kept && {
      studentCode: code,
      studentNumber: kept.studentNumber,
      studentName: kept.studentName,
      ...retakingOf(kept.isReExamStudentName),
    }
  );
}
