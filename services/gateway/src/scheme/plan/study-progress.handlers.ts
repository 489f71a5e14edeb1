import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { ownStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { studyProgress, type ProgressModule, type StudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { loadAskedCredits } from '@jwxt/infra/runtime/asked-credits.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { releasedScores } from '../../score-setting/shared/released-scores.read.ts';
import { readScoreRules } from '../../score-setting/shared/score-rules.read.ts';
import { currentSemester } from './course-plan.read.ts';
import { readPlannedCourses, readProgressAttempts, readProgressStudent, readTaking } from './study-progress.read.ts';

const sumsOf = ({ required, earned, taking, missing }: StudyProgress | ProgressModule) => ({
  required: hoursText(required),
  earned: hoursText(earned),
  taking: hoursText(taking),
  missing: hoursText(missing),
});

/** 培养进度 (SCHEME-13): reckoned from the scores that are open to the student alone. */
export const studyProgressHandlers: readonly Handler[] = [
  handler(ownStudyProgress, async (_input, call) => {
    const { db } = call.services;
    const { studentCode } = call.user;
    const student = studentCode === null ? undefined : await readProgressStudent(db, studentCode);
    if (!student) throw new Refused('PLAN_NO_STUDENT');
    const [plan, attempts, asked, rules, equivalent, semester] = await Promise.all([
      readPlannedCourses(db, student),
      readProgressAttempts(db, student.studentCode),
      loadAskedCredits(db, student.planGradeMajorId),
      readScoreRules(db, student),
      loadEquivalentCourses(db),
      currentSemester(db),
    ]);
    const { shown, withheld } = await releasedScores(db, call, student.studentCode, attempts);
    const progress = studyProgress({
      plan,
      attempts: shown,
      rule: rules?.effectiveRule ?? 'ZGF',
      groupOf: equivalenceFor(equivalent, student),
      taking: await readTaking(
        db,
        student.studentCode,
        shown.flatMap(({ teachingClassId }) => teachingClassId ?? []),
      ),
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
      withheld: withheld.length > 0,
    };
  }),
];
