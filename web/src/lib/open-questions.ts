import type { ReactNode } from 'react';
import { wantFeedback } from './feedback-wanted.ts';

/** What a person is asked in a dialog. */
export type Question = {
  title: string;
  /** What will happen, and to how many. */
  message: ReactNode;
  confirmText: string;
  /** Null: nothing to choose, only a message to read. */
  cancelText: string | null;
  /** The answer destroys something: red, and not the one that Enter gives. */
  danger: boolean;
};
export type OpenQuestion = Question & { id: number };

let open: readonly OpenQuestion[] = [];
let lastId = 0;
const answers = new Map<number, (confirmed: boolean) => void>();
const listeners = new Set<() => void>();

function change(next: readonly OpenQuestion[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The questions that wait for an answer, oldest first, for `useSyncExternalStore`; `ui/questions.tsx` shows them. */
export const questions = {
  get: (): readonly OpenQuestion[] => open,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /**
   * Asks. True when confirmed, false when closed in any other way, also by `withdrawn`: the question has no object any
   * more.
   */
  ask(question: Question, withdrawn?: AbortSignal): Promise<boolean> {
    wantFeedback();
    lastId += 1;
    const id = lastId;
    change([...open, { ...question, id }]);
    withdrawn?.addEventListener(
      'abort',
      () => {
        questions.answer(id, false);
      },
      { once: true },
    );
    return new Promise((resolve) => {
      answers.set(id, resolve);
    });
  },
  answer(id: number, confirmed: boolean): void {
    change(open.filter((question) => question.id !== id));
    answers.get(id)?.(confirmed);
    answers.delete(id);
  },
};
