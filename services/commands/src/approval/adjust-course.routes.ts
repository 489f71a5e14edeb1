import type { z } from 'zod';
import {
  ADJUST_COURSE_PROCESS, ADJUST_COURSE_TABLE, adjustCourseStream, adjustTypeNames, type AdjustCourseRequest, type Meeting,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import { applyForAdjustCourse } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { buildApplicationDraft } from '../kernel/application-draft.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { adjustCourseDecider } from './adjust-course.decider.ts';
import { isConflicting, loadMeeting, loadTeacherName, type ScheduledMeeting } from './adjust-course.facts.ts';

type Form = z.output<typeof applyForAdjustCourse.payload>;

/** Commands of adjust-course applications. */
export const adjustCourseRoutes: readonly CommandRoute[] = [
  defineRoute(applyForAdjustCourse, async (form, context, services) => {
    const applyId = derivedId(`${context.commandId}:application`);
    const stream = adjustCourseStream(applyId);
    const { state } = await services.handler.read(stream, adjustCourseDecider);
    // A repetition carries out what the first one was, whatever has changed since.
    const request = state.status === 'none' ? await requestOf(form, applyId, context, services) : state.request;
    if (isRefused(request)) return request;
    const done = await services.handler.execute({ stream, decider: adjustCourseDecider, command: { type: 'open', request }, context, facts: () => undefined });
    return isRefused(done) ? done : { result: { applyId }, position: done.position };
  }),
];

/** Everything the application asks for, or why it cannot be asked. Teachers adjust their own meetings. */
async function requestOf(form: Form, applyId: string, { actor, time }: CommandContext, { pool }: CommandServices): Promise<AdjustCourseRequest | Refused> {
  const meeting = await loadMeeting(pool, form.scheduleId);
  if (!meeting || meeting.gh !== actor.gh) return refuse('ADJUST_COURSE_NO_SCHEDULE');
  if (form.week < meeting.firstWeek || form.week > meeting.lastWeek) return refuse('ADJUST_COURSE_WEEK', { week: form.week });
  const { weekday, period, room, gh, teacherName } = meeting;
  const before: Meeting = { week: form.week, weekday, period, room, gh, teacherName };
  const after = await afterOf(form, before, pool);
  if (after !== null && isRefused(after)) return after;
  const { scheduleId, semesterId, teachingClassId, teachingClassCode, teachingClassName, courseName, openDepartmentId } = meeting;
  const wanted = { scheduleId, semesterId, teachingClassId, before, after };
  if (await isConflicting(pool, wanted)) return refuse('APPROVAL_COURSE_CONFLICT');
  const application = await buildApplicationDraft(pool, {
    processNo: ADJUST_COURSE_PROCESS, applyId, round: 1, applyTime: time, businessId: applyId, businessTable: ADJUST_COURSE_TABLE, scoreType: null, teachingClassId,
    applicant: { userName: actor.userName, name: actor.name, departmentId: actor.departmentId, departmentName: actor.departmentName }, enteredBy: [actor.userName],
    units: { KKDW: openDepartmentId, SQDW: actor.departmentId }, figures: {}, content: contentOf(form, meeting, before, after), business: wanted,
  });
  if (isRefused(application)) return application;
  return {
    applyId, creatorRole: actor.roleCodes[0] ?? '', adjustType: form.adjustType, ...wanted, teachingClassCode, teachingClassName, courseName, openDepartmentId,
    reason: form.reason, application,
  };
}

async function afterOf({ adjustType, after }: Form, before: Meeting, pool: CommandServices['pool']): Promise<Meeting | null | Refused> {
  if (adjustType === '2') return null;
  if (!after) return refuse('ADJUST_COURSE_NO_AFTER');
  const gh = after.gh || before.gh;
  const teacherName = gh === before.gh ? before.teacherName : await loadTeacherName(pool, gh);
  if (teacherName === null) return refuse('ADJUST_COURSE_NO_TEACHER', { gh });
  const { week, weekday, period, room } = after;
  const same = week === before.week && weekday === before.weekday && period === before.period && room === before.room && gh === before.gh;
  return same ? refuse('ADJUST_COURSE_SAME') : { week, weekday, period, room, gh, teacherName };
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日'];
const said = ({ week, weekday, period, room, teacherName }: Meeting): string => `第${String(week)}周 星期${weekdays[weekday - 1] ?? ''} ${period}节 ${room} ${teacherName}`;

function contentOf({ adjustType, reason }: Form, { courseName, teachingClassName }: ScheduledMeeting, before: Meeting, after: Meeting | null) {
  const kind = adjustTypeNames[adjustType];
  return {
    title: `${courseName}（${teachingClassName}）${kind}：${said(before)}${after ? ` → ${said(after)}` : ''}`,
    pieces: [
      { label: '调整类型', value: kind }, { label: '课程', value: courseName }, { label: '教学班', value: teachingClassName }, { label: '原安排', value: said(before) },
      { label: '调整后', value: after ? said(after) : '停课' }, { label: '原因', value: reason },
    ],
    differences: [],
  };
}
