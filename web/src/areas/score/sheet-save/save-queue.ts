import type { CellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import {
  acknowledge,
  dropAttempt,
  hasSendable,
  markConflicts,
  markRefused,
  takeAttempt,
  type SaveAnswer,
} from './sheet-save.model.ts';
import type { PendingSave, Grid } from '../sheet-grid/sheet-grid.model.ts';

/** Why a save did not come through, as far as the queue has to act differently. */
export type SaveFailure =
  | { readonly kind: 'conflict'; readonly conflicts: readonly CellConflict[] }
  | {
      readonly kind: 'cells';
      readonly fieldErrors: readonly FieldError[];
      readonly message: string;
      readonly traceId: string | null;
    }
  /** Nothing of it can be saved now: window closed, submitted, no right. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly traceId: string | null }
  | { readonly kind: 'signedOut' }
  /** Not known whether it arrived: the line, a time-out, a restart. Sent again under the same id. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly traceId: string | null }
  /** The id was taken by something else: the same rows go under a new one. */
  | { readonly kind: 'idTaken' };

export type QueueState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'retrying';
      readonly message: string;
      readonly attempt: number;
      readonly retryAt: number;
      readonly traceId: string | null;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly traceId: string | null };

export type QueueDeps = {
  read(): Grid;
  change(next: Grid): void;
  send(attempt: PendingSave): Promise<SaveAnswer>;
  classify(error: unknown): SaveFailure;
  /** Runs later; the answer cancels it. */
  later(run: () => void, ms: number): () => void;
  newId(): string;
  now(): number;
  myName: string;
  onState(state: QueueState): void;
  onSaved(answer: SaveAnswer): void;
  /** Another person's change or a refusal showed that the sheet here is old. */
  onStale(): void;
};

/** Wait after the last change before a save, so that one row goes as one save. */
export const DEBOUNCE_MS = 800;
/**
 * Who types on without a pause is saved this long after the first change at the latest, so that others see it and
 * little is kept here alone.
 */
export const MAX_WAIT_MS = 4000;
const RETRY_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000];

export type SaveQueue = {
  /** Something was typed: saves soon. */
  touched(): void;
  /** Saves at once (before leaving, when the line is back, by button), also after a refusal. */
  flush(): void;
  /** The person has signed in again. */
  signedIn(): void;
  /** Waits until nothing is on its way or waiting to be sent; false when it cannot be sent now. */
  drained(): Promise<boolean>;
  stop(): void;
};

/** Autosave of one sheet: one save on its way at a time, the same command id until it is answered. */
export function saveQueue(deps: QueueDeps): SaveQueue {
  let state: QueueState = { kind: 'idle' };
  let cancelTimer: (() => void) | null = null;
  let failures = 0;
  /** When the first change came that waits for a pause in typing. */
  let waitingSince: number | null = null;
  let stopped = false;
  let waiting: ((sent: boolean) => void)[] = [];

  const enter = (next: QueueState) => {
    state = next;
    deps.onState(next);
    if (next.kind !== 'sending' && (next.kind !== 'idle' || !(deps.read().attempt ?? hasSendable(deps.read())))) {
      const sent = next.kind === 'idle';
      waiting.forEach((resolve) => resolve(sent));
      waiting = [];
    }
  };
  const schedule = (ms: number) => {
    cancelTimer?.();
    cancelTimer = deps.later(() => {
      cancelTimer = null;
      void run();
    }, ms);
  };
  /** A change is never overwritten: the outcome is applied to the grid as it is when the answer comes. */
  const settle = (change: (grid: Grid) => Grid) => {
    deps.change(change(deps.read()));
  };

  async function run(): Promise<void> {
    if (stopped || state.kind === 'sending') return;
    waitingSince = null;
    if (!deps.read().attempt) settle((grid) => takeAttempt(grid, deps.newId()));
    const attempt = deps.read().attempt;
    if (!attempt) return enter({ kind: 'idle' });
    enter({ kind: 'sending' });
    try {
      const answer = await deps.send(attempt);
      if (stopped) return;
      failures = 0;
      settle((grid) => acknowledge(grid, answer, deps.myName));
      deps.onSaved(answer);
      goOn();
    } catch (error) {
      if (!stopped) failed(deps.classify(error));
    }
  }

  function goOn(): void {
    const more = hasSendable(deps.read());
    enter({ kind: 'idle' });
    if (more) schedule(0);
  }

  function failed(failure: SaveFailure): void {
    switch (failure.kind) {
      case 'conflict': {
        const { grid, marked } = markConflicts(deps.read(), failure.conflicts);
        deps.change(grid);
        deps.onStale();
        // An answer that names no cell of ours would be asked for again without end.
        return marked === 0 ? retryLater('成绩刚被修改', null) : goOn();
      }
      case 'cells': {
        const { grid, marked } = markRefused(deps.read(), failure.fieldErrors);
        deps.change(grid);
        return marked === 0
          ? enter({ kind: 'refused', code: 'INVALID_INPUT', message: failure.message, traceId: failure.traceId })
          : goOn();
      }
      case 'idTaken':
        settle(dropAttempt);
        return goOn();
      case 'refused':
        settle(dropAttempt);
        enter({ kind: 'refused', code: failure.code, message: failure.message, traceId: failure.traceId });
        return deps.onStale();
      case 'signedOut':
        return enter({ kind: 'signedOut' });
      case 'unreachable':
        return retryLater(failure.message, failure.traceId);
      default:
        return failure satisfies never;
    }
  }

  function retryLater(message: string, traceId: string | null): void {
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 30_000;
    failures += 1;
    enter({ kind: 'retrying', message, attempt: failures, retryAt: deps.now() + wait, traceId });
    schedule(wait);
  }

  return {
    touched() {
      if (stopped || state.kind === 'sending' || state.kind === 'signedOut' || state.kind === 'retrying') return;
      if (!hasSendable(deps.read()) && !deps.read().attempt) return;
      waitingSince ??= deps.now();
      schedule(Math.max(0, Math.min(DEBOUNCE_MS, waitingSince + MAX_WAIT_MS - deps.now())));
    },
    flush() {
      if (stopped || state.kind === 'sending' || state.kind === 'signedOut') return;
      schedule(0);
    },
    signedIn() {
      if (stopped || state.kind !== 'signedOut') return;
      failures = 0;
      enter({ kind: 'idle' });
      schedule(0);
    },
    drained() {
      const grid = deps.read();
      if (state.kind !== 'sending' && !grid.attempt && !hasSendable(grid)) return Promise.resolve(true);
      if (state.kind === 'signedOut' || stopped) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (state.kind !== 'sending') schedule(0);
      });
    },
    stop() {
      stopped = true;
      cancelTimer?.();
      waiting.forEach((resolve) => resolve(false));
      waiting = [];
    },
  };
}
