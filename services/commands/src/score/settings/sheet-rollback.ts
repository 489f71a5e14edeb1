import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { Decision } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';

/**
 * Who takes the sheet back, and why. `application`: the office ended it, which is what takes a submitted sheet back.
 */
export interface RollbackCommand {
  readonly reason: string;
  readonly byName: string;
  readonly application: { readonly applyId: string; readonly round: number } | null;
}

/**
 * Takes a sheet back to its teachers (SCORE-MORE-07): a submitted one when its application was ended by the office,
 * which decides between the office and an approver at the same moment; a published one at once, unless a change of it
 * waits for approval.
 */
export const rollbackDecider = sheetDecider(
  (state: ScoreSheetState, { reason, byName, application }: RollbackCommand): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    const about = { ...state.facts, reason, byName };
    if (application) {
      const { applyId, round } = application;
      if (
        state.status === sheetStatus.entering &&
        state.reopened?.applyId === applyId &&
        state.reopened.round === round
      )
        return [];
      if (
        state.status !== sheetStatus.submitted ||
        state.submission.applyId !== applyId ||
        state.submission.round !== round
      )
        return refuse('CONCURRENT_CHANGE');
      return [
        { type: 'ScoresRolledBack', data: { ...about, applyId, round, from: sheetStatus.submitted, students: [] } },
      ];
    }
    if (state.status === sheetStatus.submitted) return refuse('CONCURRENT_CHANGE');
    if (state.status !== sheetStatus.published) return refuse('EXAM_ROLLBACK_NOTHING');
    const [open] = state.openChanges;
    if (open) return refuse('EXAM_ROLLBACK_OPEN_CHANGE', { name: open.applicantName, time: toDateTimeText(open.time) });
    const { applyId, round, rows } = state.submission;
    const students = rows.map(({ studentCode, studentNumber, studentName }) => ({
      studentCode,
      studentNumber,
      studentName,
    }));
    return [{ type: 'ScoresRolledBack', data: { ...about, applyId, round, from: sheetStatus.published, students } }];
  },
);
