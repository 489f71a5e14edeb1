import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PlannedCourse, ProgressAttempt } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { isRequired } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import type { StoredStreams } from '../../kernel/stored-streams.ts';
import { pastAttempts } from '../../score-card/shared/past-attempts.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const streamTable = readModelTable(scoreLedgerModel, 'stream');
/** A row of a plan: its module and class, as the plan names them. */
const placeSql = `coalesce(split_part(course_system_name, '／', 1), '其他课程') as module,
  coalesce(split_part(course_system_name, '／', 2), '') as "className"`;

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
    prepared(
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
      params,
    ),
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
    prepared(
      `select planned.*, course.ywbm as "courseCode", course.kcmc as "courseName"
       from (select student_code as "studentCode", kch as "courseId",
            ${placeSql}, credit, term, xnxq as "semesterId", course_attribute as "courseAttribute"
          from base.student_plan where student_code = any($1)
         union all
         select own.student_code, own.kch,
            coalesce(nullif(split_part(own.course_system_name, '／', 1), ''), '个人计划课程'),
            coalesce(split_part(own.course_system_name, '／', 2), ''), course.xf, 0,
            own.xnxq, course.kcsx
          from base.personal_course_plan own join base.course using (kch)
          where own.student_code = any($1) and own.confirm_status = '1'
            and not exists (select from base.student_plan plan
              where plan.student_code = own.student_code and plan.kch = own.kch)) planned
       join base.course on course.kch = planned."courseId"
      order by planned."semesterId", course.ywbm`,
      [[...new Set(planOf.values())]],
    ),
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
    `select plan.kch as "courseId", ${placeSql},
        plan.credit, plan.term, plan.xnxq as "semesterId", plan.course_attribute as "courseAttribute",
        course.ywbm as "courseCode", course.kcmc as "courseName"
       from base.execution_plan plan join base.course using (kch)
      where plan.njzydm = $1 and plan.plan_status <> '3' order by plan.xnxq, course.ywbm`,
    [gradeMajorId],
  );
  return rows.map(({ courseAttribute, ...course }) => ({ ...course, isRequired: isRequired({ courseAttribute }) }));
}

const attemptColumns = `attempt.student_code as "studentCode", attempt.course_id as "courseId",
    course_name as "courseName", course_credit as "courseCredit", semester_id as "semesterId",
    score_type as "scoreType", exam_nature as "examNature", final, final_name as "finalName", passed, source, replaces,
    teaching_class_id as "teachingClassId", course.kcxz as "courseNature", course.kcsx as "courseAttribute"`;

/** All attempts of students that count, each student's in the order in which they were recorded. */
export async function readProgressAttempts(db: Queryable, studentCodes: readonly string[]): Promise<StudentAttempt[]> {
  const { rows } = await db.query<StudentAttempt>(
    prepared(
      `select ${attemptColumns} from ${attemptTable} attempt left join base.course on course.kch = attempt.course_id
        where student_code = any($1) order by course_num, course_id, revision`,
      [studentCodes],
    ),
  );
  return rows;
}

/**
 * The attempts of students that counted at a moment (ISO instant), without those that were cancelled by then. What
 * nothing has happened to since stands in the read model; the event store is asked for the others alone.
 */
export async function readAttemptsAt(
  { db, storedStreams }: { readonly db: Queryable; readonly storedStreams: StoredStreams },
  studentCodes: readonly string[],
  moment: string,
): Promise<StudentAttempt[]> {
  const [{ rows: same }, { rows: changed }] = await Promise.all([
    db.query<StudentAttempt>(
      prepared(
        `select ${attemptColumns} from ${attemptTable} attempt
           join ${streamTable} ledger on ledger.student_code = attempt.student_code
            and ledger.course_id = attempt.course_id and ledger.kind = 'attempts' and ledger.last_at <= $2
           left join base.course on course.kch = attempt.course_id
          where attempt.student_code = any($1) order by course_num, attempt.course_id, revision`,
        [studentCodes, moment],
      ),
    ),
    db.query<{ studentCode: string; stream: string; courseNature: string | null; courseAttribute: string | null }>(
      prepared(
        `select student_code as "studentCode", stream, kcxz as "courseNature", kcsx as "courseAttribute"
           from ${streamTable} ledger left join base.course on course.kch = ledger.course_id
          where student_code = any($1) and kind = 'attempts' and first_at <= $2 and last_at > $2`,
        [studentCodes, moment],
      ),
    ),
  ]);
  const kindOf = new Map(changed.map((each) => [each.stream, each]));
  const past = await pastAttempts(storedStreams, [...kindOf.keys()], moment);
  return [
    ...same,
    ...past
      .filter(({ cancelReason }) => cancelReason === undefined)
      .map((attempt): StudentAttempt => {
        const { courseNature = null, courseAttribute = null } =
          kindOf.get(attemptsStream(attempt.studentCode, attempt.courseId)) ?? {};
        return { ...attempt, courseNature, courseAttribute };
      }),
  ];
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
    prepared(
      `select roster.student_code as "studentCode", class.course_id as "courseId",
          teaching_class_id as "teachingClassId", class.semester_id as "semesterId"
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
      where roster.student_code = any($1)`,
      [studentCodes],
    ),
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

/** Choices offered at a time. */
const OFFERED = 50;
type Offered = { readonly code: string; readonly name: string; readonly number: string };
type Search = { readonly keyword?: string | undefined; readonly code?: string | undefined };

/** Grade-majors that a condition on `major` finds, by any part of code or name, that of `code` first. */
async function offer(db: Queryable, condition: string, params: SqlParams, search: Search): Promise<Offered[]> {
  const [text, known] = [params.add(containing(search.keyword ?? '')), params.add(search.code ?? '')];
  const { rows } = await db.query<Offered>(
    `select njzydm as code, njzymc as name, njzydm as number from base.grade_major major
      where ${condition} and (njzymc ilike ${text} or njzydm ilike ${text} or njzydm = ${known})
      order by (njzydm = ${known}) desc, njdm desc, njzydm limit ${String(OFFERED)}`,
    [...params.values],
  );
  return rows;
}

/** Grade-majors with students whom a condition on `student` reaches. */
export async function offerMajorsOfStudents(
  db: Queryable,
  reach: string,
  params: SqlParams,
  search: Search,
): Promise<Offered[]> {
  return await offer(
    db,
    `exists (select from base.student where student.njzydm = major.njzydm and ${reach})`,
    params,
    search,
  );
}

/** Other grade-majors of a student's grade and kind of study that have a plan: what he may think of changing to. */
export async function offerOtherMajors(
  db: Queryable,
  { gradeMajorId, gradeCode }: ProgressStudent,
  search: Search,
): Promise<Offered[]> {
  const params = sqlParams();
  const own = params.add(gradeMajorId);
  return await offer(
    db,
    `major.sfqy = '1' and major.njzydm <> ${own} and major.njdm = ${params.add(gradeCode)}
      and major.xslbdm is not distinct from (select xslbdm from base.grade_major where njzydm = ${own})
      and exists (select from base.execution_plan plan where plan.njzydm = major.njzydm and plan.plan_status <> '3')`,
    params,
    search,
  );
}
