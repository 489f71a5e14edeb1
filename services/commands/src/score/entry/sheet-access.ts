import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { whyNotHisToEnter, whyNotOpen, type EnteredSheet } from '@jwxt/contracts/score/score-entry.rules.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import type { ScoreSheetState, SetUpSheet, OpenSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';

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

/** The sheet as the rules of entry ask about it. */
function entered(state: SetUpSheet, now: string): EnteredSheet {
  const { begin, end } = state.window;
  return {
    status: state.status,
    window: {
      state: now < begin ? 'before' : now > end ? 'closed' : 'open',
      begin: toDateTimeText(begin),
      end: toDateTimeText(end),
    },
    submitted:
      state.status === sheetStatus.submitted
        ? { name: state.submission.name, time: toDateTimeText(state.submission.at) }
        : { name: '', time: '' },
    entryTeacher: { gh: state.facts.importTeacherGh ?? null, name: state.facts.importTeacher },
  };
}

/** The sheet when it may be typed into or handed in now by this person (SCORE-ENTRY-14), or why not. */
export function openForEntry(state: ScoreSheetState, facts: EntryFacts): OpenSheet | Refused {
  if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
  const sheet = entered(state, facts.now);
  const person = { gh: facts.actor.gh, teaches: teaches(facts) };
  const why = (facts.reason === undefined ? whyNotHisToEnter(sheet, person) : null) ?? whyNotOpen(sheet);
  if (why !== null) return refuse(why.code, why.details);
  // Nobody types into what is under approval or published: the rules have said so.
  return state as OpenSheet;
}
