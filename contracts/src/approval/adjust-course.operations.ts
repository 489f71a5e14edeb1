import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, integer } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const place = {
  week: integer.min(1).max(30), weekday: integer.min(1).max(7), period: z.string().trim().regex(/^\d{1,2}(-\d{1,2})?$/, '节次格式应为 3-4'),
  room: z.string().trim().min(1, '必填').max(40, '最多40个字符'),
};
const request = {
  scheduleId: z.string().min(1, '请选择课程安排').max(80), week: integer.min(1).max(30), adjustType: z.enum(['1', '2', '3', '4', '5']),
  /** Where it goes; not for 停课. `gh`: who teaches it then, by default the same teacher. */
  after: z.object({ ...place, gh: z.string().trim().max(30).optional() }).optional(),
  reason: z.string().trim().min(1, '必填').max(200, '最多200个字符'),
};

/** Asks to move, cancel or hand over one meeting of a class (APPROVAL-47). */
export const applyForAdjustCourse = defineCommand('adjustCourse.apply', z.object(request), z.object({ applyId: z.string() }));

const meetingText = z.object({ week: z.number().int(), weekday: z.number().int(), period: z.string(), room: z.string(), teacherName: z.string() });

export const adjustCourseApply = defineOperation({
  id: 'adjustCourse.apply', method: 'POST', path: '/arrange/adjustCourse/apply', access: { permission: 'adjustCourse:apply' },
  summary: '申请调停课', encoding: 'json', outcome: 'submitForApproval',
  input: z.object({ commandId, ...request }),
  output: z.object({ applyId: z.string() }),
});

/** The caller's own meetings of the current semester: what may be adjusted. */
export const adjustCourseSchedules = defineOperation({
  id: 'adjustCourse.schedules', method: 'GET', path: '/arrange/adjustCourse/schedules', access: { permission: 'adjustCourse:apply' },
  summary: '本人本学期课程安排', failureText: '查询失败',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({
    scheduleId: z.string(), teachingClassCode: z.string(), teachingClassName: z.string(), courseName: z.string(), firstWeek: z.number().int(), lastWeek: z.number().int(),
    weekday: z.number().int(), period: z.string(), room: z.string(),
  })) }),
});

/** What an adjust-course application asks for (APPROVAL-48, 49). */
export const adjustCourseDetail = defineOperation({
  id: 'adjustCourse.detail', method: 'GET', path: '/arrange/adjustCourse/detail/{applyId}', access: { permission: 'systemApprove:query' },
  summary: '调停课申请详情', failureText: '查询失败',
  input: z.object({ applyId: z.string().min(1, '数据丢失，请刷新后重试！').max(80) }),
  output: z.object({
    applyId: z.string(), creatorRole: z.string(), adjustType: z.string(), adjustTypeName: z.string(), semesterId: z.string(),
    teachingClassCode: z.string(), teachingClassName: z.string(), courseName: z.string(), applicantName: z.string(), applicantDepartmentName: z.string().nullable(), applyTime: z.string(),
    before: meetingText, after: meetingText.nullable(), reason: z.string(),
    approvalBusinessStatus: z.string(), approvalBusinessStatusName: z.string(),
    /** Whether the new time, room or teacher is taken now, while it is not in force. */
    conflict: z.boolean(),
  }),
});
export const adjustCourseOperations = [adjustCourseApply, adjustCourseSchedules, adjustCourseDetail] as const;
