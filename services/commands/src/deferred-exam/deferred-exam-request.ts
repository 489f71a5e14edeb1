import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { deferredExam, type DeferredExamRequest } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import type { applyForDeferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_TIME } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { draftRequest, type Turn } from '../approval/shared/apply-for-request.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { grantRefusal } from '../score/shared/granted-remark.ts';
import {
  loadApplicationTimes,
  windowText,
  type ApplicationTime,
} from '../score-setting/shared/application-times.facts.ts';
import { loadReason, type AttendedClass, type DeferredReason } from './deferred-exam.facts.ts';

export type DeferredExamForm = z.output<typeof applyForDeferredExam.payload>;

/** What is sent, with its attachments, for a class that the student attends. */
export interface Sending {
  readonly form: DeferredExamForm;
  readonly attended: AttendedClass;
  readonly files: readonly AttachedFile[];
  readonly turn: Turn;
}

/**
 * Everything that an application to sit an exam later asks for (SCORE-MORE-16), or why it cannot be asked: no such
 * reason, no evidence where the reason asks for it, out of time, or the sheet takes no leave of the student any more.
 */
export async function deferredExamRequestOf(
  { form, attended, files, turn }: Sending,
  context: CommandContext,
  services: CommandServices,
): Promise<DeferredExamRequest | Refused> {
  const { pool } = services;
  const [reason, times, refused] = await Promise.all([
    loadReason(pool, form.deferredReasonCode),
    loadApplicationTimes(pool, DEFERRED_EXAM_TIME, attended, context.time),
    grantRefusal(services, { ...attended, remark: scoreRemark.deferred }),
  ]);
  if (!reason) return refuseField('DEFERRED_REASON_UNKNOWN', {}, 'deferredReasonCode');
  if (refused) return atField(refused, 'teachingClassId');
  if (times !== null && !takenNow(times, reason)) return refuse('DEFERRED_CLOSED', { window: windowText(times) });
  if (reason.needFile && files.length === 0)
    return refuseField('DEFERRED_NEEDS_FILE', { reason: reason.name }, 'files');
  const { reasonText, deferredReasonCode } = form;
  const asked = { ...attended, deferredReasonCode, deferredReasonName: reason.name, reasonText };
  const application = await draftRequest(deferredExam, turn, context, services, {
    teachingClassId: attended.teachingClassId,
    units: { XSDW: attended.departmentId, KKDW: attended.openDepartmentId },
    figures: { byStudent: context.actor.studentCode !== null },
    content: contentOf(asked, files),
    business: asked,
  });
  return isRefused(application) ? application : { applyId: turn.applyId, ...asked, application };
}

/** Within a time; after the last one for reasons that come up at the exam itself. */
function takenNow(times: readonly ApplicationTime[], { allowAfterExam }: DeferredReason): boolean {
  return times.some(({ state }) => state === 'open' || (allowAfterExam && state === 'over'));
}

function atField({ refused }: Refused, field: string): Refused {
  return refuseField(refused.code, { ...refused.details }, field);
}

function contentOf(
  asked: Omit<DeferredExamRequest, 'applyId' | 'application'>,
  files: readonly AttachedFile[],
): { title: string; pieces: { label: string; value: string }[]; differences: []; files?: AttachedFile[] } {
  const { courseName, courseNum, deferredReasonName } = asked;
  return {
    title: `${studentWithNumber(asked)}：缓考“${courseName}”（${deferredReasonName}）`,
    pieces: [
      { label: '学生', value: studentWithNumber(asked) },
      { label: '班级', value: asked.studentClassName },
      { label: '课程', value: `${courseName}（${courseNum}）` },
      { label: '教学班', value: asked.teachingClassName },
      { label: '缓考原因', value: deferredReasonName },
      { label: '说明', value: asked.reasonText },
    ],
    differences: [],
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
}
