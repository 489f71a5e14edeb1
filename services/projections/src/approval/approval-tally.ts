import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineTable, keyText } from '../kernel/table.ts';

/** That a person decided on an application, however often; the last time counts. */
export interface HandledRow {
  apply_id: string;
  user_name: string;
  decided_at: string;
  apply_time: string;
  process_no: string;
  /** Queue in which the application waits now, perhaps for the same person again; null when it waits nowhere. */
  waits_in: string | null;
}
export const handled = defineTable<HandledRow>('handled', {
  columns: {
    apply_id: 'text',
    user_name: 'text',
    decided_at: 'timestamptz',
    apply_time: 'timestamptz',
    process_no: 'text',
    waits_in: 'text',
  },
  key: ['apply_id', 'user_name'],
  indexes: [
    '(user_name, decided_at desc, apply_id)',
    '(user_name, apply_time desc, apply_id)',
    '(user_name, waits_in) where waits_in is not null',
  ],
});

/**
 * What a day counts: `applied` all applications, by the day of applying; `decided` those that a person decided on, by
 * the day of the last decision; `handled` the same by the day of applying, without the person's own. What one person
 * applied for is few, and counted in its index.
 */
type Counted = 'applied' | 'decided' | 'handled';

/** All days together. */
const EVER = '';

/**
 * How many applications lists hold, by day and process and on all days ({@link EVER}): totals without counting rows.
 * `*` stands for everybody; no account has this name.
 */
interface TallyRow {
  user_name: string;
  counted: Counted;
  day: string;
  process_no: string;
  count: number;
}
export const tally = defineTable<TallyRow>('tally', {
  columns: { user_name: 'text', counted: 'text', day: 'text', process_no: 'text', count: 'int' },
  key: ['user_name', 'counted', 'day', 'process_no'],
});

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
  decided: readonly Pick<HandledRow, 'user_name' | 'decided_at'>[],
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
