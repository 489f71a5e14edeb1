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
  readonly className: string;
  readonly gradeMajorId: string;
  /** Whose plan he follows: his grade-major's, or that of his own scheme. */
  readonly planGradeMajorId: string;
  readonly gradeMajorName: string;
  readonly ownScheme: boolean;
  /** Whether somebody confirmed courses for him alone. */
  readonly ownCourses: boolean;
  readonly gradeCode: string;
}

/** An attempt of a student, with the class in which he took the course. */
export type StudentAttempt = ProgressAttempt & {
  readonly studentCode: string;
  readonly teachingClassId: string | null;
};

/** Students of `base.student` under a condition, by number. */
export async function readProgressStudents(
  db: Queryable,
  condition: string,
  params: readonly unknown[],
): Promise<ProgressStudent[]> {
  const { rows } = await db.query<ProgressStudent>(
    `select student_code as "studentCode", student_number as "studentNumber",
        student_name as "studentName", class_info.bjmc as "className", student.njzydm as "gradeMajorId",
        planned.njzydm as "planGradeMajorId", planned.njzymc as "gradeMajorName",
        own.student_code is not null as "ownScheme",
        exists (select from base.personal_course_plan more
          where more.student_code = student.student_code and more.confirm_status = '1') as "ownCourses",
        student.njdm as "gradeCode", student.xslbdm as "studentType"
       from base.student left join base.personal_scheme own using (student_code)
       join base.grade_major planned on planned.njzydm = coalesce(own.base_grade_major_id, student.njzydm)
       left join base.class_info on class_info.bjdm = student.bjdm
      where ${condition} order by student_number`,
    [...params],
  );
  return rows;
}

/** The student of a code. */
export async function readProgressStudent(db: Queryable, studentCode: string): Promise<ProgressStudent | undefined> {
  return (await readProgressStudents(db, 'student_code = $1', [studentCode]))[0];
}

/**
 * The plans of students, by student: of the grade-major or the own scheme (SCHEME-39), and what was confirmed for one
 * alone. Who has nothing of his own shares the plan of his grade-major with the others, which is read once.
 */
export async function readPlannedCourses(
  db: Queryable,
  students: readonly ProgressStudent[],
): Promise<ReadonlyMap<string, readonly PlannedCourse[]>> {
  const first = new Map<string, string>();
  const planOf = new Map(
    students.map(({ studentCode, gradeMajorId, ownScheme, ownCourses }) => {
      if (ownScheme || ownCourses) return [studentCode, studentCode];
      if (!first.has(gradeMajorId)) first.set(gradeMajorId, studentCode);
      return [studentCode, first.get(gradeMajorId)!];
    }),
  );
  const { rows } = await db.query<Omit<PlannedCourse, 'isRequired'> & { studentCode: string; courseAttribute: string }>(
    `select planned.*, course.ywbm as "courseCode", course.kcmc as "courseName"
       from (select student_code as "studentCode", kch as "courseId",
            coalesce(split_part(course_system_name, '／', 1), '其他课程') as module, credit,
            term, xnxq as "semesterId", course_attribute as "courseAttribute"
          from base.student_plan where student_code = any($1)
         union all
         select own.student_code, own.kch, coalesce(nullif(own.course_system_name, ''), '个人计划课程'), course.xf, 0,
            own.xnxq, course.kcsx
          from base.personal_course_plan own join base.course using (kch)
          where own.student_code = any($1) and own.confirm_status = '1'
            and not exists (select from base.student_plan plan
              where plan.student_code = own.student_code and plan.kch = own.kch)) planned
       join base.course on course.kch = planned."courseId"
      order by planned."semesterId", course.ywbm`,
    [[...new Set(planOf.values())]],
  );
  const read = Map.groupBy(
    rows.map(({ courseAttribute, ...course }) => ({ ...course, isRequired: isRequired({ courseAttribute }) })),
    ({ studentCode }) => studentCode,
  );
  return new Map(students.map(({ studentCode }) => [studentCode, read.get(planOf.get(studentCode)!) ?? []]));
}

/** The plan of a grade-major as whoever is in it would follow it, for a student who is not. */
export async function readPlanOfGradeMajor(db: Queryable, gradeMajorId: string): Promise<PlannedCourse[]> {
  const { rows } = await db.query<Omit<PlannedCourse, 'isRequired'> & { courseAttribute: string }>(
    `select plan.kch as "courseId", coalesce(split_part(plan.course_system_name, '／', 1), '其他课程') as module,
        plan.credit, plan.term, plan.xnxq as "semesterId", plan.course_attribute as "courseAttribute",
        course.ywbm as "courseCode", course.kcmc as "courseName"
       from base.execution_plan plan join base.course using (kch)
      where plan.njzydm = $1 and plan.plan_status <> '3' order by plan.xnxq, course.ywbm`,
    [gradeMajorId],
  );
  return rows.map(({ courseAttribute, ...course }) => ({ ...course, isRequired: isRequired({ courseAttribute }) }));
}

/** All attempts of students that count, each student's in the order in which they were recorded. */
export async function readProgressAttempts(db: Queryable, studentCodes: readonly string[]): Promise<StudentAttempt[]> {
  const { rows } = await db.query<StudentAttempt>(
    `select student_code as "studentCode", course_id as "courseId", course_name as "courseName",
        course_credit as "courseCredit", semester_id as "semesterId", score_type as "scoreType",
        exam_nature as "examNature", final, final_name as "finalName", passed, source, replaces,
        teaching_class_id as "teachingClassId"
       from ${attemptTable} attempt where student_code = any($1) order by course_num, course_id, revision`,
    [studentCodes],
  );
  return rows;
}

/** Where students are on rosters. */
interface Taking {
  readonly studentCode: string;
  readonly courseId: string;
  readonly teachingClassId: string;
  readonly semesterId: string;
}

/** Where students are on rosters: course, class and semester. */
export async function readTaking(db: Queryable, studentCodes: readonly string[]): Promise<Taking[]> {
  const { rows } = await db.query<Taking>(
    `select roster.student_code as "studentCode", class.course_id as "courseId", teaching_class_id as "teachingClassId",
        class.semester_id as "semesterId"
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
      where roster.student_code = any($1)`,
    [studentCodes],
  );
  return rows;
}

/** The semester of a moment: the last that had begun; empty before the first. */
export async function semesterAt(db: Queryable, moment: string): Promise<string> {
  const { rows } = await db.query<{ id: string | null }>(
    `select max(xnxq) as id from base.semester where ksrq <= ($1::timestamptz at time zone 'Asia/Shanghai')::date`,
    [moment],
  );
  return rows[0]?.id ?? '';
}
