import {
  adjustTypeNames,
  type AdjustCourseRequest,
  type Meeting,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import {
  adjustCourseApply,
  adjustCourseClashes,
  adjustCourseDetail,
  adjustCourseSchedules,
  applyForAdjustCourse,
} from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { businessStatusNames, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { infoCheckRows, infoCheckToggle, toggleInfoChange } from '@jwxt/contracts/approval/info-check.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalContentModel } from '@jwxt/contracts/approval/approval-content.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { isConflicting } from '@jwxt/infra/runtime/schedule-conflict.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { logLook } from '../kernel/look-log.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readClashes, readSchedules, readWeeksToCome } from './adjust-course.read.ts';
import { awaits, type ApplicationRow } from './approval-rows.ts';
import { findApplication } from './approval.read.ts';
import { viewerOf } from './shared/approval-viewer.ts';
import { personalIn, toldInfoChanges } from './shared/info-change-words.ts';

type Tables = (typeof approvalContentModel)['tables'];

/** What an application asks for, of a table of the read model; only for those who may see the application. */
async function contentOf<Name extends keyof Tables>(
  table: Name,
  applyId: string,
  call: SignedInCall,
): Promise<{ application: ApplicationRow; content: ReadRowOf<Tables[Name]> }> {
  const viewer = await viewerOf(call);
  const [
    application,
    {
      rows: [content],
    },
  ] = await Promise.all([
    findApplication(call.services.db, viewer, applyId),
    call.services.db.query<ReadRowOf<Tables[Name]>>(
      `select * from ${readModelTable(approvalContentModel, table)} where apply_id = $1`,
      [applyId],
    ),
  ]);
  if (!application || !content) throw new Refused('APPROVAL_NOT_FOUND');
  return { application, content };
}

const applyHandler = handler(adjustCourseApply, async ({ commandId, ...payload }, call) =>
  runCommand(applyForAdjustCourse, payload, call, { commandId }),
);
const schedulesHandler = handler(adjustCourseSchedules, async (_input, { user, services: { db }, now }) => ({
  list: user.gh === null ? [] : await readSchedules(db, user.gh),
  weeks: await readWeeksToCome(db, now),
}));

const clashesHandler = handler(adjustCourseClashes, async (wanted, { user, services: { db } }) => {
  const list = user.gh === null ? undefined : await readClashes(db, user.gh, wanted);
  if (list === undefined) throw new Refused('ADJUST_COURSE_NO_SCHEDULE');
  return { list };
});

const detailHandler = handler(adjustCourseDetail, async ({ applyId }, call) => {
  const {
    application,
    content: { request, effected_at: effected, clashed_with: clashedWith },
  } = await contentOf('adjustment', applyId, call);
  return {
    applyId,
    creatorRole: request.creatorRole,
    adjustType: request.adjustType,
    adjustTypeName: adjustTypeNames[request.adjustType],
    semesterId: request.semesterId,
    teachingClassCode: request.teachingClassCode,
    teachingClassName: request.teachingClassName,
    courseName: request.courseName,
    applicantName: application.applicant_name,
    applicantDepartmentName: application.applicant_department_name,
    applyTime: toDateTimeText(application.apply_time),
    before: placeOf(request.before),
    after: request.after && placeOf(request.after),
    reason: request.reason,
    approvalBusinessStatus: application.status,
    approvalBusinessStatusName: businessStatusNames[application.status],
    conflict: effected === null && clashedWith === null && (await isConflicting(call.services.db, request)),
    clashedWith,
    again:
      application.applicant_user === call.user.userName &&
      (application.status === businessStatus.returned || application.status === businessStatus.recalled)
        ? againOf(request)
        : null,
  };
});

function againOf({ scheduleId, before, after }: Pick<AdjustCourseRequest, 'scheduleId' | 'before' | 'after'>) {
  return {
    scheduleId,
    week: before.week,
    gh: before.gh,
    after: after && { ...placeOf(after), jsh: after.jsh ?? null, gh: after.gh },
  };
}

function placeOf({ week, weekday, period, room, teacherName }: Meeting) {
  return { week, weekday, period, room, teacherName };
}

/** Whole for who decides or asked, for the student, and for who may look at such values: each look is logged. */
const rowsHandler = handler(infoCheckRows, async ({ applyId }, call) => {
  const { application, content } = await contentOf('info_check', applyId, call);
  const waiting = awaits(application, await viewerOf(call));
  const { user } = call;
  const whole =
    waiting !== null ||
    application.applicant_user === user.userName ||
    user.studentCode === content.student_code ||
    mayDo(user, 'studentInfo:reveal');
  const rows = await toldInfoChanges(call.services.db, content.rows, whole);
  const fields = whole ? personalIn(content.rows) : [];
  await logLook(call, { resource: 'student', key: content.student_code, own: 'studentCode', fields });
  return { rows, fileId: content.file_id, mayToggle: waiting !== null && waiting.onBehalfOf === null };
});

const toggleHandler = handler(infoCheckToggle, async ({ commandId, id }, call) => {
  await contentOf('info_check', id.split(':')[0] ?? '', call);
  return runCommand(toggleInfoChange, { id }, call, { commandId });
});

export const contentHandlers = [
  applyHandler,
  schedulesHandler,
  clashesHandler,
  detailHandler,
  rowsHandler,
  toggleHandler,
];
