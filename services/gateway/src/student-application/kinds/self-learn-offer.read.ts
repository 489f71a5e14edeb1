import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { REBUILD_SOURCE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { selfLearn, whyToAttend, type CourseToAttend } from '@jwxt/contracts/student-application/kinds/self-learn.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

interface Attended extends CourseToAttend {
  readonly value: string;
  readonly label: string;
  readonly listSource: string;
  readonly handedIn: boolean;
}

/** The student's classes of the current semester (SCORE-MORE-42). The average is asked about when it is sent. */
export const selfLearnOffer: ApplicationOffer = {
  kind: selfLearn,
  async choices({ db, studentCode }) {
    const { rows } = await db.query<Attended>(
      `select class.teaching_class_id as value, course.kcmc || '（' || course.ywbm || '）' as label,
          course.kcsx, course.kcxz, course.kclb, course.kcbj, department.dwmc as "openDepartmentName",
          roster.list_source as "listSource", coalesce(sheet.sheet_status in ('3', '4'), false) as "handedIn"
         from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
         join base.semester on semester.xnxq = class.semester_id and semester.sfdqxq = '1'
         join base.course on course.kch = class.course_id
         join base.department on department.dwh = class.open_department_id
         left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.1'
        where roster.student_code = $1 and class.class_kind = '1' order by course.ywbm`,
      [studentCode],
    );
    return {
      teachingClassId: rows.map(({ value, label, listSource, handedIn, ...course }) => ({
        value,
        label,
        ...(listSource === REBUILD_SOURCE ? { note: REBUILD_SOURCE } : {}),
        closed: handedIn ? '成绩单已提交审核' : whyToAttend(course),
      })),
    };
  },
};
