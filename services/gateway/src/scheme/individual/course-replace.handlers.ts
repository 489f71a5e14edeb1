import {
  applyForCourseReplace,
  gradeCourseReplaceApply,
  returnedGradeReplaces,
  returnedStudentReplaces,
  studentCourseReplaceApply,
} from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { requireGradeMajors } from '../plan/plan-scope.ts';
import { readReturnedReplaces } from './returned-replaces.read.ts';

/** Applying for replacements of courses (SCHEME-37, 38), each within the own scope. */
export const courseReplaceHandlers: readonly Handler[] = [
  handler(gradeCourseReplaceApply, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call.services.db, call.user, call.permission, [asked.gradeMajorId]);
    return await runCommand(applyForCourseReplace, { ...asked, studentCodes: [] }, call, { commandId });
  }),
  handler(studentCourseReplaceApply, async ({ commandId, ...asked }, call) => {
    const params = sqlParams();
    const reach = scopeCondition(call.user, call.permission, studentScope('student'), params);
    const { rowCount } = await call.services.db.query(
      `select from base.student where student_code = any(${params.add(asked.studentCodes)}) and ${reach}`,
      [...params.values],
    );
    if (rowCount !== new Set(asked.studentCodes).size) throw new Refused('OUT_OF_SCOPE');
    return await runCommand(applyForCourseReplace, { ...asked, gradeMajorId: null }, call, { commandId });
  }),
  handler(returnedGradeReplaces, async (_input, call) => ({
    list: (await readReturnedReplaces(call)).filter(({ gradeMajorId }) => gradeMajorId !== null),
  })),
  handler(returnedStudentReplaces, async (_input, call) => ({
    list: (await readReturnedReplaces(call)).filter(({ gradeMajorId }) => gradeMajorId === null),
  })),
];
