import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, integer } from '../kernel/fields.ts';
import { lessonsOf, PERIOD_FORMAT } from '../kernel/period-text.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { adjustType, clashNames } from './adjust-course.events.ts';

const period = z
  .string()
  .trim()
  .refine((text) => lessonsOf(text).length > 0, PERIOD_FORMAT);
const place = {
  week: integer(1, 30),
  weekday: integer(1, 7),
  period,
  /** Id of the room. */
  jsh: z.string().trim().min(1, '请选择教室').max(64),
};
const request = {
  scheduleId: z.string().min(1, '请选择课程安排').max(80),
  week: integer(1, 30),
  adjustType: z.enum(adjustType),
  /** Where it goes; not for 停课. `gh`: who teaches it then, by default the same teacher. */
  after: z.object({ ...place, gh: z.string().trim().max(30).optional() }).optional(),
  reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
  /** An own application that came back (returned or recalled) and is sent again. */
  applyId: z.string().min(1).max(80).optional(),
};

/** Asks to move, cancel or hand over one meeting of a class (APPROVAL-47). */
export const applyForAdjustCourse = defineCommand(
  'adjustCourse.apply',
  z.object(request),
  z.object({ applyId: z.string() }),
  { shownIn: ['approval-content', 'approval-list', 'approval-log', 'todo-queue'] },
);

const meetingText = z.object({
  week: z.number().int(),
  weekday: z.number().int(),
  period: z.string(),
  room: z.string(),
  teacherName: z.string(),
});

export const adjustCourseApply = defineOperation({
  id: 'adjustCourse.apply',
  method: 'POST',
  path: '/arrange/adjustCourse/apply',
  access: { permission: 'adjustCourse:apply' },
  scope: noScope.own,
  summary: '申请调停课',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...request }),
  output: z.object({ applyId: z.string() }),
});

/**
 * The caller's own meetings of the current semester: what may be adjusted. `weeks`: those of the semester that are not
 * over; meetings are adjusted in them and moved to them. With each meeting the campus and the head count of its class,
 * which its room has to seat.
 */
export const adjustCourseSchedules = defineOperation({
  id: 'adjustCourse.schedules',
  method: 'GET',
  path: '/arrange/adjustCourse/schedules',
  access: { permission: 'adjustCourse:apply' },
  scope: noScope.own,
  summary: '本人本学期课程安排',
  failureText: '查询失败',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        scheduleId: z.string(),
        teachingClassCode: z.string(),
        teachingClassName: z.string(),
        courseName: z.string(),
        /** Weeks in which it takes place, `1-2,4,5-9`. */
        weeks: z.string(),
        weekday: z.number().int(),
        period: z.string(),
        room: z.string(),
        xqdm: z.string(),
        headCount: z.number().int(),
      }),
    ),
    weeks: z.array(z.number().int()),
  }),
});

/** What stands in the way of an own meeting at a new place, before it is asked for: rooms, teachers, classes. */
export const adjustCourseClashes = defineOperation({
  id: 'adjustCourse.clashes',
  method: 'GET',
  path: '/arrange/adjustCourse/clashes',
  access: { permission: 'adjustCourse:apply' },
  scope: noScope.own,
  summary: '调停课冲突检查',
  failureText: '查询失败',
  input: z.object({
    scheduleId: request.scheduleId,
    week: request.week,
    newWeek: place.week,
    newWeekday: place.weekday,
    period,
    jsh: place.jsh,
    gh: z.string().trim().max(30).optional(),
  }),
  output: z.object({
    list: z.array(
      meetingText.extend({
        with: z.enum(Object.keys(clashNames) as [keyof typeof clashNames, ...(keyof typeof clashNames)[]]),
        courseName: z.string(),
        teachingClassName: z.string(),
      }),
    ),
  }),
});

/** What an adjust-course application asks for (APPROVAL-48, 49). */
export const adjustCourseDetail = defineOperation({
  id: 'adjustCourse.detail',
  method: 'GET',
  path: '/arrange/adjustCourse/detail/{applyId}',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '调停课申请详情',
  failureText: '查询失败',
  input: z.object({ applyId: z.string().min(1, '数据丢失，请刷新后重试！').max(80) }),
  output: z.object({
    applyId: z.string(),
    creatorRole: z.string(),
    adjustType: z.string(),
    adjustTypeName: z.string(),
    semesterId: z.string(),
    teachingClassCode: z.string(),
    teachingClassName: z.string(),
    courseName: z.string(),
    applicantName: z.string(),
    applicantDepartmentName: z.string().nullable(),
    applyTime: z.string(),
    before: meetingText,
    after: meetingText.nullable(),
    reason: z.string(),
    approvalBusinessStatus: z.string(),
    approvalBusinessStatusName: z.string(),
    /** Whether the new time, room or teacher is taken now, while it is not in force. */
    conflict: z.boolean(),
    /**
     * What another one had taken when this one, which passed, was to take effect (教室、任课教师…); null otherwise. It
     * is not in force then.
     */
    clashedWith: z.string().nullable(),
    /**
     * What its applicant begins with when he sends it again; null where it has not come back, and for everybody else.
     */
    again: z
      .object({
        scheduleId: z.string(),
        week: z.number().int(),
        /** Who held the meeting. */
        gh: z.string(),
        after: z
          .object({
            week: z.number().int(),
            weekday: z.number().int(),
            period: z.string(),
            jsh: z.string().nullable(),
            room: z.string(),
            gh: z.string(),
            teacherName: z.string(),
          })
          .nullable(),
      })
      .nullable(),
  }),
});
export const adjustCourseOperations = [
  adjustCourseApply,
  adjustCourseSchedules,
  adjustCourseClashes,
  adjustCourseDetail,
] as const;
