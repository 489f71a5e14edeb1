import { recallApplication, urgeApplication } from '@jwxt/contracts/approval/application.command.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { decideInScope } from '../approval/shared/decide-applications.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { readApplicationWindow } from '../score-setting/shared/application-window.read.ts';
import { allApplicationOffers } from './all-offers.ts';
import {
  findStudentApplication,
  listStudentApplications,
  studentApplicationItemOf,
  type StudentApplicationRow,
} from './student-application.read.ts';

/** Scope holds for writes too: only for students whom the person could choose; a student for himself alone. */
async function inScope(
  { permissions }: StudentApplicationKind,
  { services, user }: SignedInCall,
  studentId: string,
): Promise<void> {
  const params = sqlParams();
  const student = params.add(studentId);
  const reach = scopeCondition(user, permissions.apply, studentScope('student'), params);
  const { rowCount } = await services.db.query(
    `select from base.student where student.student_code = ${student} and ${reach}`,
    [...params.values],
  );
  if (rowCount === 0) throw new Refused('OUT_OF_SCOPE');
}

async function seen(
  kind: StudentApplicationKind,
  call: SignedInCall,
  applyId: string,
  permission?: PermissionCode,
): Promise<StudentApplicationRow> {
  const row = await findStudentApplication(call.services.db, kind, await viewerOf(call), applyId, permission);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  return row;
}

/** One that the caller applied for himself. */
async function ownOne(kind: StudentApplicationKind, call: SignedInCall, applyId: string): Promise<void> {
  const row = await seen(kind, call, applyId);
  if (row.applicant_user !== call.user.userName) throw new Refused('APPROVAL_NOT_FOUND');
}

/** What carries out the operations of one kind of application. */
export function studentApplicationHandlers(kind: StudentApplicationKind): Handler[] {
  const { operations, commands, permissions, timeType } = kind;
  const offer = allApplicationOffers.find((one) => one.kind.group === kind.group);
  return [
    handler(operations.apply, async ({ commandId, ...sent }, call) => {
      await inScope(kind, call, sent.studentId);
      return await runCommand(commands.apply, sent, call, { commandId });
    }),

    handler(operations.offer, async ({ studentId: chosen }, call) => {
      const studentId = chosen ?? call.user.studentCode ?? '';
      if (studentId === '') throw invalidField('studentId', '请先选择学生再操作');
      await inScope(kind, call, studentId);
      const { db } = call.services;
      const always = '本学期随时可以申请';
      const [choices, window] = await Promise.all([
        offer?.choices({ db, studentCode: studentId, now: call.now }) ?? {},
        timeType === null ? '' : readApplicationWindow(db, timeType, call.now, always),
      ]);
      return { studentId, choices, window };
    }),

    handler(operations.query, async (filter, call) => {
      const { rows, total, todo } = await listStudentApplications(call.services.db, kind, await viewerOf(call), filter);
      return { rows: rows.map((row) => studentApplicationItemOf(row, call.user.userName)), total, todo };
    }),

    handler(operations.detail, async ({ id }, call) => {
      const row = await seen(kind, call, id);
      return {
        ...studentApplicationItemOf(row, call.user.userName),
        details: row.details,
        form: row.form,
        opinion: row.opinion,
        voidReason: row.void_reason,
      };
    }),

    handler(operations.audit, async (input, call) => {
      const viewer = await viewerOf(call);
      const known = await Promise.all(
        input.keyList.map((key) => findStudentApplication(call.services.db, kind, viewer, key, 'system:approve')),
      );
      return {
        results: await decideInScope(input, new Set(known.flatMap((row) => (row ? [row.apply_id] : []))), call),
      };
    }),

    handler(operations.recall, async ({ commandId, applyId }, call) => {
      await ownOne(kind, call, applyId);
      await runCommand(recallApplication, { applyId }, call, { commandId });
      return { applyId };
    }),

    handler(operations.urge, async ({ commandId, applyId }, call) => {
      await ownOne(kind, call, applyId);
      await runCommand(urgeApplication, { applyId, capacity: 'applicant' }, call, { commandId });
      return { applyId };
    }),

    handler(operations.revoke, async ({ commandId, ...payload }, call) => {
      await seen(kind, call, payload.applyId, permissions.revoke);
      return await runCommand(commands.revoke, payload, call, { commandId });
    }),
  ];
}
