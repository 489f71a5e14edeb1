import type { PickedStudent } from '../../pickers/student-picker.tsx';
import type { RecognitionForm } from './recognition-form.model.ts';

/**
 * What is typed and not saved yet, with the id that its attachments are kept under: it outlives a reload of the page.
 */
export type KeptForm = { draftId: string; student: PickedStudent | null; form: RecognitionForm };

const keyOf = (kind: string, applyId: string | undefined, userName: string) =>
  `jwxt.recognition.${userName}.${kind}.${applyId ?? 'new'}`;

/**
 * The kept form of a new application (`undefined`) or of a known one; null when there is none. Only its own writer
 * reads it.
 */
export function readKept(kind: string, applyId: string | undefined, userName: string): KeptForm | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(kind, applyId, userName)) ?? 'null') as KeptForm | null;
  } catch {
    return null;
  }
}

/** Keeps a form, or forgets it. A browser that keeps nothing costs the reload, no more. */
export function keep(kind: string, applyId: string | undefined, userName: string, kept: KeptForm | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(keyOf(kind, applyId, userName));
    else sessionStorage.setItem(keyOf(kind, applyId, userName), JSON.stringify(kept));
  } catch {
    // Full or forbidden.
  }
}
