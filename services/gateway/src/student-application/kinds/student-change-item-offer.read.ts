import { itemProblem } from '@jwxt/contracts/scheme/plan/special-item.rules.ts';
import { CHANGE_ITEM_DAYS, studentChangeItem } from '@jwxt/contracts/student-application/kinds/student-change-item.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

interface OfferedItem {
  readonly value: string;
  readonly label: string;
  readonly note: string;
  readonly taken: boolean;
  readonly early: boolean;
  readonly capacity: number | null;
  readonly studentNum: number;
  readonly sexLimit: string | null;
  readonly sex: string;
}

/** The items that the student has in semesters that are not over, and the others of their courses (SCHEME-35). */
export const studentChangeItemOffer: ApplicationOffer = {
  kind: studentChangeItem,
  async choices({ db, studentCode, now }) {
    const { rows } = await db.query<OfferedItem>(
      `select item.special_item_id as value, item.item_name || '（' || course.kcmc || '）' as label,
          coalesce(semester.xnxqmc, item.semester_id) as note, item.special_item_id = own.special_item_id as taken,
          coalesce($2::timestamptz < (semester.ksrq + $3::int)::timestamptz, true) as early,
          item.capacity, item.student_num as "studentNum", item.sex_limit as "sexLimit", student.xbm as sex
         from base.special_item_student own join base.student using (student_code)
         join base.special_item item on item.course_id = own.course_id and item.semester_id = own.semester_id
         join base.course on course.kch = item.course_id
         left join base.semester on semester.xnxq = item.semester_id
        where own.student_code = $1 and coalesce(semester.jsrq >= $2::timestamptz::date, true)
        order by item.semester_id desc, course.ywbm, item.item_name`,
      [studentCode, now, CHANGE_ITEM_DAYS],
    );
    const choice = ({ value, label, note }: OfferedItem, closed: string | null) => ({ value, label, note, closed });
    return {
      oldItemId: rows
        .filter(({ taken }) => taken)
        .map((item) => choice(item, item.early ? null : '学期第 3 周以后不再变更')),
      newItemId: rows.filter(({ taken }) => !taken).map((item) => choice(item, itemProblem(item, item.sex))),
    };
  },
};
