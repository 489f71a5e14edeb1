import type { AdjustCourseRequest, ClashWith } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { Queryable } from './postgres.ts';

/** When and where a class is to meet, and who is to hold it. Rooms are compared by id where both sides have one. */
export interface WantedPlace {
  readonly semesterId: string;
  readonly teachingClassId: string;
  readonly weeks: readonly number[];
  readonly weekday: number;
  readonly period: string;
  readonly room: string;
  readonly jsh: string | null;
  readonly gh: string;
}

/** A meeting that stands in the way of another: what both want, and when and what it is. */
export interface Clash {
  readonly with: Extract<ClashWith, 'room' | 'teacher' | 'class'>;
  readonly week: number;
  readonly weekday: number;
  readonly period: string;
  readonly room: string;
  readonly teacherName: string;
  readonly courseName: string;
  readonly teachingClassName: string;
}

/** More than these tell a person nothing. */
const CLASHES_AT_MOST = 50;

/**
 * The meetings that a wanted one clashes with: at its time its room, its teacher or the class itself has another, as
 * planned and not adjusted away, or adjusted to it.
 *
 * @param leaving the planned meeting that is to move, in one week or, without a week, in all.
 */
export async function findClashes(
  db: Queryable,
  { semesterId, teachingClassId, weeks, weekday, period, room, jsh, gh }: WantedPlace,
  leaving: { readonly scheduleId: string | null; readonly week?: number },
): Promise<Clash[]> {
  // Named, so that it is planned once and not for each of a file's thousand rows: planning takes longer than looking.
  const { rows } = await db.query<Clash>({
    name: 'schedule.clashes',
    text: `select clash.kind as with, meeting.week, meeting.weekday, meeting.period, meeting.room,
        coalesce(teacher.xm, '') as "teacherName", course.kcmc as "courseName",
        class.teaching_class_name as "teachingClassName"
       from base.class_meeting meeting
       cross join lateral (values
         ('room', case when meeting.jsh is null or $7::text is null then meeting.room = $6 and $6 <> ''
           else meeting.jsh = $7 end),
         ('teacher', meeting.gh = $8), ('class', meeting.teaching_class_id = $2)) clash (kind, found)
       join base.teaching_class class using (teaching_class_id) join base.course on course.kch = class.course_id
       left join base.teacher on teacher.gh = meeting.gh
      where clash.found
        -- Said once more of the meeting alone, so that weeks are counted out of few of them.
        and (meeting.gh = $8 or meeting.teaching_class_id = $2 or meeting.jsh = $7 or meeting.room = $6)
        and meeting.semester_id = $1 and meeting.week = any($3) and meeting.weekday = $4
        and base.periods_meet(meeting.period, $5)
        and not (meeting.schedule_id is not distinct from $9 and meeting.apply_id is null
          and ($10::int is null or meeting.week = $10))
      order by meeting.week, clash.kind limit ${String(CLASHES_AT_MOST)}`,
    values: [
      semesterId,
      teachingClassId,
      [...weeks],
      weekday,
      period,
      room,
      jsh,
      gh,
      leaving.scheduleId,
      leaving.week ?? null,
    ],
  });
  return rows;
}

type Wanted = Pick<AdjustCourseRequest, 'scheduleId' | 'semesterId' | 'teachingClassId' | 'before' | 'after'>;

/** The meetings that an adjustment to `after` would clash with; none where the meeting is cancelled. */
export async function clashesOfAdjustment(
  db: Queryable,
  { scheduleId, semesterId, teachingClassId, before, after }: Wanted,
): Promise<Clash[]> {
  if (after === null) return [];
  const { week, weekday, period, room, jsh = null, gh } = after;
  const place = { semesterId, teachingClassId, weeks: [week], weekday, period, room, jsh, gh };
  return await findClashes(db, place, { scheduleId, week: before.week });
}

/**
 * Whether an adjustment cannot be made now: the meeting was adjusted already or is not planned so any more, or what it
 * wants is taken. Asked by the decision and by the page before it (APPROVAL-77).
 */
export async function isConflicting(db: Queryable, wanted: Wanted): Promise<boolean> {
  const { scheduleId, before } = wanted;
  const { rowCount: planned } = await db.query(
    `select from base.class_schedule meeting
      where schedule_id = $1 and weekday = $3 and period = $4 and gh = $5 and $2 = any(base.weeks_of(weeks))
        and not exists (select from base.class_schedule_change change where change.schedule_id = $1 and week = $2)`,
    [scheduleId, before.week, before.weekday, before.period, before.gh],
  );
  return planned === 0 || (await clashesOfAdjustment(db, wanted)).length > 0;
}
