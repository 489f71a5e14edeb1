import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { coursesEquivalentTo } from '@jwxt/contracts/score/equivalent-courses.ts';
import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { makeupLearn } from '@jwxt/contracts/student-application/kinds/makeup-learn.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import { followableClasses } from '@jwxt/infra/runtime/followable-classes.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');
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
    const { rows: sheets } = await db.query<{ teachingClassId: string }>(
      `select teaching_class_id as "teachingClassId" from ${sheetTable}
        where sheet_id = any($1) and sheet_status in ('3', '4')`,
      [classes.map(({ teachingClassId }) => sheetId(teachingClassId, scoreType.regular))],
    );
    const handedIn = new Set(sheets.map(({ teachingClassId }) => teachingClassId));
    const known = new Set(tried.map(({ courseId }) => courseId));
    return {
      followTeachingClassId: classes
        .filter(({ courseId }) => !coursesEquivalentTo(courseId, equivalent).some((each) => known.has(each)))
        .map(({ teachingClassId, teachingClassName, courseName, courseNum, teachers, planSemesterName }) => ({
          value: teachingClassId,
          label: `${courseName}（${courseNum}）${teachingClassName}`,
          note: [teachers, `计划 ${planSemesterName}`].filter(Boolean).join(' · '),
          closed: handedIn.has(teachingClassId) ? '成绩单已提交审核' : null,
        })),
    };
  },
};
