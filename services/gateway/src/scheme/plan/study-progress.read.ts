import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PlannedCourse, ProgressAttempt } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { isRequired } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/** A student as his progress needs him. */
export interface ProgressStudent extends RuledStudent {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly gradeMajorId: string;
  /** Whose plan he follows: his grade-major's, or that of his own scheme. */
  readonly planGradeMajorId: string;
  readonly gradeMajorName: string;
  readonly ownScheme: boolean;
  readonly gradeCode: string;
}

/** The student of a code. */
export async function readProgressStudent(db: Queryable, studentCode: string): Promise<ProgressStudent | undefined> {
  const { rows } = await db.query<ProgressStudent>(
    `select student_code as "studentCode", student_number as "studentNumber",
        student_name as "studentName", student.njzydm as "gradeMajorId",
        planned.njzydm as "planGradeMajorId", planned.njzymc as "gradeMajorName",
        own.student_code is not null as "ownScheme", student.njdm as "gradeCode", student.xslbdm as "studentType"
       from base.student left join base.personal_scheme own using (student_code)
       join base.grade_major planned on planned.njzydm = coalesce(own.base_grade_major_id, student.njzydm)
      where student_code = $1`,
    [studentCode],
  );
  return rows[0];
}

/** The plan of his grade-major or his own scheme (SCHEME-39), and what was confirmed for him alone. */
export async function readPlannedCourses(db: Queryable, { studentCode }: ProgressStudent): Promise<PlannedCourse[]> {
  const { rows } = await db.query<Omit<PlannedCourse, 'isRequired'> & { courseAttribute: string }>(
    `select planned.*, course.ywbm as "courseCode", course.kcmc as "courseName"
       from (select kch as "courseId", coalesce(split_part(course_system_name, '／', 1), '其他课程') as module, credit,
            term, xnxq as "semesterId", course_attribute as "courseAttribute"
          from base.student_plan where student_code = $1
         union all
         select own.kch, coalesce(nullif(own.course_system_name, ''), '个人计划课程'), course.xf, 0, own.xnxq,
            course.kcsx
          from base.personal_course_plan own join base.course using (kch)
          where own.student_code = $1 and own.confirm_status = '1'
            and not exists (select from base.student_plan plan
              where plan.student_code = $1 and plan.kch = own.kch)) planned
       join base.course on course.kch = planned."courseId"
      order by planned."semesterId", course.ywbm`,
    [studentCode],
  );
  return rows.map(({ courseAttribute, ...course }) => ({ ...course, isRequired: isRequired({ courseAttribute }) }));
}

/** All attempts of a student that count, in the order in which they were recorded. */
export async function readProgressAttempts(
  db: Queryable,
  studentCode: string,
): Promise<(ProgressAttempt & { teachingClassId: string | null })[]> {
  const { rows } = await db.query<ProgressAttempt & { teachingClassId: string | null }>(
    `select course_id as "courseId", course_name as "courseName", course_credit as "courseCredit",
        semester_id as "semesterId", score_type as "scoreType", exam_nature as "examNature", final,
        final_name as "finalName", passed, source, replaces, teaching_class_id as "teachingClassId"
       from ${attemptTable} attempt where student_code = $1 order by course_num, course_id, revision`,
    [studentCode],
  );
  return rows;
}

/** Courses of the classes that he is in and has no open score of. */
export async function readTaking(
  db: Queryable,
  studentCode: string,
  scored: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ courseId: string }>(
    `select distinct class.course_id as "courseId" from base.teaching_class_student roster
       join base.teaching_class class using (teaching_class_id)
      where roster.student_code = $1 and class.teaching_class_id <> all($2)`,
    [studentCode, scored],
  );
  return new Set(rows.map(({ courseId }) => courseId));
}
