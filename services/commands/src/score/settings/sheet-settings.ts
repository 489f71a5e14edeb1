import type { z } from 'zod';
import type { approveSheet, reopenSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import type { EntryWindow, ScoreSheetEvent, SheetFacts, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState, OpenSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import type { Decision } from '../../kernel/decider.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';

/** What base data says a sheet is about, and by which rules and in which window it is filled. */
export interface InitialiseFacts {
  readonly about: SheetFacts;
  readonly rules: SheetRules;
  readonly window: EntryWindow;
}

/**
 * Sets a sheet up once (SCORE-MORE-22, EXAM-SET `initSet`); with `overwrite` again, as long as nothing was entered and
 * anything differs.
 */
export const initialiseDecider = sheetDecider(
  (
    state: ScoreSheetState,
    { overwrite = false }: { overwrite?: boolean },
    { about, rules, window }: InitialiseFacts,
  ): Decision<ScoreSheetEvent> => {
    if (state.status !== sheetStatus.unset && !(overwrite && state.status === sheetStatus.set))
      return refuse('SHEET_EXISTS');
    if (window.end <= window.begin) return invalidWindow();
    if (state.status === sheetStatus.unset) return [{ type: 'SheetInitialised', data: { ...about, rules, window } }];
    // Whom the unit has named goes on typing.
    const { importTeacherGh, importTeacher } = state.facts;
    const facts = importTeacherGh ? { ...about, importTeacherGh, importTeacher } : about;
    return contentHash([state.facts, state.rules, state.window]) === contentHash([facts, rules, window])
      ? []
      : [{ type: 'SheetInitialised', data: { ...facts, rules, window } }];
  },
);

/** The sheet while its settings may be changed: set up, and not handed in. */
export function openForSettings(state: ScoreSheetState): OpenSheet | Refused {
  switch (state.status) {
    case sheetStatus.unset:
      return refuse('SHEET_NOT_FOUND');
    case sheetStatus.submitted:
      return refuse('SHEET_SUBMITTED', { name: state.submission.name, time: toDateTimeText(state.submission.at) });
    case sheetStatus.published:
      return refuse('SHEET_PUBLISHED');
    default:
      return state;
  }
}

/** A window that ends before it begins. */
export function invalidWindow(): Refused {
  return refuse(
    'SHEET_WINDOW_INVALID',
    {},
    { fieldErrors: [{ field: 'window.end', message: '录入截止时间应晚于开始时间' }] },
  );
}

/** Gives the sheet back to the teachers, because its application came back (SCORE-MORE-05, 07). */
export const reopenDecider = sheetDecider(
  (
    state: ScoreSheetState,
    command: Omit<z.output<typeof reopenSheet.payload>, 'teachingClassId' | 'scoreType'>,
  ): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    const { applyId, round } = command;
    if (state.status === sheetStatus.entering && state.reopened?.applyId === applyId && state.reopened.round === round)
      return [];
    if (
      state.status !== sheetStatus.submitted ||
      state.submission.applyId !== applyId ||
      state.submission.round !== round
    )
      return refuse('CONCURRENT_CHANGE');
    const { teachingClassId, scoreType } = state.facts;
    const { cause, opinion, byName, nodeName } = command;
    return [
      {
        type: 'ScoresReopened',
        data: { teachingClassId, scoreType, applyId, round, cause, opinion, byName, nodeName },
      },
    ];
  },
);

/** Publishes exactly what was submitted and read by the approvers, told by the hash they decided on. */
export const approveDecider = sheetDecider(
  (
    state: ScoreSheetState,
    command: Omit<z.output<typeof approveSheet.payload>, 'teachingClassId' | 'scoreType'>,
  ): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    const { applyId, round, contentHash } = command;
    if (state.status === sheetStatus.published && state.submission.applyId === applyId) return [];
    if (
      state.status !== sheetStatus.submitted ||
      state.submission.applyId !== applyId ||
      state.submission.round !== round
    )
      return refuse('CONCURRENT_CHANGE');
    if (state.submission.hash !== contentHash) return refuse('APPROVAL_CHANGED');
    const { rows, figures, hash } = state.submission;
    return [
      {
        type: 'ScoresApproved',
        data: { ...state.facts, rules: state.rules, rows: [...rows], figures, hash, applyId, round },
      },
    ];
  },
);
