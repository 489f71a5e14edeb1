import { MAX_WEEK_PARAMETER, maxWeekOf } from '@jwxt/contracts/kernel/week-text.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** The last week that may be written, by the parameter 学期最大周数 (PICKERS-114). */
export async function loadMaxWeek(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ value: string }>(
    'select para_value as value from base.parameter where para_name = $1 limit 1',
    [MAX_WEEK_PARAMETER],
  );
  return maxWeekOf(rows[0]?.value);
}
