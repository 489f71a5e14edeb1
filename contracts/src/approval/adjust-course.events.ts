import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import type { EventOfStream } from '../kernel/stream.ts';
import { applicationDraft } from './application.events.ts';
import { defineBusinessRequest } from './business-request.ts';
import { personal } from '../kernel/personal.ts';

/** Kinds of adjustment. */
export const adjustType = { move: '1', cancel: '2', extra: '3', substitute: '4', room: '5' } as const;
export const adjustTypeNames = {
  [adjustType.move]: '调课',
  [adjustType.cancel]: '停课',
  [adjustType.extra]: '补课',
  [adjustType.substitute]: '代课',
  [adjustType.room]: '换教室',
} as const satisfies Record<(typeof adjustType)[keyof typeof adjustType], string>;
export type AdjustType = keyof typeof adjustTypeNames;

/**
 * One meeting of a class: week 1–30, weekday 1 (Monday) – 7, period such as `3-4`. `room` is its name at that moment,
 * `jsh` its id where the room is a known one.
 */
export const meeting = z.object({
  week: z.number().int().min(1).max(30),
  weekday: z.number().int().min(1).max(7),
  period: z.string(),
  room: z.string(),
  jsh: z.string().optional(),
  gh: z.string(),
  teacherName: personal(z.string(), 'teacher'),
});
export type Meeting = z.output<typeof meeting>;

/** Everything an adjust-course application asks for. */
export const adjustCourseRequest = z.object({
  applyId: z.string(),
  creatorRole: z.string(),
  adjustType: z.enum(['1', '2', '3', '4', '5']),
  scheduleId: z.string(),
  semesterId: z.string(),
  teachingClassId: z.string(),
  teachingClassCode: z.string(),
  teachingClassName: z.string(),
  courseName: z.string(),
  openDepartmentId: z.string(),
  before: meeting,
  /** Null when the meeting is cancelled (停课). */
  after: meeting.nullable(),
  reason: z.string(),
  application: applicationDraft,
});
export type AdjustCourseRequest = z.output<typeof adjustCourseRequest>;

/** What two adjustments may both want, as people call it. */
export const clashNames = {
  meeting: '原课程安排',
  room: '教室',
  teacher: '任课教师',
  class: '教学班',
  timetable: '课表',
} as const;
export type ClashWith = keyof typeof clashNames;

/**
 * It passed, but at the moment it was to take effect its meeting, room, teacher or class had been taken by another one,
 * or the timetable had changed: `with` names those.
 */
const adjustCourseClashed = defineEvent(
  'AdjustCourseClashed',
  1,
  z.object({
    applyId: z.string(),
    with: z.array(z.enum(Object.keys(clashNames) as [ClashWith, ...ClashWith[]])).min(1),
  }),
);

/** What adjust-course applications ask for (APPROVAL-47). */
export const adjustCourse = defineBusinessRequest({
  name: 'AdjustCourse',
  prefix: 'adjustCourse-',
  processNo: 'TTKSQ',
  businessTable: 'T_PKGL_TTKSQ',
  request: adjustCourseRequest,
  more: {
    events: [adjustCourseClashed],
    evolve: { AdjustCourseClashed: (state) => ({ ...state, status: 'clashed' }) },
  },
});
export type AdjustCourseEvent = EventOfStream<typeof adjustCourse.streams>;
