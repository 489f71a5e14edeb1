import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { submissionNoteLabels } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { openForSettings } from './sheet-settings.ts';
import { decideSubmission, type SubmitFacts } from '../submission/sheet-submit.ts';

/**
 * The office hands a sheet in for its teachers (SCORE-MORE-08): after the window, and only a complete one. The person
 * who does it is the applicant and counts as one who entered it, so that somebody else approves; who typed is told to
 * the approver, and what is unusual in it.
 */
export const forceSubmitDecider = sheetDecider(
  (state: ScoreSheetState, { reason }: { reason: string }, facts: SubmitFacts): Decision<ScoreSheetEvent> => {
    const sheet = openForSettings(state);
    if (isRefused(sheet)) return sheet;
    if (facts.now <= sheet.window.end)
      return refuse('EXAM_FORCE_WINDOW_OPEN', { end: toDateTimeText(sheet.window.end) });
    const submitted = decideSubmission(
      sheet,
      {
        confirmed: 'office',
        pieces: [
          { label: submissionNoteLabels.enteredBy, value: sheet.facts.importTeacher },
          { label: submissionNoteLabels.forced, value: `${facts.actor.name}：${reason}` },
        ],
      },
      facts,
    );
    if (isRefused(submitted)) return submitted;
    const { teachingClassId, scoreType } = sheet.facts;
    return [
      { type: 'ScoresForceSubmitted', data: { teachingClassId, scoreType, reason, byName: facts.actor.name } },
      ...submitted,
    ];
  },
);
