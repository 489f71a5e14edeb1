import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A period of the day. */
export interface TimeRow {
  readonly timeCode: string;
  readonly timeName: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** The periods of a campus that has its own, else those of the whole school. */
export async function loadTimes(db: Queryable, xqdm: string): Promise<TimeRow[]> {
  const { rows } = await db.query<TimeRow>(
    `select time_code::text as "timeCode", time_name as "timeName", start_time as "startTime", end_time as "endTime"
       from base.class_time where sfqy = '1' and xqdm is not distinct from (
         select xqdm from base.class_time where xqdm = $1 and sfqy = '1' limit 1) order by time_code`,
    [xqdm],
  );
  return rows;
}
