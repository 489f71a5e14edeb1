import { semesterWeek } from '@jwxt/contracts/base-info/semester-week.ts';
import type { ScheduleCard, Timetable, TimetableKind } from '@jwxt/contracts/base-info/timetable.operations.ts';
import { weekCodeOf, weekdayNames } from '@jwxt/contracts/base-info/weekday.vocabulary.ts';
import { lessonsOf } from '@jwxt/contracts/kernel/period-text.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { ScopedRow } from '../kernel/scope.ts';
import { Refused } from '../kernel/refused.ts';
import { loadTimes } from './class-time.read.ts';
import { studentScope } from './shared/student-scope.ts';

/** Where those whose timetables can be looked at stand, by what they are in scope, and which meetings are theirs. */
export const timetableOwners: Readonly<
  Record<
    TimetableKind,
    {
      readonly table: string;
      readonly key: string;
      readonly name: string;
      readonly scope: ScopedRow;
      readonly has: string;
    }
  >
> = {
  teacher: {
    table: 'teacher',
    key: 'gh',
    name: 'xm',
    scope: { target: 'timetable', DW: 'owner.dwh' },
    has: 'meeting.gh = $3',
  },
  classroom: {
    table: 'classroom',
    key: 'jsh',
    name: 'jsmc',
    scope: { target: 'timetable', XQ: 'owner.xqdm' },
    has: 'meeting.jsh = $3',
  },
  teachingClass: {
    table: 'teaching_class',
    key: 'teaching_class_id',
    name: 'teaching_class_name',
    scope: { target: 'timetable', DW: 'owner.open_department_id', XQ: 'owner.xqdm' },
    has: 'meeting.teaching_class_id = $3',
  },
  // Who takes a course again goes to another class than the own one.
  classInfo: {
    table: 'class_info',
    key: 'bjdm',
    name: 'bjmc',
    scope: {
      target: 'timetable',
      NJ: 'owner.njdm',
      XQ: 'owner.xqdm',
      DW: 'owner.dwh',
      ZY: 'owner.zydm',
      XZB: 'owner.bjdm',
    },
    has: `meeting.teaching_class_id in (select roster.teaching_class_id from base.teaching_class_student roster
      join base.student using (student_code) where student.bjdm = $3 and roster.list_source <> '重修')`,
  },
  student: {
    table: 'student',
    key: 'student_code',
    name: 'student_name',
    scope: { ...studentScope('owner'), target: 'timetable' },
    has: `meeting.teaching_class_id in (select roster.teaching_class_id from base.teaching_class_student roster
      where roster.student_code = $3)`,
  },
};

/** Whose timetable is read. */
export interface TimetableOwner {
  readonly kind: TimetableKind;
  readonly code: string;
  readonly name: string;
  readonly xqdm: string | null;
}

interface Term {
  readonly semesterId: string;
  readonly semesterName: string;
  readonly begin: string;
  readonly weeks: number;
}
type Met = ScheduleCard & { readonly weekday: number; readonly period: string };

/** One week of somebody's timetable; by default the present one, or the nearest to it. */
export async function readTimetable(
  db: Queryable,
  { kind, code, name, xqdm }: TimetableOwner,
  asked: { readonly semesterId?: string | undefined; readonly week?: number | undefined },
  now: Date,
): Promise<Timetable> {
  const { rows: terms } = await db.query<Term>(
    `select xnxq as "semesterId", xnxqmc as "semesterName", ksrq as begin, zs as weeks from base.semester
      where case when $1::text is null then sfdqxq = '1' else xnxq = $1 end`,
    [asked.semesterId ?? null],
  );
  const [term] = terms;
  if (!term) throw new Refused('NOT_FOUND');
  const present = semesterWeek(term.begin, now);
  const week = Math.min(asked.week ?? Math.max(present, 1), term.weeks);
  const { rows: met } = await db.query<Met>(
    `select meeting.schedule_id as "scheduleId", meeting.weekday, meeting.period, course.kcmc as "courseName",
        coalesce((select string_agg(distinct own.bjmc, '、') from base.teaching_class_student roster
          join base.student using (student_code) join base.class_info own using (bjdm)
          where roster.teaching_class_id = class.teaching_class_id), '') as "groupName",
        case when meeting.apply_id is null then planned.weeks else meeting.week::text end as weeks,
        '第' || meeting.period || '节' as "timeName", class.teaching_class_name as "teachingClassName",
        (select count(*)::int from base.teaching_class_student roster
          where roster.teaching_class_id = class.teaching_class_id) as "numberOfStudent",
        meeting.room as "classroomName", coalesce(room.ywbm, '') as "classroomCode",
        coalesce(teacher.xm, '') as "teacherName", meeting.apply_id is not null as adjusted
       from base.class_meeting meeting join base.class_schedule planned using (schedule_id)
       join base.teaching_class class on class.teaching_class_id = meeting.teaching_class_id
       join base.course on course.kch = class.course_id
       left join base.teacher on teacher.gh = meeting.gh left join base.classroom room on room.jsh = meeting.jsh
      where meeting.semester_id = $1 and meeting.week = $2 and ${timetableOwners[kind].has}
      order by meeting.weekday, meeting.period, meeting.schedule_id limit 500`,
    [term.semesterId, week, code],
  );
  const lessons = met.flatMap(({ period }) => periodOf(period));
  const times = await loadTimes(db, xqdm ?? '');
  const known = new Set(times.map(({ timeCode }) => Number(timeCode)));
  const more = [...new Set(lessons.filter((lesson) => !known.has(lesson)))].map((lesson) => ({
    timeCode: String(lesson),
    timeName: lesson === 0 ? '其他' : `第${String(lesson)}节`,
    startTime: '',
    endTime: '',
  }));
  return {
    name,
    semesterId: term.semesterId,
    semesterName: term.semesterName,
    week,
    weeks: term.weeks,
    thisWeek: present >= 1 && present <= term.weeks ? present : null,
    weekList: Object.entries(weekdayNames).map(([day, weekName]) => ({
      weekCode: weekCodeOf(Number(day)),
      weekName,
      date: dayOf(term.begin, week, Number(day)),
    })),
    timeList: [...times, ...more].toSorted((a, b) => Number(a.timeCode) - Number(b.timeCode)),
    list: entriesOf(met),
  };
}

/** The lessons of a period; what is no period stands below none. */
const periodOf = (period: string): number[] => {
  const lessons = lessonsOf(period);
  return lessons.length === 0 ? [0] : lessons;
};

/** An entry for each lesson of a day in which something takes place. */
function entriesOf(met: readonly Met[]): Timetable['list'] {
  const places = met.flatMap(({ weekday, period, ...card }) =>
    periodOf(period).map((lesson) => ({ weekday, lesson, card })),
  );
  return [...Map.groupBy(places, ({ weekday, lesson }) => `${String(weekday)} ${String(lesson)}`).values()].map(
    (same) => ({
      time: { timeCode: String(same[0]!.lesson) },
      week: { weekCode: weekCodeOf(same[0]!.weekday) },
      courseList: same.map(({ card }) => card),
    }),
  );
}

/** The day of a week of a semester that begins on a day. */
function dayOf(begin: string, week: number, weekday: number): string {
  const day = new Date(`${begin}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + (week - 1) * 7 + weekday - 1);
  return day.toISOString().slice(0, 10);
}
