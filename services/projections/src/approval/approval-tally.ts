import { approvalListModel, type Counted } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { keyText } from '../kernel/table.ts';

const { tally } = approvalListModel.tables;

/** All days together. */
const EVER = '';

/** What is tallied of an application. */
export interface Tallied {
  readonly process_no: string;
  readonly applicant_user: string;
  readonly apply_time: string;
}

/** The day of an instant in school time: `YYYY-MM-DD`. */
export function dayOf(instant: string): string {
  return toDateTimeText(instant).slice(0, 10);
}

type TallyKey = readonly [userName: string, counted: Counted, day: string, processNo: string];

/** Where an application is counted, with those who decided on it. */
export function talliesOf(
  { process_no: processNo, applicant_user: applicant, apply_time: applyTime }: Tallied,
  decided: readonly Pick<RowOf<typeof approvalListModel.tables.handled>, 'user_name' | 'decided_at'>[],
): TallyKey[] {
  const on = (user: string, counted: Counted, instant: string): TallyKey[] => [
    [user, counted, dayOf(instant), processNo],
    [user, counted, EVER, processNo],
  ];
  return [
    ...on('*', 'applied', applyTime),
    ...decided.flatMap(({ user_name: user, decided_at: at }) => on(user, 'decided', at)),
    ...decided
      .filter(({ user_name: user }) => user !== applicant)
      .flatMap(({ user_name: user }) => on(user, 'handled', applyTime)),
  ];
}

/** Moves an application from where it was counted to where it is now. */
export function retally(rows: BatchRows, before: readonly TallyKey[], after: readonly TallyKey[]): void {
  const kept = new Set(after.map(keyText));
  const had = new Set(before.map(keyText));
  for (const key of before) if (!kept.has(keyText(key))) count(rows, key, -1);
  for (const key of after) if (!had.has(keyText(key))) count(rows, key, 1);
}

function count(rows: BatchRows, key: TallyKey, step: 1 | -1): void {
  const [userName, counted, day, processNo] = key;
  const number = (rows.get(tally, key)?.count ?? 0) + step;
  if (number > 0) rows.set(tally, { user_name: userName, counted, day, process_no: processNo, count: number });
  else rows.remove(tally, key);
}
