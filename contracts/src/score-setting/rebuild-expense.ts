import { chargeMode, type ChargeMode } from './rebuild-expense-set.resource.ts';
import type { RebuildMode } from '../makeup/rebuild-sign-up.vocabulary.ts';

/** A row of 重修收费设置 that is in use. `price` in cents. */
export interface RebuildExpense {
  readonly semesterId: string | null;
  readonly courseNature: string | null;
  readonly rebuildMode: string | null;
  readonly chargeMode: ChargeMode;
  readonly price: number;
  readonly freeTimes: number;
}

/** What is signed up for. `credit` in tenths; `times`: how often the student took the course again before. */
export interface ChargedSignUp {
  readonly semesterId: string;
  readonly courseNature: string;
  readonly rebuildMode: RebuildMode;
  readonly credit: number;
  readonly times: number;
}

/**
 * The fee of a sign-up in cents (SCORE-MORE-30): of the rows that fit, the most specific one says it. Nothing fits:
 * free.
 */
export function rebuildFee(rows: readonly RebuildExpense[], signUp: ChargedSignUp): number {
  const [row] = rows
    .filter((one) => fits(one.semesterId, signUp.semesterId))
    .filter((one) => fits(one.courseNature, signUp.courseNature))
    .filter((one) => fits(one.rebuildMode, signUp.rebuildMode))
    .toSorted((one, other) => weightOf(other) - weightOf(one));
  if (!row || signUp.times < row.freeTimes) return 0;
  switch (row.chargeMode) {
    case chargeMode.byCredit:
      return Math.round((row.price * signUp.credit) / 10);
    case chargeMode.byCourse:
      return row.price;
    case chargeMode.free:
      return 0;
    default:
      return row.chargeMode satisfies never;
  }
}

const fits = (asked: string | null, value: string): boolean => asked === null || asked === value;

function weightOf({ semesterId, courseNature, rebuildMode }: RebuildExpense): number {
  return (semesterId === null ? 0 : 4) + (courseNature === null ? 0 : 2) + (rebuildMode === null ? 0 : 1);
}
