import type { z } from 'zod';
import {
  adjustCourse,
  adjustTypeNames,
  type AdjustCourseRequest,
  type Meeting,
  adjustType,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import { applyForAdjustCourse } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { weeksToCome } from '@jwxt/contracts/base-info/semester-week.ts';
import { isInWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { isConflicting } from '@jwxt/infra/runtime/schedule-conflict.ts';
import { hasLessons, loadLessons } from '../base-info/shared/lessons.ts';
import { loadMaxWeek } from '../base-info/shared/max-week.ts';
import { applyForRequest, draftRequest, type Turn } from './shared/apply-for-request.ts';
import type { CommandsArea } from '../kernel/area.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { adjustCourseDecider } from './adjust-course.decider.ts';
import { settleAdjustCourse } from './adjust-course-effect.ts';
import { loadMeeting, loadRoomName, loadTeacherName, type ScheduledMeeting } from './adjust-course.facts.ts';

type Form = z.output<typeof applyForAdjustCourse.payload>;

/** Applying for an adjustment, and what becomes of it. */
export const adjustCourseRequests: CommandsArea = {
  routes: [
    defineRoute(applyForAdjustCourse, (form, context, services) =>
      applyForRequest(
        {
          kind: adjustCourse,
          decider: adjustCourseDecider,
          notEditable: 'ADJUST_COURSE_NOT_EDITABLE',
          applyId: form.applyId,
          requestOf: (turn) => requestOf(form, turn, context, services),
        },
        context,
        services,
      ),
    ),
  ],
  policies: [settleAdjustCourse],
};

/** Everything the application asks for, or why it cannot be asked. Teachers adjust their own meetings. */
async function requestOf(
  form: Form,
  turn: Turn,
  context: CommandContext,
  services: CommandServices,
): Promise<AdjustCourseRequest | Refused> {
  const { actor, time } = context;
  const { pool } = services;
  const meeting = await loadMeeting(pool, form.scheduleId);
  if (!meeting || meeting.gh !== actor.gh) return refuse('ADJUST_COURSE_NO_SCHEDULE');
  if (!isInWeeks(form.week, meeting.held)) return refuseAt('week', 'ADJUST_COURSE_WEEK', { week: form.week });
  const maxWeek = await loadMaxWeek(pool);
  const wrong =
    weekProblem(meeting, form.week, { time, maxWeek }, 'week') ??
    (form.after && form.adjustType !== adjustType.cancel
      ? weekProblem(meeting, form.after.week, { time, maxWeek }, 'after.week')
      : null);
  if (wrong) return wrong;
  const { weekday, period, room, jsh, gh, teacherName } = meeting;
  const before: Meeting = { week: form.week, weekday, period, room, ...(jsh === null ? {} : { jsh }), gh, teacherName };
  const after = await afterOf(form, before, meeting.xqdm, pool);
  if (after !== null && isRefused(after)) return after;
  const {
    scheduleId,
    semesterId,
    teachingClassId,
    teachingClassCode,
    teachingClassName,
    courseName,
    openDepartmentId,
  } = meeting;
  const wanted = { scheduleId, semesterId, teachingClassId, before, after };
  if (await isConflicting(pool, wanted)) return refuse('APPROVAL_COURSE_CONFLICT');
  const application = await draftRequest(adjustCourse, turn, context, services, {
    teachingClassId,
    units: { KKDW: openDepartmentId },
    figures: {},
    content: contentOf(form, meeting, before, after),
    business: wanted,
  });
  if (isRefused(application)) return application;
  return {
    applyId: turn.applyId,
    creatorRole: actor.roleCodes[0] ?? '',
    adjustType: form.adjustType,
    ...wanted,
    teachingClassCode,
    teachingClassName,
    courseName,
    openDepartmentId,
    reason: form.reason,
    application,
  };
}

function refuseAt(field: string, code: ErrorCode, details: Record<string, string | number> = {}): Refused {
  return refuse(code, details, { fieldErrors: [{ field, message: errorText(code, details) }] });
}

/**
 * Why a week cannot be meant: the semester has no such week, or it is over. What still is this week's can be told
 * afterwards.
 */
function weekProblem(
  { begin, weeks }: ScheduledMeeting,
  week: number,
  { time, maxWeek }: { readonly time: string; readonly maxWeek: number },
  field: string,
): Refused | null {
  const [first] = weeksToCome(begin, weeks, time);
  if (first === undefined) return refuse('ADJUST_COURSE_SEMESTER_OVER');
  if (week > maxWeek) return refuseAt(field, 'ADJUST_COURSE_WEEK_TOO_LARGE');
  if (week > weeks) return refuseAt(field, 'ADJUST_COURSE_WEEK_BEYOND', { week, weeks });
  return week < first ? refuseAt(field, 'ADJUST_COURSE_WEEK_OVER', { week, first }) : null;
}

async function afterOf(
  { adjustType: type, after }: Form,
  before: Meeting,
  xqdm: string,
  pool: CommandServices['pool'],
): Promise<Meeting | null | Refused> {
  if (type === adjustType.cancel) return null;
  if (!after) return refuse('ADJUST_COURSE_NO_AFTER');
  const { week, weekday, period, jsh } = after;
  const gh = after.gh || before.gh;
  if (type === adjustType.substitute && gh === before.gh) return refuseAt('after.gh', 'ADJUST_COURSE_NO_SUBSTITUTE');
  if (period !== before.period && !hasLessons(period, await loadLessons(pool, xqdm)))
    return refuseAt('after.period', 'ADJUST_COURSE_PERIOD', { period });
  const [room, teacherName] = await Promise.all([
    loadRoomName(pool, jsh),
    gh === before.gh ? before.teacherName : loadTeacherName(pool, gh),
  ]);
  if (room === null) return refuseAt('after.jsh', 'ADJUST_COURSE_NO_ROOM');
  if (teacherName === null) return refuseAt('after.gh', 'ADJUST_COURSE_NO_TEACHER', { gh });
  const sameRoom = before.jsh === undefined ? room === before.room : jsh === before.jsh;
  const same =
    sameRoom && week === before.week && weekday === before.weekday && period === before.period && gh === before.gh;
  return same ? refuse('ADJUST_COURSE_SAME') : { week, weekday, period, room, jsh, gh, teacherName };
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日'];
const said = ({ week, weekday, period, room, teacherName }: Meeting): string =>
  `第${String(week)}周 星期${weekdays[weekday - 1] ?? ''} ${period}节 ${room} ${teacherName}`;

function contentOf(
  { adjustType, reason }: Form,
  { courseName, teachingClassName }: ScheduledMeeting,
  before: Meeting,
  after: Meeting | null,
) {
  const kind = adjustTypeNames[adjustType];
  return {
    title: `${courseName}（${teachingClassName}）${kind}：${said(before)}${after ? ` → ${said(after)}` : ''}`,
    pieces: [
      { label: '调整类型', value: kind },
      { label: '课程', value: courseName },
      { label: '教学班', value: teachingClassName },
      { label: '原安排', value: said(before) },
      { label: '调整后', value: after ? said(after) : '停课' },
      { label: '原因', value: reason },
    ],
    differences: [],
  };
}
