import { isOpenWork } from '@jwxt/contracts/score/score-entry.rules.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';

export type EntryClass = OutputOf<typeof entryClasses>['rows'][number];

/** Input that fetches the person's classes of the current semester. */
export const OWN_CLASSES = (semester: string) => ({
  ...(semester === '' ? {} : { semesterId: semester }),
  pageNo: 1,
  pageSize: 100,
});

/** One window of time with the work that waits in it. */
export type OpenWindow = { end: string; classes: number };

/** Open windows, soonest end first, each with how many classes are to be entered in it. */
export function openWindows(rows: readonly EntryClass[]): OpenWindow[] {
  const byEnd = Map.groupBy(rows.filter(isOpenWork), ({ scoreTermInputEndTime }) => scoreTermInputEndTime);
  return [...byEnd].map(([end, own]) => ({ end, classes: own.length })).sort((a, b) => a.end.localeCompare(b.end));
}
