import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { upgradeVersionApply } from '@jwxt/contracts/student-application/kinds/upgrade-version-apply.ts';
import type { OfferedChoice } from '@jwxt/contracts/student-application/student-application-kind.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/** The courses in use that have replaced one the student has passed (SCORE-MORE-43). */
export const upgradeVersionOffer: ApplicationOffer = {
  kind: upgradeVersionApply,
  async choices({ db, studentCode }) {
    const { rows } = await db.query<OfferedChoice>(
      `select course.kch as value, course.kcmc || '（' || course.ywbm || '）' as label,
          '原课程 ' || old.kcmc || '（' || old.ywbm || '）' as note,
          case when exists (select from ${attemptTable} known where known.student_code = $1
            and known.course_id = course.kch and known.passed) then '已及格' end as closed
         from base.course join base.course old on old.kch = course.gbkch
        where course.sfqy = '1' and exists (select from ${attemptTable} earned
          where earned.student_code = $1 and earned.course_id = old.kch and earned.passed)
        order by course.ywbm`,
      [studentCode],
    );
    return { newCourseId: rows };
  },
};
