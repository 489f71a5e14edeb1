import { boolean, defineReadModel, int, orNull, table, text, textArray, timestamp } from '../kernel/read-model.ts';

const columns = {
  attempt_id: text(),
  student_code: text(),
  student_number: text(),
  student_name: text(),
  course_id: text(),
  course_num: text(),
  course_name: text(),
  course_credit: int(),
  semester_id: text(),
  exam_nature: text(),
  final: orNull(int()),
  final_name: text(),
  remark_code: text(),
  passed: boolean(),
  source: text(),
  /** Grade system of the value. */
  hierarchy_code: text(),
  /** The value before a cap lowered it; null: nothing was taken away. */
  raw_final: orNull(int()),
  rule_version: text(),
  teaching_class_id: orNull(text()),
  score_type: orNull(text()),
  apply_id: text(),
  open_department_id: text(),
  department_id: text(),
  bjdm: text(),
  njzydm: text(),
  /** Keys of the courses from whose scores it was recognised or made: what they earned counts here. */
  replaces: textArray(),
  recorded_at: timestamp(),
  /** Revision of the event that recorded it: the order of a student's attempts at the course. */
  revision: int(),
};

/** Every attempt of every student at a course. Which one counts is said where it is read: by the rules of his grade. */
export const attemptModel = defineReadModel({
  name: 'attempt',
  tables: {
    /** Those that count. */
    attempt: table(columns, {
      key: ['attempt_id'],
      indexes: [
        '(student_code, course_id)',
        '(semester_id, open_department_id)',
        // Who failed a course: the candidates of its retake classes.
        '(course_id) where not passed',
      ],
    }),
    /** Those that were cancelled, with why: history, which nothing counts. */
    cancelled_attempt: table(
      { ...columns, cancel_reason: text() },
      { key: ['attempt_id'], indexes: ['(student_code, course_id)'] },
    ),
    /** Recognitions under way: what the attempt will replace when it is recorded. */
    reservation: table(
      { student_code: text(), course_id: text(), apply_id: text(), replaces: textArray() },
      { key: ['student_code', 'course_id'] },
    ),
  },
});
