import { scoreTypeNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, seesEverything, type ScopedRow } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { studentMatches } from '../base-info/shared/student-search.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const streamTable = readModelTable(scoreLedgerModel, 'stream');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/**
 * Replays of scores belong to the unit that opens the course (SCORE-MORE-15, scope tc), and to the teachers of the
 * class.
 */
const courseScope: ScopedRow = {
  target: 'teachingClass',
  DW: 'course.kkxy',
  own: (principal, params) => `exists (select 1 from ${streamTable} own join base.teaching_class_teacher tct on
      starts_with(own.stream, 'scoreSheet-' || tct.teaching_class_id || '.')
    where own.student_code = stream.student_code and own.course_id = course.kch and own.kind = 'sheet'
      and tct.gh = ${params.add(principal.gh)})`,
};

/** A student as replays name one. */
export interface StudentRow {
  studentCode: string;
  studentNumber: string;
  studentName: string;
  administrativeClassName: string;
}
/** A course as replays name one; credits in tenths. */
export interface CourseRow {
  courseId: string;
  courseNum: string;
  courseName: string;
  courseCredit: number;
}

const studentColumns = `student.student_code as "studentCode", student.student_number as "studentNumber",
  student.student_name as "studentName", class_info.bjmc as "administrativeClassName"`;

/** Students by number, name or pinyin who have a score event that the person may see. */
export async function findStudents(
  db: Queryable,
  principal: Principal,
  permission: PermissionCode | null,
  keyword: string,
  limit: number,
): Promise<StudentRow[]> {
  const params = sqlParams();
  const visible = seesEverything(principal, permission, 'teachingClass')
    ? 'true'
    : // Asked of one student after the other by the offset: joined, all scores there are might be read for a few names.
      `exists (select 1 from ${streamTable} stream join base.course on course.kch = stream.course_id
    where stream.student_code = student.student_code
      and ${scopeCondition(principal, permission, courseScope, params)} offset 0)`;
  const { rows } = await db.query<StudentRow>(
    `select ${studentColumns} from base.student join base.class_info on class_info.bjdm = student.bjdm
      where ${studentMatches('student', keyword, params)} and ${visible}
      order by student.student_number limit ${params.add(limit)}`,
    [...params.values],
  );
  return rows;
}

/** A student by key or number. */
export async function readStudent(db: Queryable, code: string): Promise<StudentRow | null> {
  const { rows } = await db.query<StudentRow>(
    `select ${studentColumns} from base.student join base.class_info on class_info.bjdm = student.bjdm
      where student.student_code = $1 or student.student_number = $1 limit 1`,
    [code],
  );
  return rows[0] ?? null;
}

/** Courses of which a student has any score event, newest first. */
export async function findCourses(
  db: Queryable,
  principal: Principal,
  permission: PermissionCode | null,
  studentCode: string,
): Promise<(CourseRow & { eventCount: number; lastAt: Date })[]> {
  const params = sqlParams();
  const student = params.add(studentCode);
  const { rows } = await db.query<CourseRow & { eventCount: number; lastAt: Date }>(
    `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
      course.xf as "courseCredit",
        sum(stream.event_count)::int as "eventCount", max(stream.last_at) as "lastAt"
       from ${streamTable} stream join base.course on course.kch = stream.course_id
      where stream.student_code = ${student} and ${scopeCondition(principal, permission, courseScope, params)}
      group by course.kch, stream.student_code order by max(stream.last_at) desc`,
    [...params.values],
  );
  return rows;
}

/**
 * The course (by key or number) and the streams of a student's score of it; null when there is none that the person may
 * see.
 */
export async function readLedger(
  db: Queryable,
  principal: Principal,
  permission: PermissionCode | null,
  studentCode: string,
  courseCode: string,
): Promise<{ course: CourseRow; streams: string[] } | null> {
  const params = sqlParams();
  const student = params.add(studentCode);
  const code = params.add(courseCode);
  const { rows } = await db.query<CourseRow & { stream: string }>(
    `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
      course.xf as "courseCredit", stream.stream
       from ${streamTable} stream join base.course on course.kch = stream.course_id
      where stream.student_code = ${student} and (course.kch = ${code} or course.ywbm = ${code})
        and ${scopeCondition(principal, permission, courseScope, params)}`,
    [...params.values],
  );
  const first = rows[0];
  return first ? { course: first, streams: rows.map((row) => row.stream) } : null;
}

/** Scope of the sheet of a class: the opening unit and campus, and the own classes of a teacher. */
const sheetScope: ScopedRow = {
  target: 'teachingClass',
  DW: 'class.open_department_id',
  XQ: 'class.xqdm',
  own: (owner, params) =>
    `exists (select 1 from base.teaching_class_teacher taught where taught.teaching_class_id = class.teaching_class_id
        and taught.gh = ${params.add(owner.gh)})`,
};

/** Whether the person may see the sheet of a class as it was. */
export async function mayReplaySheet(
  db: Queryable,
  principal: Principal,
  permission: PermissionCode | null,
  teachingClassId: string,
): Promise<boolean> {
  const params = sqlParams();
  const key = params.add(teachingClassId);
  const scope = scopeCondition(principal, permission, sheetScope, params);
  const { rows } = await db.query(
    `select 1 from base.teaching_class class where class.teaching_class_id = ${key} and ${scope}`,
    [...params.values],
  );
  return rows.length > 0;
}

/** Whether the person may see the history of an application: by the applicant's unit, and one's own. */
export async function mayReplayApplication(
  db: Queryable,
  principal: Principal,
  permission: PermissionCode | null,
  applyId: string,
): Promise<boolean> {
  const params = sqlParams();
  const key = params.add(applyId);
  const scope = scopeCondition(
    principal,
    permission,
    {
      target: 'application',
      DW: 'application.applicant_department_id',
      own: (owner, own) => `application.applicant_user = ${own.add(owner.userName)}`,
    },
    params,
  );
  const { rows } = await db.query(
    `select 1 from ${applicationTable} application where application.apply_id = ${key} and ${scope}`,
    [...params.values],
  );
  return rows.length > 0;
}

/** What the read model shows of a student's row now, with the revision it stands at; null when it has no sheet. */
export async function readSheetRow(
  db: Queryable,
  sheetId: string,
  studentCode: string,
): Promise<{ revision: number; final: number | null; remarkCode: string | null } | null> {
  const { rows } = await db.query<{ revision: number; final: number | null; remarkCode: string | null }>(
    `select sheet.revision, sheet_row.final, sheet_row.remark_code as "remarkCode" from ${sheetTable} sheet
      left join ${sheetRowTable} sheet_row on sheet_row.sheet_id = sheet.sheet_id and sheet_row.student_code = $2
      where sheet.sheet_id = $1`,
    [sheetId, studentCode],
  );
  return rows[0] ?? null;
}

/** Class, course and semester of a sheet with its students in the order of the class list. */
export async function readClassList(
  db: Queryable,
  teachingClassId: string,
): Promise<{ studentCode: string; studentNumber: string; studentName: string }[]> {
  const { rows } = await db.query<{ studentCode: string; studentNumber: string; studentName: string }>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
      student.student_name as "studentName"
       from base.teaching_class_student roster join base.student on student.student_code = roster.student_code
       where roster.teaching_class_id = $1 order by student.student_number`,
    [teachingClassId],
  );
  return rows;
}

/** A class whose sheet is set up, as the log's choice names one. */
export interface SheetClass {
  teachingClassId: string;
  scoreType: string;
  teachingClassName: string;
  courseNum: string;
  courseName: string;
  semesterId: string;
}

/**
 * Classes with a sheet, by name, code or course, newest semester first: classes are walked in their order until enough
 * of them have one.
 */
export async function findClasses(
  db: Queryable,
  principal: Principal,
  permission: PermissionCode | null,
  keyword: string,
  limit: number,
): Promise<SheetClass[]> {
  const params = sqlParams();
  const named = (): string => {
    const text = `lower(${params.add(containing(keyword))})`;
    return `(class.search_text like ${text}
        or class.course_id in (select kch from base.course where lower(ywbm || chr(10) || kcmc) like ${text}))`;
  };
  const { rows } = await db.query<SheetClass>(
    `select class.teaching_class_id as "teachingClassId", student.score_type as "scoreType",
        class.teaching_class_name as "teachingClassName", course.ywbm as "courseNum", course.kcmc as "courseName",
        class.semester_id as "semesterId"
       from base.teaching_class class join base.course on course.kch = class.course_id
       cross join lateral (select score_type from ${sheetTable} where sheet_id = any(array[${Object.keys(scoreTypeNames)
         .map((type) => `class.teaching_class_id || '.${type}'`)
         .join(', ')}])) student
      where ${keyword === '' ? 'true' : named()} and ${scopeCondition(principal, permission, sheetScope, params)}
      order by class.semester_id desc, class.teaching_class_code, student.score_type limit ${params.add(limit)}`,
    [...params.values],
  );
  return rows;
}

/** What a class is called. */
export async function readClassTitle(
  db: Queryable,
  teachingClassId: string,
): Promise<{ teachingClassName: string; courseName: string; semesterName: string }> {
  const { rows } = await db.query<{ teachingClassName: string; courseName: string; semesterName: string }>(
    `select class.teaching_class_name as "teachingClassName", course.kcmc as "courseName",
      semester.xnxqmc as "semesterName"
       from base.teaching_class class join base.course on course.kch = class.course_id
       join base.semester on semester.xnxq = class.semester_id where class.teaching_class_id = $1`,
    [teachingClassId],
  );
  return rows[0] ?? { teachingClassName: '', courseName: '', semesterName: '' };
}
