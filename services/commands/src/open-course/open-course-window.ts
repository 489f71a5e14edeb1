import { setTypeNames } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Whose work it is: a semester, and the unit that opens. */
interface Work {
  readonly semesterId: string;
  readonly openDepartmentId: string;
}

/** Why work of a kind cannot be done at a moment (OPEN-COURSE-08); null while its window is open. */
export async function refusalOfWindow(
  db: Queryable,
  type: keyof typeof setTypeNames,
  { semesterId, openDepartmentId }: Work,
  now: string,
): Promise<Refused | null> {
  const { rows } = await db.query<{ state: 'before' | 'open' | 'after'; begin: Date; end: Date }>(
    'select state, begin_time as begin, end_time as "end" from base.open_course_window($1, $2, $3, $4)',
    [type, semesterId, openDepartmentId, now],
  );
  const [window] = rows;
  const work = setTypeNames[type];
  if (!window) return refuse('JOB_WINDOW_NONE', { work });
  if (window.state === 'open') return null;
  return window.state === 'before'
    ? refuse('JOB_WINDOW_BEFORE', { work, time: toDateTimeText(window.begin) })
    : refuse('JOB_WINDOW_AFTER', { work, time: toDateTimeText(window.end) });
}
