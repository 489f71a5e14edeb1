import { recallApplication, urgeApplication } from '@jwxt/contracts/approval/application.command.ts';
import {
  applyForDeferredExam,
  deferredExamApply,
  deferredExamAudit,
  deferredExamClasses,
  deferredExamDetail,
  deferredExamQuery,
  deferredExamRecall,
  deferredExamRevoke,
  deferredExamUrge,
  revokeDeferredExam,
} from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_TIME } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { deferredExamId } from '@jwxt/infra/runtime/event-id.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { decideInScope } from '../approval/shared/decide-applications.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import {
  closedBecause,
  deferredExamItemOf,
  findDeferredExam,
  listDeferredExams,
  readOfferedClasses,
  type DeferredExamRow,
} from './deferred-exam.read.ts';
import { readApplicationWindow } from '../score-setting/shared/application-window.read.ts';
import { readReasons } from './deferred-exam-options.read.ts';

/** Scope holds for writes too: only for students whom the person could choose; a student for himself alone. */
async function inScope({ services, user }: SignedInCall, studentId: string): Promise<void> {
  const params = sqlParams();
  const student = params.add(studentId);
  const reach = scopeCondition(user, 'deferredExamApply:apply', studentScope('student'), params);
  const { rowCount } = await services.db.query(
    `select from base.student where student.student_code = ${student} and ${reach}`,
    [...params.values],
  );
  if (rowCount === 0) throw new Refused('OUT_OF_SCOPE');
}

async function seen(call: SignedInCall, applyId: string, permission?: PermissionCode): Promise<DeferredExamRow> {
  const row = await findDeferredExam(call.services.db, await viewerOf(call), applyId, permission);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  return row;
}

/** One that the caller applied for himself. */
async function ownOne(call: SignedInCall, applyId: string): Promise<void> {
  const row = await seen(call, applyId);
  if (row.applicant_user !== call.user.userName) throw new Refused('APPROVAL_NOT_FOUND');
}

export const deferredExamHandlers: readonly Handler[] = [
  handler(deferredExamApply, async ({ commandId, ...form }, call) => {
    await inScope(call, form.studentId);
    return await runCommand(applyForDeferredExam, form, call, { commandId });
  }),

  handler(deferredExamClasses, async ({ studentId: chosen }, call) => {
    const studentId = chosen ?? call.user.studentCode ?? '';
    if (studentId === '') throw invalidField('studentId', '请先选择学生再操作');
    await inScope(call, studentId);
    const { db } = call.services;
    const [classes, reasons, window] = await Promise.all([
      readOfferedClasses(db, studentId),
      readReasons(db),
      readApplicationWindow(db, DEFERRED_EXAM_TIME, call.now, '本学期成绩单提交以前随时可以申请'),
    ]);
    return {
      studentId,
      list: classes.map(({ courseId, semesterId, status, over, ...offered }) => ({
        ...offered,
        applyId: deferredExamId({ studentCode: studentId, courseId, semesterId }, over + 1),
        closed: closedBecause(status),
      })),
      reasons,
      window,
    };
  }),

  handler(deferredExamQuery, async (filter, call) => {
    const { rows, total, todo } = await listDeferredExams(call.services.db, await viewerOf(call), filter);
    return { rows: rows.map((row) => deferredExamItemOf(row, call.user.userName)), total, todo };
  }),

  handler(deferredExamDetail, async ({ id }, call) => {
    const row = await seen(call, id);
    return {
      ...deferredExamItemOf(row, call.user.userName),
      teachingClassId: row.teaching_class_id,
      reasonText: row.reason_text,
      effected: row.effected_at !== null && row.status !== businessStatus.voided,
      opinion: row.opinion,
      voidReason: row.void_reason,
    };
  }),

  handler(deferredExamAudit, async (input, call) => {
    const viewer = await viewerOf(call);
    const known = await Promise.all(
      input.keyList.map((key) => findDeferredExam(call.services.db, viewer, key, 'system:approve')),
    );
    return {
      results: await decideInScope(input, new Set(known.flatMap((row) => (row ? [row.apply_id] : []))), call),
    };
  }),

  handler(deferredExamRecall, async ({ commandId, applyId }, call) => {
    await ownOne(call, applyId);
    await runCommand(recallApplication, { applyId }, call, { commandId });
    return { applyId };
  }),

  handler(deferredExamUrge, async ({ commandId, applyId }, call) => {
    await ownOne(call, applyId);
    await runCommand(urgeApplication, { applyId, capacity: 'applicant' }, call, { commandId });
    return { applyId };
  }),

  handler(deferredExamRevoke, async ({ commandId, ...payload }, call) => {
    await seen(call, payload.applyId, 'deferredExamApply:revoke');
    return await runCommand(revokeDeferredExam, payload, call, { commandId });
  }),
];
