import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PassRule } from '../../kernel/command-route.ts';
import { refuse } from '../../kernel/refusal.ts';
import { CHANGE_PROCESS } from './change-draft.ts';
import { whatMoved } from './sheet-change.ts';

/**
 * No node passes a change whose student's score is no longer what the application shows: it was asked for while the
 * scores waited for approval, and they came back since (decision 073).
 */
export const scoreChangePassRule: PassRule = {
  processNo: CHANGE_PROCESS,
  async refuses(applyId, { handler }) {
    const { state: change } = await handler.read(scoreChangeStream(applyId), scoreChangeStreams);
    if (change.status === 'none') return null;
    const { sheet, rows } = change.request;
    const { state } = await handler.read(sheetStream(sheet.teachingClassId, sheet.scoreType), sheetStreams);
    if (state.status === sheetStatus.unset) return null;
    const moved = whatMoved(state, rows);
    if (moved) return refuse('CHANGE_OVERTAKEN', moved.refused.details);
    // What is entered is approved anew.
    if (state.status === sheetStatus.set || state.status === sheetStatus.entering) return null;
    const other = rows.find(({ studentCode, final }) => (state.rows[studentCode]?.final ?? null) !== final.before);
    return other ? refuse('CHANGE_OVERTAKEN', { student: other.studentName, item: '最终成绩' }) : null;
  },
};
