import {
  applyForRecognition,
  removeRecognition,
  revokeRecognition,
  saveRecognition,
  settleRecognition,
} from '@jwxt/contracts/recognition/recognition.command.ts';
import type { RecognitionDraftForm } from '@jwxt/contracts/recognition/recognition-draft.ts';
import {
  freeOutsideScores,
  recognisableAttempts,
  recognitionOperationsOf,
} from '@jwxt/contracts/recognition/recognition.operations.ts';
import {
  CREDIT_OVERRIDE,
  recognitionKindList,
  recognitionKinds,
  REVOKE,
  SETTLE,
  type RecognitionKind,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { approvableStatuses } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { decideInScope } from '../approval/shared/decide-applications.ts';
import { asRefused } from '../kernel/error-answer.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readApplicationWindow } from './application-window.read.ts';
import { readFreeOutsideScores } from './outside-scores.read.ts';
import { findScopedStudent, readPlanCourses } from './plan-courses.read.ts';
import { readRecognisableAttempts } from './recognisable-attempts.read.ts';
import { exportedRecognitions, findRecognitions, listRecognitions } from './recognition.read.ts';
import { readProgressEffect } from './progress-effect.ts';
import { recognitionDetailOf, recognitionItemOf } from './recognition-rows.ts';
import { recognitionWorkbook } from './recognition-workbook.ts';

/** Handlers of the calls of one kind: each holds to the kind and to the person's scope. */
function handlersOf(kind: RecognitionKind): Handler[] {
  // The three kinds' calls differ in codes, paths and what a form must have; here they are carried out alike.
  const operations = recognitionOperationsOf[kind] as (typeof recognitionOperationsOf)['system'];
  const { codes, name } = recognitionKinds[kind];

  const apply = handler(operations.apply, async ({ commandId, ...form }, call) => {
    await scopedStudent(call, codes.apply, form.studentId);
    refuseOverride(call, form.relateList);
    return await runCommand(applyForRecognition, { ...form, kind }, call, {
      commandId,
    });
  });

  const save = handler(operations.save, async ({ commandId, applyId, studentId, ...form }, call) => {
    await scopedStudent(call, codes.apply, studentId);
    refuseOverride(call, form.relateList);
    return await runCommand(saveRecognition, { kind, applyId, studentId, form }, call, {
      commandId,
    });
  });

  const batchDelete = handler(operations.batchDelete, async ({ commandId, keyList }, call) => {
    const results: Record<string, { code: string; message: string }> = {};
    for (const applyId of new Set(keyList)) {
      try {
        await runCommand(removeRecognition, { kind, applyId }, call, {
          commandId: derivedId(`${commandId}:${applyId}`),
        });
        results[applyId] = { code: SUCCESS_CODE, message: '删除成功' };
      } catch (error) {
        const { code, message } = asRefused(error as Error);
        results[applyId] = { code, message };
      }
    }
    return { results };
  });

  const query = handler(operations.query, async (filter, call) => {
    const { rows, total, todo } = await listRecognitions(call.services.db, await viewerOf(call), kind, filter);
    return { rows: rows.map((row) => recognitionItemOf(row, call.user.userName)), total, todo };
  });

  const exportExcel = exportHandler(operations.exportAuditExcel, async (filter, call) =>
    listExport(`${name}审核.xlsx`, recognitionWorkbook(kind, exportedRecognitions(await viewerOf(call), kind, filter))),
  );

  const detail = handler(operations.detail, async ({ id }, call) => {
    const [row] = await findRecognitions(call.services.db, await viewerOf(call), kind, [id]);
    if (!row) throw new Refused('APPROVAL_NOT_FOUND');
    const progress = approvableStatuses.includes(row.status)
      ? await readProgressEffect(call.services.db, row.student_code, { relateList: row.relate_list })
      : null;
    return { ...recognitionDetailOf(row, call.user.userName), progress };
  });

  const audit = handler(operations.audit, async (input, call) => {
    const known = await findRecognitions(call.services.db, await viewerOf(call), kind, input.keyList);
    return { results: await decideInScope(input, new Set(known.map((row) => row.apply_id)), call) };
  });

  const revoke = handler(operations.revoke, async ({ commandId, ...payload }, call) => {
    await inScope(call, kind, payload.applyId, REVOKE);
    return await runCommand(revokeRecognition, { ...payload, kind }, call, { commandId });
  });

  const planCourses = handler(operations.planCourses, async ({ studentId }, call) => {
    await scopedStudent(call, codes.query, studentId);
    return await readPlanCourses(call.services.db, studentId);
  });

  const effect = handler(operations.effect, async ({ studentId, relateList }, call) => {
    await scopedStudent(call, codes.query, studentId);
    return { progress: await readProgressEffect(call.services.db, studentId, { relateList }) };
  });

  const window = handler(operations.window, (_input, call) => readApplicationWindow(call.services.db, kind, call.now));

  return [apply, save, batchDelete, query, exportExcel, detail, audit, revoke, planCourses, effect, window];
}

/** Scope holds for writes too: only for students that the person could choose. */
async function scopedStudent(
  { services, user }: SignedInCall,
  permission: PermissionCode | null,
  studentId: string,
): Promise<{ njzydm: string }> {
  const student = await findScopedStudent(services.db, user, permission, studentId);
  if (!student) throw new Refused('OUT_OF_SCOPE');
  return student;
}

/** What is done about a recognition in force is done in the scope of the permission for it. */
async function inScope(
  call: SignedInCall,
  kind: RecognitionKind,
  applyId: string,
  permission: PermissionCode,
): Promise<void> {
  const [row] = await findRecognitions(call.services.db, await viewerOf(call), kind, [applyId], permission);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
}

/** A reason for fewer outside credits is the office's to give. */
function refuseOverride({ user }: SignedInCall, groups: RecognitionDraftForm['relateList']): void {
  const index = groups.findIndex(({ creditShortReason }) => creditShortReason !== '');
  if (index >= 0 && !mayDo(user, CREDIT_OVERRIDE))
    throw invalidField(`relateList.${index}.creditShortReason`, '只有教务处可以在原课程学分不足时说明理由并提交');
}

const attemptsHandler = handler(recognisableAttempts, async ({ studentId }, call) => {
  await scopedStudent(call, recognitionKinds.system.codes.apply, studentId);
  return { list: await readRecognisableAttempts(call.services.db, studentId) };
});

const outsideScoresHandler = handler(freeOutsideScores, async ({ studentId }, call) => {
  await scopedStudent(call, recognitionKinds.outSchool.codes.apply, studentId);
  return { list: await readFreeOutsideScores(call.services.db, studentId) };
});

const settleHandler = handler(recognitionOperationsOf.system.settle, async ({ commandId, ...payload }, call) => {
  await inScope(call, 'system', payload.applyId, SETTLE);
  return await runCommand(settleRecognition, { ...payload, kind: 'system' }, call, { commandId });
});

export const recognitionHandlers: readonly Handler[] = [
  ...recognitionKindList.flatMap(handlersOf),
  attemptsHandler,
  outsideScoresHandler,
  settleHandler,
];
