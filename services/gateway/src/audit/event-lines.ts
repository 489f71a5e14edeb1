import type { LogLine, LogOperation, Teller, Telling } from './log-line.ts';
import {
  applicationTellers,
  attemptTellers,
  electiveTellers,
  recognitionTellers,
  scoreChangeTellers,
} from './request-tellers.ts';
import { sheetTellers } from './sheet-tellers.ts';

const tellers: Readonly<Record<string, Teller<never>>> = {
  ...sheetTellers,
  ...attemptTellers,
  ...scoreChangeTellers,
  ...recognitionTellers,
  ...electiveTellers,
  ...applicationTellers,
};

/**
 * What an event says in words: its kind of operation, and a line for each value that it set. Null for events of other
 * areas.
 */
export function eventLines(
  { type, data }: { readonly type: string; readonly data: object },
  telling: Telling,
): { readonly operation: LogOperation; readonly lines: readonly LogLine[] } | null {
  const teller = Object.hasOwn(tellers, type) ? tellers[type] : undefined;
  return teller ? { operation: teller.operation, lines: teller.tell(data as never, telling) } : null;
}
