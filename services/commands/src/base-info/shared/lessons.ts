import { lessonsOf } from '@jwxt/contracts/kernel/period-text.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Lessons of a day on a campus: its own, else the school's. */
export async function loadLessons(db: Queryable, xqdm: string): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ lesson: number }>(
    `select time_code as lesson from base.class_time where sfqy = '1' and xqdm is not distinct from (
       select xqdm from base.class_time where xqdm = $1 and sfqy = '1' limit 1)`,
    [xqdm],
  );
  return new Set(rows.map(({ lesson }) => lesson));
}

/** Whether all lessons of a period are there; where no lessons were set up, any is. */
export function hasLessons(period: string, lessons: ReadonlySet<number>): boolean {
  return lessons.size === 0 || lessonsOf(period).every((lesson) => lessons.has(lesson));
}
