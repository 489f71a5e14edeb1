import {
  labelHolders,
  type LabelHolder,
  type labelHolderSorts,
} from '@jwxt/contracts/student-status/file/label.operations.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { handler } from '../../kernel/handler.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { byPinyin, sortedOrder } from '../../kernel/sorted-by.ts';
import { sqlParams } from '../../kernel/sql-params.ts';

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof labelHolderSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  studentName: byPinyin('student.student_name'),
  administrativeClassName: byPinyin('class_info.bjmc'),
  beginDate: 'held.begin_date',
  endDate: 'held.end_date',
  byRule: 'held.by_rule',
};

/** STUDENT-STATUS-18: who holds a label. */
export const labelHandlers = [
  handler(labelHolders, async ({ labelId, sort, pageNo, pageSize }, { services, user, permission }) => {
    const params = sqlParams();
    const where = scopeCondition(user, permission, studentScope('student'), params);
    const { rows } = await services.db.query<LabelHolder & { n: number }>(
      `select student.student_code as "studentCode", student.student_number as "studentNumber",
          student.student_name as "studentName", class_info.bjmc as "administrativeClassName",
          held.begin_date::text as "beginDate", held.end_date::text as "endDate", held.by_rule as "byRule",
          count(*) over ()::int as n
         from base.student_label_holder held join base.student using (student_code)
         join base.class_info on class_info.bjdm = student.bjdm
        where held.label_id = ${params.add(labelId)} and ${where}
        order by ${sortedOrder(sort, sortExpressions, 'student.student_number')}
        limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    );
    return { rows: rows.map(({ n: _n, ...row }) => row), total: rows[0]?.n ?? 0 };
  }),
];
