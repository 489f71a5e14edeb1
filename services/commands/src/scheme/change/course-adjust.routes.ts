import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { courseAdjust, type CourseAdjustRequest } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import {
  deleteCourseAdjust,
  insertCourseAdjust,
  submitCourseAdjust,
  updateCourseAdjust,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { changesHoursOnly } from '@jwxt/contracts/scheme/change/course-adjust.rules.ts';
import { COURSE_ADJUST_FILES, courseAdjustTypeNames } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { planChangesText, readPlanNames } from '@jwxt/infra/runtime/plan-words.ts';
import { frozenChange } from '@jwxt/infra/runtime/plan-rows.ts';
import { applyForRequest, draftRequest, type Turn } from '../../approval/shared/apply-for-request.ts';
import { bindingFiles } from '../../file/shared/attached-files.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import {
  defineRoute,
  type CommandDone,
  type CommandRoute,
  type CommandServices,
  type FileRule,
} from '../../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { courseAdjustDecider } from './course-adjust.decider.ts';
import {
  deleteAdjust,
  formOf,
  insertAdjust,
  judgedAdjust,
  keepAdjust,
  loadOwnAdjust,
  updateAdjust,
} from './course-adjust-drafts.ts';

/** Applications to change plans are written, sent and taken away (SCHEME-32). */
export const courseAdjustRoutes: readonly CommandRoute[] = [
  defineRoute(insertCourseAdjust, (form, context, { pool }) =>
    applyOnce(pool, context, (client) => insertAdjust(client, context, form)),
  ),
  defineRoute(updateCourseAdjust, (form, context, services) =>
    applyOnce(services.pool, context, (client) => updateAdjust(client, context, form, services)),
  ),
  defineRoute(deleteCourseAdjust, (form, context, services) =>
    applyOnce(services.pool, context, (client) => deleteAdjust(client, context, form, services)),
  ),
  defineRoute(submitCourseAdjust, async ({ applyId }, context, services) => {
    const done = await bindingFiles(
      services.pool,
      { businessTable: COURSE_ADJUST_FILES, businessId: applyId, uploader: context.actor.userName },
      (files) => submit(applyId, files, context, services),
    );
    // At once, so that lists show it; a policy does it where this does not come to pass.
    if (!isRefused(done)) await keepAdjust(services, applyId);
    return done;
  }),
];

/** Attachments are changed while nothing is sent, or what was sent came back. */
export const courseAdjustFileRule: FileRule = {
  businessTable: COURSE_ADJUST_FILES,
  async refuses({ businessId, services }) {
    const { state } = await services.handler.read(courseAdjust.streamOf(businessId), courseAdjust.streams);
    return state.status === 'none' || mayOpenAgain(state.status) ? null : refuse('FILE_LOCKED');
  },
};

async function submit(
  applyId: string,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  return applyForRequest(
    {
      kind: courseAdjust,
      decider: courseAdjustDecider,
      notEditable: 'COURSE_ADJUST_NOT_EDITABLE',
      rowId: applyId,
      requestOf: (turn) => requestOf(turn, files, context, services),
    },
    context,
    services,
  );
}

async function requestOf(
  turn: Turn,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CourseAdjustRequest | Refused> {
  const kept = await loadOwnAdjust(services.pool, turn.applyId, context);
  if (isRefused(kept)) return kept;
  const judged = await judgedAdjust(services.pool, formOf(kept));
  if (isRefused(judged)) return judged;
  const { adjustType, adjustReason } = kept;
  const { gradeMajorId, gradeMajorName, departmentId, departmentName } = judged.gradeMajor;
  const changes = judged.facts.changes.map(frozenChange);
  const { creditDiff } = judged;
  const names = await readPlanNames(services.pool);
  const kind = courseAdjustTypeNames[adjustType];
  const courses = changes.map(({ before, after }) => (before ?? after)?.courseName ?? '').join(' → ');
  const application = await draftRequest(courseAdjust, turn, context, services, {
    units: { KKDW: departmentId },
    figures: { creditChanged: creditDiff !== 0 },
    content: {
      title: `${gradeMajorName}${kind}课程：${courses}`,
      pieces: [
        { label: '年级专业', value: gradeMajorName },
        { label: '调整类型', value: kind },
        { label: '课程', value: courses },
        { label: '调整内容', value: planChangesText(changes, names).slice(0, 1000) },
        { label: '学分变化', value: signed(creditDiff) },
        ...judged.facts.effects.map(({ name, before, after }) => ({
          label: name,
          value: `${hoursText(before)} → ${hoursText(after)}学分`,
        })),
        { label: '原因', value: adjustReason },
      ],
      differences: [],
      ...(files.length === 0 ? {} : { files: [...files] }),
    },
    business: changes,
  });
  if (isRefused(application)) return application;
  return {
    applyId: turn.applyId,
    gradeMajorId,
    gradeMajorName,
    departmentId,
    departmentName,
    adjustType,
    changes,
    creditDiff,
    hoursOnly: changesHoursOnly(changes),
    adjustReason,
    application,
  };
}

const signed = (tenths: number): string => `${tenths > 0 ? '+' : ''}${hoursText(tenths)}`;
