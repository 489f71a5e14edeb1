import type { ScoreErrorCode } from './score-error.vocabulary.ts';
import { type EntryState, sheetStatus } from './score.vocabulary.ts';

/** Where the window of a sheet is, by the server's clock; both ends belong to it. */
export type WindowState = 'before' | 'open' | 'closed';

/** What decides whether scores may be typed into a sheet. Times as they are shown. */
export interface EnteredSheet {
  readonly status: string;
  readonly window: { readonly state: WindowState; readonly begin: string; readonly end: string };
  /** Who handed it in, and when; told while it is under approval. */
  readonly submitted: { readonly name: string; readonly time: string };
  /** The one person who types instead of the teachers (EXAM-SET-06); `gh` null: any of them. */
  readonly entryTeacher: { readonly gh: string | null; readonly name: string };
}

/** Who wants to type. */
export interface EnteringPerson {
  readonly gh: string | null;
  /** Teaches the class, and may enter scores at all. */
  readonly teaches: boolean;
}

/** A refusal before it is told: its code, and what its text names. */
export interface EntryRefusal {
  readonly code: ScoreErrorCode;
  readonly details: Readonly<Record<string, string>>;
}

/** Why the scores are not this person's to type, or null: its teachers do, or the one named instead of them. */
export function whyNotHisToEnter({ entryTeacher }: EnteredSheet, { gh, teaches }: EnteringPerson): EntryRefusal | null {
  if (entryTeacher.gh === null) return teaches ? null : { code: 'SHEET_NOT_TEACHER', details: {} };
  if (entryTeacher.gh === gh) return null;
  return teaches
    ? { code: 'SHEET_NOT_ENTRY_TEACHER', details: { name: entryTeacher.name } }
    : { code: 'SHEET_NOT_TEACHER', details: {} };
}

/** Why nobody may type into the sheet as it is now (SCORE-ENTRY-14), or null. */
export function whyNotOpen({ status, window, submitted }: EnteredSheet): EntryRefusal | null {
  if (status === sheetStatus.published) return { code: 'SHEET_PUBLISHED', details: {} };
  if (status === sheetStatus.submitted) return { code: 'SHEET_SUBMITTED', details: { ...submitted } };
  const { state, begin, end } = window;
  if (state === 'before') return { code: 'SHEET_WINDOW_NOT_OPEN', details: { begin, end } };
  return state === 'closed' ? { code: 'SHEET_WINDOW_CLOSED', details: { end } } : null;
}

/** Whether a class still wants scores of its teacher, who can type them now. */
export function isOpenWork({
  windowState,
  entryState,
}: {
  readonly windowState: WindowState;
  readonly entryState: EntryState;
}): boolean {
  return windowState === 'open' && entryState !== 'submitted' && entryState !== 'passed';
}

/** How many days before its end a window ends soon. */
const SOON_DAYS = 3;

/** Whether an entry window that ends in `leftMs` milliseconds ends soon. */
export function endsSoon(leftMs: number): boolean {
  return leftMs < SOON_DAYS * 86_400_000;
}
