import type { z } from 'zod';
import {
  ADJUST_COURSE_PROCESS,
  ADJUST_COURSE_TABLE,
  adjustCourseStream,
  adjustTypeNames,
  meetingPeriods,
  type AdjustCourseRequest,
  type Meeting,
  adjustType,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import { applyForAdjustCourse } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { adjustCourseStreams } from '@jwxt/contracts/approval/adjust-course.state.ts';
import { mayOpenAgain, type BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { weeksToCome } from '@jwxt/contracts/base-info/semester-week.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { isConflicting } from '@jwxt/infra/runtime/schedule-conflict.ts';
import { buildApplicationDraft } from './shared/application-draft.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { adjustCourseDecider } from './adjust-course.decider.ts';
import { loadMeeting, loadRoomName, loadTeacherName, type ScheduledMeeting } from './adjust-course.facts.ts';

type Form = z.output<typeof applyForAdjustCourse.payload>;
type State = BusinessRequestState<AdjustCourseRequest>;

/** Commands of adjust-course applications. */
export const adjustCourseRoutes: readonly CommandRoute[] = [
  defineRoute(applyForAdjustCourse, async (form, context, services) => {
    const applyId = form.applyId ?? derivedId(`${context.commandId}:application`);
    const stream = adjustCourseStream(applyId);
    const { state, applied } = await services.handler.read(stream, adjustCourseStreams);
    // A repetition carries out what the first one was, whatever has changed since.
    const request =
      state.status !== 'none' && applied.has(context.commandId)
        ? state.request
        : await requestOf(form, { applyId, state }, context, services);
    if (isRefused(request)) return request;
    const done = await services.handler.execute({
      stream,
      decider: adjustCourseDecider,
      command: { type: 'open', request },
      context,
      facts: () => undefined,
    });
    return isRefused(done) ? done : { result: { applyId }, position: done.position };
  }),
];

/** Everything the application asks for, or why it cannot be asked. Teachers adjust their own meetings. */
async function requestOf(
  form: Form,
  { applyId, state }: { applyId: string; state: State },
  { actor, time }: CommandContext,
  { pool }: CommandServices,
): Promise<AdjustCourseRequest | Refused> {
  const turn = turnOf(form, state, actor.userName);
  if (isRefused(turn)) return turn;
  const meeting = await loadMeeting(pool, form.scheduleId);
  if (!meeting || meeting.gh !== actor.gh) return refuse('ADJUST_COURSE_NO_SCHEDULE');
  if (form.week < meeting.firstWeek || form.week > meeting.lastWeek)
    return refuseAt('week', 'ADJUST_COURSE_WEEK', { week: form.week });
  const wrong =
    weekProblem(meeting, form.week, time, 'week') ??
    (form.after && form.adjustType !== adjustType.cancel
      ? weekProblem(meeting, form.after.week, time, 'after.week')
      : null);
  if (wrong) return wrong;
  const { weekday, period, room, jsh, gh, teacherName } = meeting;
  const before: Meeting = { week: form.week, weekday, period, room, ...(jsh === null ? {} : { jsh }), gh, teacherName };
  const after = await afterOf(form, before, pool);
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
  const application = await buildApplicationDraft(pool, {
    processNo: ADJUST_COURSE_PROCESS,
    applyId,
    ...turn,
    applyTime: time,
    businessId: applyId,
    businessTable: ADJUST_COURSE_TABLE,
    scoreType: null,
    teachingClassId,
    applicant: {
      userName: actor.userName,
      name: actor.name,
      departmentId: actor.departmentId,
      departmentName: actor.departmentName,
    },
    enteredBy: [actor.userName],
    units: { KKDW: openDepartmentId, SQDW: actor.departmentId },
    figures: {},
    content: contentOf(form, meeting, before, after),
    business: wanted,
  });
  if (isRefused(application)) return application;
  return {
    applyId,
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

/**
 * The round that is sent: the first of a new one; of an own one that came back the next, which goes on with its
 * process.
 */
function turnOf(
  { applyId }: Form,
  state: State,
  userName: string,
): { round: number; processVersion?: number } | Refused {
  if (applyId === undefined) return { round: 1 };
  if (state.status === 'none' || state.request.application.applicant.userName !== userName) return refuse('NOT_FOUND');
  const { round, process } = state.request.application;
  return mayOpenAgain(state.status)
    ? { round: round + 1, processVersion: process.processVersion }
    : refuse('ADJUST_COURSE_NOT_EDITABLE');
}

function refuseAt(field: string, code: ErrorCode, details: Record<string, string | number> = {}): Refused {
  return refuse(code, details, { fieldErrors: [{ field, message: errorText(code, details) }] });
}

/**
 * Why a week cannot be meant: the semester has no such week, or it is over. What still is this week's can be told
 * afterwards.
 */
function weekProblem({ begin, weeks }: ScheduledMeeting, week: number, time: string, field: string): Refused | null {
  const [first] = weeksToCome(begin, weeks, time);
  if (first === undefined) return refuse('ADJUST_COURSE_SEMESTER_OVER');
  if (week > weeks) return refuseAt(field, 'ADJUST_COURSE_WEEK_BEYOND', { week, weeks });
  return week < first ? refuseAt(field, 'ADJUST_COURSE_WEEK_OVER', { week, first }) : null;
}

async function afterOf(
  { adjustType: type, after }: Form,
  before: Meeting,
  pool: CommandServices['pool'],
): Promise<Meeting | null | Refused> {
  if (type === adjustType.cancel) return null;
  if (!after) return refuse('ADJUST_COURSE_NO_AFTER');
  const { week, weekday, period, jsh } = after;
  const gh = after.gh || before.gh;
  if (type === adjustType.substitute && gh === before.gh) return refuseAt('after.gh', 'ADJUST_COURSE_NO_SUBSTITUTE');
  if (period !== before.period && !(meetingPeriods as readonly string[]).includes(period))
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
