import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { ownStudyProgress, studentStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { studyProgress, type ProgressModule, type StudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { loadAskedCredits } from '@jwxt/infra/runtime/asked-credits.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { releasedScores } from '../../score-setting/shared/released-scores.read.ts';
import { readScoreRules } from '../../score-setting/shared/score-rules.read.ts';
import { currentSemester } from './course-plan.read.ts';
import {
  readPlannedCourses,
  readProgressAttempts,
  readProgressStudent,
  readTaking,
  type ProgressStudent,
} from './study-progress.read.ts';

const sumsOf = ({ required, earned, taking, missing }: StudyProgress | ProgressModule) => ({
  required: hoursText(required),
  earned: hoursText(earned),
  taking: hoursText(taking),
  missing: hoursText(missing),
});

/** 培养进度 (SCHEME-13): a student's own from the scores that are open to him alone; staff see by all. */
export const studyProgressHandlers: readonly Handler[] = [
  handler(ownStudyProgress, async (_input, call) => {
    const { db } = call.services;
    const { studentCode } = call.user;
    const student = studentCode === null ? undefined : await readProgressStudent(db, studentCode);
    if (!student) throw new Refused('PLAN_NO_STUDENT');
    const attempts = await readProgressAttempts(db, student.studentCode);
    const { shown, withheld } = await releasedScores(db, call, student.studentCode, attempts);
    return { ...(await progressOf(db, student, shown)), withheld: withheld.length > 0 };
  }),
  handler(studentStudyProgress, async ({ studentCode }, call) => {
    const { db } = call.services;
    const params = sqlParams();
    const reach = scopeCondition(call.user, call.permission, studentScope('student'), params);
    const { rowCount } = await db.query(
      `select from base.student where student.student_code = ${params.add(studentCode)} and ${reach}`,
      [...params.values],
    );
    const student = rowCount === 0 ? undefined : await readProgressStudent(db, studentCode);
    if (!student) throw new Refused('NOT_FOUND');
    const { studentNumber, studentName } = student;
    const attempts = await readProgressAttempts(db, studentCode);
    return { studentNumber, studentName, ...(await progressOf(db, student, attempts)), withheld: false };
  }),
];

/** The progress of a student by some of his attempts. */
async function progressOf(
  db: Queryable,
  student: ProgressStudent,
  attempts: Readonly<Awaited<ReturnType<typeof readProgressAttempts>>>,
) {
  const [plan, asked, rules, equivalent, semester, taking] = await Promise.all([
    readPlannedCourses(db, student),
    loadAskedCredits(db, student.planGradeMajorId),
    readScoreRules(db, student),
    loadEquivalentCourses(db),
    currentSemester(db),
    readTaking(
      db,
      student.studentCode,
      attempts.flatMap(({ teachingClassId }) => teachingClassId ?? []),
    ),
  ]);
  const progress = studyProgress({
    plan,
    attempts,
    rule: rules?.effectiveRule ?? 'ZGF',
    groupOf: equivalenceFor(equivalent, student),
    taking,
    currentSemester: semester ?? '',
    asked,
  });
  return {
    gradeMajorName: student.ownScheme ? `个人培养方案（${student.gradeMajorName}）` : student.gradeMajorName,
    ...sumsOf(progress),
    modules: progress.modules.map((module) => ({
      module: module.module,
      ...sumsOf(module),
      lines: module.lines.map(({ courseId, courseCode, courseName, credit, term, semesterId, state, reason }) => ({
        courseId,
        courseCode,
        courseName,
        credit: hoursText(credit),
        term,
        semesterId,
        state,
        reason,
      })),
    })),
  };
}
