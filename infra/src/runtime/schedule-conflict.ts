import type { AdjustCourseRequest } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { Queryable } from './postgres.ts';

type Wanted = Pick<AdjustCourseRequest, 'scheduleId' | 'semesterId' | 'teachingClassId' | 'before' | 'after'>;

/**
 * Whether an adjustment cannot be made now: the meeting was adjusted already, or at the new time its room, its teacher
 * or the class itself has another meeting (as planned and not adjusted away, or adjusted to it). Asked by the decision
 * and by the page before it (APPROVAL-77).
 */
export async function isConflicting(
  db: Queryable,
  { scheduleId, semesterId, teachingClassId, before, after }: Wanted,
): Promise<boolean> {
  const { rows } = await db.query<{ conflict: boolean }>(
    'select base.class_schedule_conflict($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as conflict',
    [
      scheduleId,
      before.week,
      semesterId,
      teachingClassId,
      after?.week ?? null,
      after?.weekday ?? null,
      after?.period ?? null,
      after?.room ?? null,
      after?.jsh ?? null,
      after?.gh ?? null,
    ],
  );
  return rows[0]?.conflict === true;
}
