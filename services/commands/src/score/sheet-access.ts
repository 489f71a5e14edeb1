import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ScoreSheetState, SetUpSheet, SheetCore } from '@jwxt/contracts/score/score-sheet.state.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Who wants to type, when by the server's clock (ISO instant), and who teaches the class today. */
export interface EntryFacts {
  readonly actor: Actor;
  readonly now: string;
  readonly teachers: readonly { readonly gh: string; readonly name: string }[];
  /** Why he types for the teachers (代录); his permission to do so was checked where the command came in. */
  readonly reason?: string | undefined;
}

/** Whether the actor teaches the class. */
export function teaches({ actor, teachers }: EntryFacts): boolean {
  return actor.gh !== null && teachers.some(({ gh }) => gh === actor.gh);
}

/**
 * Why the actor may not type into this sheet, or null: its teachers may, or the one person named instead of them
 * (EXAM-SET-06), or who gives a reason.
 */
function notHisToEnter(
  { facts: { importTeacherGh: importer, importTeacher: name } }: SheetCore,
  facts: EntryFacts,
): Refused | null {
  if (facts.reason !== undefined) return null;
  if (importer === undefined || importer === null) return teaches(facts) ? null : refuse('SHEET_NOT_TEACHER');
  if (facts.actor.gh === importer) return null;
  return refuse(teaches(facts) ? 'SHEET_NOT_IMPORT_TEACHER' : 'SHEET_NOT_TEACHER', { name });
}

/**
 * The sheet when it may be typed into or handed in now by this person (SCORE-ENTRY-14), or why not. Both ends of the
 * window belong to it.
 */
export function openForEntry(
  state: ScoreSheetState,
  facts: EntryFacts,
): Extract<SetUpSheet, { status: '1' | '2' }> | Refused {
  if (state.status === '0') return refuse('SHEET_NOT_FOUND');
  const notHis = notHisToEnter(state, facts);
  if (notHis) return notHis;
  if (state.status === '4') return refuse('SHEET_PUBLISHED');
  if (state.status === '3')
    return refuse('SHEET_SUBMITTED', { name: state.submission.name, time: toDateTimeText(state.submission.at) });
  const { begin, end } = state.window;
  if (facts.now < begin)
    return refuse('SHEET_WINDOW_NOT_OPEN', { begin: toDateTimeText(begin), end: toDateTimeText(end) });
  if (facts.now > end) return refuse('SHEET_WINDOW_CLOSED', { end: toDateTimeText(end) });
  return state;
}
