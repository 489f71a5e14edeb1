const byClass = `exists (select from base.parameter where param_code = 'XJ_BNXH' and para_value = '1')`;

/**
 * SQL: the order of the students of a teaching class, rows of `student` and `class_info`: by number, or, where the
 * school wants it (XJ_BNXH), by class and place in it (STUDENT-STATUS-19); who has no place
 * comes behind those who have.
 */
export const ROSTER_ORDER = `case when ${byClass} then class_info.ywbm end,
  case when ${byClass} then (select class_order from base.order_class placed
    where placed.student_code = student.student_code) end nulls last, student.student_number`;
