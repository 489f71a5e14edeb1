import { wantFeedback } from './feedback-wanted.ts';

/** Shown over the page while a process runs (CLIENT-17). */
export const PROCESSING_TEXT = '处理中，请稍等...(若提示处理失败或等待时间过长，请重试)';
/** A process that is done sooner than this, in milliseconds, shows nothing: a flash would only disturb. */
const SHOWN_AFTER_MS = 400;

let shown = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  shown += by;
  for (const listener of listeners) listener();
}

/** How many processes run long enough to be shown, for `useSyncExternalStore`. */
export const processing = {
  get: (): number => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Shows that work is under way until it has ended, in whatever way. */
  async during<T>(work: Promise<T>): Promise<T> {
    let counted = false;
    const timer = setTimeout(() => {
      counted = true;
      wantFeedback();
      change(1);
    }, SHOWN_AFTER_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      if (counted) change(-1);
    }
  },
};
