import { z } from 'zod';
import { dateText, integer, semesterKey } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { WEEKS_AT_MOST } from '../kernel/week-text.ts';

/** Whose timetable can be looked at, as people call it. */
export const timetableKinds = {
  teacher: '教师',
  classInfo: '行政班',
  classroom: '教室',
  teachingClass: '教学班',
  student: '学生',
} as const;
export type TimetableKind = keyof typeof timetableKinds;

/** A meeting as a timetable shows it (PICKERS-091). `adjusted`: it takes place so in this week alone. */
const scheduleCard = z.object({
  scheduleId: z.string(),
  courseName: z.string(),
  groupName: z.string(),
  weeks: z.string(),
  timeName: z.string(),
  teachingClassName: z.string(),
  numberOfStudent: z.number().int(),
  classroomName: z.string(),
  classroomCode: z.string(),
  teacherName: z.string(),
  adjusted: z.boolean(),
});
export type ScheduleCard = z.output<typeof scheduleCard>;

/**
 * One week: its days (PICKERS-087, 088), the periods of the day (PICKERS-089), and what takes place in each period of a
 * day where there is something (PICKERS-090).
 */
const timetable = z.object({
  /** Of whom or what it is. */
  name: z.string(),
  semesterId: z.string(),
  semesterName: z.string(),
  week: z.number().int(),
  /** Weeks of the semester. */
  weeks: z.number().int(),
  /** The week of today; null outside the semester. */
  thisWeek: z.number().int().nullable(),
  weekList: z.array(z.object({ weekCode: z.string(), weekName: z.string(), date: dateText })),
  timeList: z.array(
    z.object({ timeCode: z.string(), timeName: z.string(), startTime: z.string(), endTime: z.string() }),
  ),
  list: z.array(
    z.object({
      time: z.object({ timeCode: z.string() }),
      week: z.object({ weekCode: z.string() }),
      courseList: z.array(scheduleCard),
    }),
  ),
});
export type Timetable = z.output<typeof timetable>;

/** A week of a semester, by default the present ones. */
const when = { semesterId: semesterKey.optional(), week: integer(1, WEEKS_AT_MOST).optional() };

/** The caller's own timetable: what a teacher teaches, what a student attends. */
export const ownTimetable = defineOperation({
  id: 'timetable.own',
  method: 'GET',
  path: '/arrange/timetable/own',
  access: { permission: 'timetable:own' },
  scope: noScope.own,
  summary: '本人课表',
  failureText: '查询失败',
  input: z.object(when),
  output: timetable,
});

/** The timetable of somebody or something within the caller's scope. */
export const queryTimetable = defineOperation({
  id: 'timetable.query',
  method: 'GET',
  path: '/arrange/timetable/query',
  access: { permission: 'timetable:query' },
  scope: 'timetable',
  summary: '课表查询',
  failureText: '查询失败',
  input: z.object({
    kind: z.enum(Object.keys(timetableKinds) as [TimetableKind, ...TimetableKind[]]),
    code: z.string().trim().min(1, '请选择要查看的课表').max(64),
    ...when,
  }),
  output: timetable,
});

export const timetableOperations = [ownTimetable, queryTimetable] as const;
