import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { rebuildMode, rebuildModeNames } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { rebuildFee, type RebuildExpense } from '@jwxt/contracts/score-setting/rebuild-expense.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { readRebuildExpenses } from '@jwxt/infra/runtime/rebuild-expense.ts';
import { readOwedCourses, type OwedCourse } from '../../makeup/shared/owed-courses.read.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

/** The courses that a student may take again now, with the score that stands and the fee of each mode. */
export const rebuildSignUpOffer: ApplicationOffer = {
  kind: rebuildSignUpResult,
  async choices({ db, studentCode }) {
    const [expenses, courses] = await Promise.all([readRebuildExpenses(db), readOwedCourses(db, studentCode)]);
    return {
      courseId: courses.map((course) => ({
        value: course.courseId,
        label: `${course.courseName}（${course.courseNum}）`,
        note: noteOf(course, expenses),
        closed: course.closed,
      })),
    };
  },
};

function noteOf(course: OwedCourse, expenses: readonly RebuildExpense[]): string {
  const { credit, courseNature, semesterId, times, finalName } = course;
  const fees = Object.values(rebuildMode).map((mode) => {
    const cents = rebuildFee(expenses, { semesterId, courseNature, rebuildMode: mode, credit, times });
    return `${rebuildModeNames[mode]}${cents === 0 ? '免费' : ` ${formatDecimal(cents, 2, 2)} 元`}`;
  });
  return `${formatDecimal(credit, 1, 1)} 学分，原成绩 ${finalName}，${fees.join('，')}`;
}
