import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  cellValues,
  remarkOf,
  sheetStreams,
  withListed,
  type ScoreSheetState,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Listed } from './makeup-plan.ts';
import { whyListStands } from './shared/closed-list.ts';

/** Who comes onto a frozen make-up list. */
export interface AddListedCommand {
  readonly students: readonly (StudentRef & Pick<Listed, 'makeupType' | 'originAttemptId' | 'originCells'>)[];
  readonly reason: string;
  readonly byName: string;
}

/** Puts students on the sheet of a frozen list, with the original items that their exam is weighed with. */
export const addListedDecider: Decider<ScoreSheetState, AddListedCommand, ScoreSheetEvent, undefined> = {
  streams: sheetStreams,
  decide(sheet, { students, reason, byName }): Decision<ScoreSheetEvent> {
    if (sheet.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    return whyListStands(sheet) ?? students.map((student) => addedEvent(sheet, student, reason, byName));
  },
};

function addedEvent(
  sheet: SetUpSheet,
  {
    studentCode,
    studentNumber,
    studentName,
    makeupType,
    originAttemptId,
    originCells,
  }: AddListedCommand['students'][0],
  reason: string,
  byName: string,
): ScoreSheetEvent {
  const { teachingClassId, scoreType, courseId } = sheet.facts;
  const row = sheet.rows[studentCode];
  const known = cellValues(row);
  const cells = sheet.rules.items.flatMap(({ dataKey, scoreSubItemName: itemName, enable }) => {
    const [before, after] = [known[dataKey] ?? null, originCells[dataKey] ?? null];
    return enable === 'true' || before === after ? [] : [{ dataKey, itemName, before, after }];
  });
  const rules = withListed(sheet.rules, studentCode, { makeupType, originAttemptId });
  const values = { ...known, ...Object.fromEntries(cells.map(({ dataKey, after }) => [dataKey, after])) };
  return {
    type: 'RetakeStudentAdded',
    data: {
      teachingClassId,
      scoreType,
      courseId,
      studentCode,
      studentNumber,
      studentName,
      makeupType,
      originAttemptId,
      cells,
      final: { before: row?.final ?? null, after: computeRow(values, remarkOf(row), rules, { studentCode }).final },
      reason,
      byName,
    },
  };
}
