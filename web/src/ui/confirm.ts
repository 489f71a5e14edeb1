import type { ReactNode } from 'react';
import { questions, type Question } from '../lib/open-questions.ts';

export type ConfirmOptions = Partial<Omit<Question, 'message'>> & { message: ReactNode; withdrawn?: AbortSignal };

/** Asks in a dialog titled 提示. Answers true when confirmed, false when closed in any other way. */
export function confirm({
  title = '提示',
  confirmText = '确定',
  cancelText = '取消',
  danger = false,
  message,
  withdrawn,
}: ConfirmOptions): Promise<boolean> {
  return questions.ask({ title, message, confirmText, cancelText, danger }, withdrawn);
}
