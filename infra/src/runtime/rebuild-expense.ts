import type { RebuildExpense } from '@jwxt/contracts/score-setting/rebuild-expense.ts';
import type { Queryable } from './postgres.ts';

/** The fees of sign-ups that are in use (SCORE-MORE-30). Asked by the decision and by the page before it. */
export async function readRebuildExpenses(db: Queryable): Promise<RebuildExpense[]> {
  const { rows } = await db.query<RebuildExpense>(
    `select semester_id as "semesterId", course_nature as "courseNature", rebuild_mode as "rebuildMode",
        charge_mode as "chargeMode", price, free_times as "freeTimes"
       from base.rebuild_expense_set where sfqy = '1' order by expense_set_id`,
  );
  return rows;
}
