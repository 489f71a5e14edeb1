import { notifications } from '@mantine/notifications';
import { OPERATION_OFF, toApiError } from './api-error.ts';
import { wantFeedback } from './feedback-wanted.ts';
import { questions } from './open-questions.ts';

/** How long a message shows (LIMITS-07), and how many at once (LIMITS-08). */
export const NOTIFICATION_MS = 1500;
export const NOTIFICATION_LIMIT = 3;

const show = (color: string, message: string, title?: string, autoClose: number | false = NOTIFICATION_MS) => {
  wantFeedback();
  // The text is the id: the same sentence does not stack up.
  notifications.show({
    id: `${color}:${message}`,
    color,
    message,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': '关闭' },
    ...(title === undefined ? {} : { title }),
  });
};

/**
 * Error messages of one dialog: they stay for `forMs` and each replaces the one before, so that none waits behind the
 * {@link NOTIFICATION_LIMIT}.
 */
export function dialogErrors(forMs: number): (message: string) => void {
  let shown: string | undefined;
  return (message) => {
    if (shown !== undefined) notifications.hide(shown);
    shown = `red:${message}`;
    show('red', message, undefined, forMs);
  };
}

/** Short messages. Refusals that a person must read again later (with a trace number) stay until they are closed. */
export const notify = {
  success: (message: string) => {
    show('green', message);
  },
  info: (message: string) => {
    show('blue', message);
  },
  warning: (message: string) => {
    show('orange', message);
  },
  error: (message: string) => {
    show('red', message);
  },
  /** A failed call: its message, and the trace number when there is something to report to the administrator. */
  failure(error: unknown, fallback?: string) {
    const { code, message, traceId } = toApiError(error, fallback);
    if (code === 'SIGNED_OUT') return;
    if (['INTERNAL', OPERATION_OFF].includes(code) && traceId !== null)
      show('red', `追踪号 ${traceId}`, message, false);
    else show('red', message);
  },
};

/** Asks in a dialog titled 提示 (CLIENT-15). */
export function askRetry(question: string): Promise<boolean> {
  return questions.ask({ title: '提示', message: question, confirmText: '重试', cancelText: '取消', danger: false });
}
