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
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  readonly gradeCode: string;
}

/** The student of a code. */
export async function readProgressStudent(db: Queryable, studentCode: string): Promise<ProgressStudent | undefined> {
  const { rows } = await db.query<ProgressStudent>(
    `select student_code as "studentCode", student.njzydm as "gradeMajorId", njzymc as "gradeMajorName",
        student.njdm as "gradeCode", student.xslbdm as "studentType"
       from base.student join base.grade_major using (njzydm) where student_code = $1`,
    [studentCode],
  );
  return rows[0];
}

/** The plan of his grade-major, and what was confirmed for him alone. */
export async function readPlannedCourses(
  db: Queryable,
  { studentCode, gradeMajorId }: ProgressStudent,
): Promise<PlannedCourse[]> {
  const { rows } = await db.query<Omit<PlannedCourse, 'isRequired'> & { courseAttribute: string }>(
    `select planned.*, course.ywbm as "courseCode", course.kcmc as "courseName"
       from (select kch as "courseId", coalesce(split_part(course_system_name, '／', 1), '其他课程') as module, credit,
            term, xnxq as "semesterId", course_attribute as "courseAttribute"
          from base.execution_plan where njzydm = $1 and plan_status <> '3'
         union all
         select own.kch, coalesce(nullif(own.course_system_name, ''), '个人计划课程'), course.xf, 0, own.xnxq,
            course.kcsx
          from base.personal_course_plan own join base.course using (kch)
          where own.student_code = $2 and own.confirm_status = '1'
            and not exists (select from base.execution_plan plan where plan.njzydm = $1 and plan.kch = own.kch)) planned
       join base.course on course.kch = planned."courseId"
      order by planned."semesterId", course.ywbm`,
    [gradeMajorId, studentCode],
  );
  return rows.map(({ courseAttribute, ...course }) => ({ ...course, isRequired: isRequired({ courseAttribute }) }));
}

/** What the modules of his grade-major's version ask for, in tenths, by name; the outermost alone. */
export async function readAskedCredits(db: Queryable, gradeMajorId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ module: string; credit: number }>(
    `select distinct on (module.module_id) module.module_name as module, system.min_credit as credit
       from base.scheme_system system join base.scheme_module module using (module_id)
       join base.grade_major_requirement wanted on wanted.scheme_version_id = module.scheme_version_id
      where wanted.grade_major_id = $1 and system.classify_id is null
        and (system.grade_major_id is null or system.grade_major_id = $1)
      order by module.module_id, system.grade_major_id nulls last`,
    [gradeMajorId],
  );
  return new Map(rows.map(({ module, credit }) => [module, credit]));
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
