import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const cancelledTable = readModelTable(attemptModel, 'cancelled_attempt');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/** A student as cards and transcripts name one; English names are empty where there are none. */
export interface CardStudent {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly pinyin: string;
  readonly departmentName: string;
  readonly gradeMajorName: string;
  readonly departmentEnglishName: string;
  readonly majorEnglishName: string;
  readonly administrativeClassName: string;
  readonly gradeName: string;
  readonly statusName: string;
  readonly gradeCode: string;
  readonly gradeMajorId: string;
  readonly studentType: string;
}

/** An attempt with when it was recorded, in that order within its course. */
export type KnownAttempt = Pick<
  Attempt,
  | 'attemptId'
  | 'courseId'
  | 'courseNum'
  | 'courseName'
  | 'courseCredit'
  | 'semesterId'
  | 'examNature'
  | 'final'
  | 'finalName'
  | 'scoreRemarkCode'
  | 'passed'
  | 'source'
  | 'ruleVersion'
  | 'scoreHierarchyCode'
  | 'rawFinal'
  | 'teachingClassId'
  | 'scoreType'
  | 'applyId'
> & {
  /** Keys of the courses from whose scores it was recognised. */
  readonly replaces: readonly string[];
  readonly recordedAt: Date;
  /** Why it counts no more; only of those that were cancelled. */
  readonly cancelReason?: string;
};

/** What base data says of a course today. */
export interface CourseFacts {
  readonly courseEnglishName: string;
  readonly courseAttribute: string;
  readonly courseNature: string;
}

const studentColumns = `student.student_code as "studentCode", student.student_number as "studentNumber",
  student.student_name as "studentName", coalesce(student.xmpy, '') as pinyin, department.dwmc as "departmentName",
  grade_major.njzymc as "gradeMajorName",
  coalesce(department.dwywmc, '') as "departmentEnglishName", coalesce(major.zyywmc, '') as "majorEnglishName",
  class_info.bjmc as "administrativeClassName", grade.njmc as "gradeName", coalesce(entry.mc,
    student.dqztm) as "statusName",
  student.njdm as "gradeCode", student.njzydm as "gradeMajorId", student.xslbdm as "studentType"`;
const studentTables = `base.student join base.department on department.dwh = student.dwh
  join base.grade_major on grade_major.njzydm = student.njzydm join base.major on major.zydm = grade_major.zydm
  join base.class_info on class_info.bjdm = student.bjdm join base.grade on grade.njdm = student.njdm
  left join base.data_dict entry on entry.dmlb = 'XTGL_XSDQZT' and entry.dm = student.dqztm`;

/** The student, when the person may see him under the permission; null otherwise. */
export async function readCardStudent(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  studentCode: string,
): Promise<CardStudent | null> {
  const params = sqlParams();
  const { rows } = await db.query<CardStudent>(
    `select ${studentColumns} from ${studentTables}
      where student.student_code = ${params.add(studentCode)}
        and ${scopeCondition(user, permission, studentScope('student'), params)}`,
    [...params.values],
  );
  return rows[0] ?? null;
}

/** The student whom a printed transcript is about, whoever asks. */
export async function readPrintedStudent(db: Queryable, studentCode: string): Promise<CardStudent | null> {
  const { rows } = await db.query<CardStudent>(
    prepared(`select ${studentColumns} from ${studentTables} where student.student_code = $1`, [studentCode]),
  );
  return rows[0] ?? null;
}

const attemptColumns = `attempt.attempt_id as "attemptId", attempt.course_id as "courseId",
  attempt.course_num as "courseNum",
  attempt.course_name as "courseName", attempt.course_credit as "courseCredit",
  attempt.semester_id as "semesterId",
  attempt.exam_nature as "examNature", attempt.final, attempt.final_name as "finalName",
  attempt.remark_code as "scoreRemarkCode",
  attempt.passed, attempt.source, attempt.rule_version as "ruleVersion",
  attempt.hierarchy_code as "scoreHierarchyCode",
  attempt.raw_final as "rawFinal", attempt.teaching_class_id as "teachingClassId",
  attempt.score_type as "scoreType", attempt.apply_id as "applyId", attempt.replaces,
  attempt.recorded_at as "recordedAt"`;
const attemptOrder = 'attempt.course_num, attempt.course_id, attempt.revision';

/** Every attempt of a student that counts, as published now. */
export async function readAttempts(db: Queryable, studentCode: string): Promise<KnownAttempt[]> {
  const { rows } = await db.query<KnownAttempt>(
    prepared(
      `select ${attemptColumns} from ${attemptTable} attempt where attempt.student_code = $1 order by ${attemptOrder}`,
      [studentCode],
    ),
  );
  return rows;
}

/** The attempts of a student that were cancelled (SCORE-MORE-39). */
export async function readCancelled(db: Queryable, studentCode: string): Promise<KnownAttempt[]> {
  const { rows } = await db.query<KnownAttempt>(
    prepared(
      `select ${attemptColumns}, attempt.cancel_reason as "cancelReason" from ${cancelledTable} attempt
        where attempt.student_code = $1 order by ${attemptOrder}`,
      [studentCode],
    ),
  );
  return rows;
}

/** Place in the log up to which the attempts are read, `commit/prepare`: what is read afterwards is at least as new. */
export async function readDataVersion(db: Queryable): Promise<string> {
  const {
    rows: [row],
  } = await db.query<{ commit: string; prepare: string }>(
    prepared(
      `select commit_position::text as commit, prepare_position::text as prepare from projection.read_model
        where name = 'attempt' and status = 'serving'`,
      [],
    ),
  );
  return row ? `${row.commit}/${row.prepare}` : '';
}

/** Attribute, nature and English name of courses, by their key. */
export async function readCourseFacts(
  db: Queryable,
  courseIds: readonly string[],
): Promise<ReadonlyMap<string, CourseFacts>> {
  const { rows } = await db.query<CourseFacts & { courseId: string }>(
    prepared(
      `select kch as "courseId", coalesce(kcywmc, '') as "courseEnglishName", kcsx as "courseAttribute",
          kcxz as "courseNature"
        from base.course where kch = any($1)`,
      [courseIds],
    ),
  );
  return new Map(rows.map((row) => [row.courseId, row]));
}

/** Names of codes by dictionary (`XTGL_KSXZ 01`), and of semesters by their key. */
export async function readNames(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ key: string; name: string }>(
    prepared(
      `select dmlb || ' ' || dm as key, mc as name from base.data_dict
        where dmlb in ('XTGL_KSXZ', 'XTGL_KCSXDMJ', 'XTGL_KCXZDMJ', 'CJ_CJLY') union all select xnxq, xnxqmc
        from base.semester`,
      [],
    ),
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** A class that the student is in and has no published score of. Credits are tenths. */
export interface CourseInProgress {
  readonly teachingClassId: string;
  readonly teachingClassName: string;
  readonly semesterId: string;
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly courseCredit: number;
  readonly courseAttribute: string;
  readonly sheetStatus: string | null;
  readonly listSource: string;
}

/** Classes whose scores are not among those known, newest semester first. */
export async function readInProgress(
  db: Queryable,
  studentCode: string,
  known: readonly Pick<KnownAttempt, 'teachingClassId'>[],
): Promise<CourseInProgress[]> {
  const { rows } = await db.query<CourseInProgress>(
    prepared(
      `select class.teaching_class_id as "teachingClassId", class.teaching_class_name as "teachingClassName",
          class.semester_id as "semesterId", course.kch as "courseId", course.ywbm as "courseNum",
            course.kcmc as "courseName",
          course.xf as "courseCredit",
            course.kcsx as "courseAttribute", (select max(sheet.sheet_status) from ${sheetTable} sheet
              where sheet.teaching_class_id = class.teaching_class_id) as "sheetStatus",
                roster.list_source as "listSource"
       from base.teaching_class_student roster join base.teaching_class class
         on class.teaching_class_id = roster.teaching_class_id
       join base.course on course.kch = class.course_id
      where roster.student_code = $1 and class.teaching_class_id <> all($2)
      order by class.semester_id desc, course.ywbm`,
      [studentCode, known.flatMap(({ teachingClassId }) => teachingClassId ?? [])],
    ),
  );
  return rows;
}

/** A score outside a class. Credits are tenths, values hundredths. */
export interface ExtraScore {
  readonly studentExtraScoreId: string;
  readonly semesterId: string;
  readonly extraName: string;
  readonly credit: number;
  readonly scoreValue: number | null;
  readonly gradeName: string | null;
  readonly scoreRemarkCode: string;
  readonly source: string;
  readonly inTranscript: YesNo;
}

/** Scores outside a class (SCORE-MORE-38). */
export async function readExtraScores(db: Queryable, studentCode: string): Promise<ExtraScore[]> {
  const { rows } = await db.query<ExtraScore>(
    prepared(
      `select student_extra_score.student_extra_score_id as "studentExtraScoreId",
        student_extra_score.semester_id as "semesterId",
          student_extra_score.extra_name as "extraName", student_extra_score.credit,
            student_extra_score.score_value as "scoreValue", band.score_value_name as "gradeName",
            student_extra_score.score_remark_code as "scoreRemarkCode", student_extra_score.source_type as source,
              student_extra_score.in_transcript as "inTranscript"
       from base.student_extra_score
       left join base.score_value band on band.score_hierarchy_code = student_extra_score.score_hierarchy_code
         and student_extra_score.score_value between band.score_percentile_min_value and band.score_percentile_max_value
      where student_extra_score.student_code = $1
       order by student_extra_score.semester_id, student_extra_score.extra_name`,
      [studentCode],
    ),
  );
  return rows;
}

/** Name of the school in both languages, and where transcripts are checked (empty: where they were printed). */
export async function readSchool(
  db: Queryable,
): Promise<{ schoolName: string; schoolEnglishName: string; verifyAddress: string }> {
  const { rows } = await db.query<{ code: string; value: string }>(
    prepared(
      `select param_code as code, para_value as value from base.parameter
        where param_code in ('schoolName', 'schoolEnglishName', 'CJ_YZDZ')`,
      [],
    ),
  );
  const values = new Map(rows.map(({ code, value }) => [code, value]));
  return {
    schoolName: values.get('schoolName') ?? '',
    schoolEnglishName: values.get('schoolEnglishName') ?? '',
    verifyAddress: values.get('CJ_YZDZ') ?? '',
  };
}
