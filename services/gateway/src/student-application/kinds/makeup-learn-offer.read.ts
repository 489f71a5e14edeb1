import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { coursesEquivalentTo } from '@jwxt/contracts/score/equivalent-courses.ts';
import { makeupLearn } from '@jwxt/contracts/student-application/kinds/makeup-learn.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import { followableClasses } from '@jwxt/infra/runtime/followable-classes.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/** This semester's classes of the courses that the student missed (SCORE-MORE-41). */
export const makeupLearnOffer: ApplicationOffer = {
  kind: makeupLearn,
  async choices({ db, studentCode }) {
    const [classes, equivalent, { rows: tried }] = await Promise.all([
      followableClasses(db, studentCode),
      loadEquivalentCourses(db),
      db.query<{ courseId: string }>(
        `select distinct course_id as "courseId" from ${attemptTable} where student_code = $1`,
        [studentCode],
      ),
    ]);
    const known = new Set(tried.map(({ courseId }) => courseId));
    return {
      followTeachingClassId: classes
        .filter(({ courseId }) => !coursesEquivalentTo(courseId, equivalent).some((each) => known.has(each)))
        .map(({ teachingClassId, teachingClassName, courseName, courseNum, teachers, planSemesterName }) => ({
          value: teachingClassId,
          label: `${courseName}（${courseNum}）${teachingClassName}`,
          note: [teachers, `计划 ${planSemesterName}`].filter(Boolean).join(' · '),
        })),
    };
  },
};
