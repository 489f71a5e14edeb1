import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  cellValues,
  remarkOf,
  sheetStreams,
  type ScoreSheetState,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreRemark, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';
import type { OriginStanding } from './origin-standing.ts';

type ReassessmentDecider<Command, Facts> = Decider<ScoreSheetState, Command, ScoreSheetEvent, Facts>;

/** A listed student with the way the original score stands. */
export interface OriginFacts {
  readonly student: StudentRef;
  readonly standing: Pick<OriginStanding, 'cause' | 'text'> & Partial<Pick<OriginStanding, 'cells'>>;
}

/**
 * Brings a listed student's original score up to date on the sheet of the list. Who has nothing to make up for is off a
 * make-up list while nothing was typed for him; afterwards, on a retake, and while the scores wait for approval the
 * office is asked. Published scores stay: a make-up never lowers what counts. A score that only changed is carried
 * over, so that 替代期末 weighs the exam with what is right.
 */
export const followOriginDecider: ReassessmentDecider<object, OriginFacts> = {
  streams: sheetStreams,
  decide(sheet, _command, { student, standing }): Decision<ScoreSheetEvent> {
    const { studentCode } = student;
    if (
      sheet.status === sheetStatus.unset ||
      sheet.status === sheetStatus.published ||
      sheet.removed?.includes(studentCode)
    )
      return [];
    const about = aboutOf(sheet, student);
    const { cause, text } = standing;
    const note = sheet.origins?.[studentCode];
    if (cause === 'restored' || cause === 'changed') {
      const cells =
        sheet.status === sheetStatus.submitted || !standing.cells
          ? []
          : carriedOver(sheet, studentCode, standing.cells);
      const told = note ? note.cause === cause && note.text === text : cause === 'restored';
      if (told && cells.length === 0) return [];
      return [
        {
          type: 'RetakeOriginChanged',
          data: { ...about, cause, text, cells, final: finalWith(sheet, studentCode, cells) },
        },
      ];
    }
    if (
      sheet.status !== sheetStatus.submitted &&
      sheet.facts.scoreType === scoreType.makeup &&
      !isTyped(sheet, studentCode)
    )
      return [{ type: 'RetakeStudentRemoved', data: { ...about, text, reason: '', byName: null } }];
    return note?.cause === cause && note.text === text
      ? []
      : [
          {
            type: 'RetakeOriginChanged',
            data: { ...about, cause, text, cells: [], final: finalWith(sheet, studentCode, []) },
          },
        ];
  },
};

/** What the office decides about a student whose original score is another now. */
export interface SettleCommand {
  readonly student: StudentRef;
  readonly decision: 'keep' | 'remove';
  readonly reason: string;
  readonly byName: string;
}

/**
 * Keeps a marked student, or takes him off with what was typed. What waits for approval is not changed under the
 * approver's eyes.
 */
export const settleOriginDecider: ReassessmentDecider<SettleCommand, undefined> = {
  streams: sheetStreams,
  decide(sheet, { student, decision, reason, byName }): Decision<ScoreSheetEvent> {
    if (sheet.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    if (sheet.status === sheetStatus.published) return refuse('SHEET_PUBLISHED');
    const note = sheet.origins?.[student.studentCode];
    if (!note?.open) return refuse('MAKEUP_ORIGIN_SETTLED', { student: student.studentName });
    const data = { ...aboutOf(sheet, student), text: note.text, reason, byName };
    if (decision === 'keep') return [{ type: 'RetakeOriginKept', data }];
    return sheet.status === sheetStatus.submitted
      ? refuse('MAKEUP_ORIGIN_IN_APPROVAL', { student: student.studentName })
      : [{ type: 'RetakeStudentRemoved', data }];
  },
};

function aboutOf(
  { facts: { teachingClassId, scoreType, courseId } }: SetUpSheet,
  { studentCode, studentNumber, studentName }: StudentRef,
) {
  return { teachingClassId, scoreType, courseId, studentCode, studentNumber, studentName };
}

type Cells = NonNullable<OriginStanding['cells']>;

/** Original items whose value is another now than the sheet weighs the exam with. */
function carriedOver({ rows, rules }: SetUpSheet, studentCode: string, now: Cells) {
  const known = cellValues(rows[studentCode]);
  return fixedItems(rules).flatMap(({ dataKey, scoreSubItemName: itemName }) => {
    const [before, after] = [known[dataKey] ?? null, now[dataKey] ?? null];
    return before === after ? [] : [{ dataKey, itemName, before, after }];
  });
}

function finalWith({ rows, rules }: SetUpSheet, studentCode: string, cells: ReturnType<typeof carriedOver>) {
  const row = rows[studentCode];
  const before = row?.final ?? null;
  if (cells.length === 0) return { before, after: before };
  const values = { ...cellValues(row), ...Object.fromEntries(cells.map(({ dataKey, after }) => [dataKey, after])) };
  return { before, after: computeRow(values, remarkOf(row), rules, { studentCode }).final };
}

/** The original items of a make-up that replaces the exam: nobody may type them. */
function fixedItems({ items }: SetUpSheet['rules']) {
  return items.filter(({ enable }) => enable !== 'true');
}

/** Whether anybody typed anything for a student. */
function isTyped({ rows, rules }: SetUpSheet, studentCode: string): boolean {
  const row = rows[studentCode];
  const fixed = new Set(fixedItems(rules).map(({ dataKey }) => dataKey));
  return (
    remarkOf(row) !== scoreRemark.normal ||
    Object.entries(cellValues(row)).some(([dataKey, value]) => value !== null && !fixed.has(dataKey))
  );
}
