import type { z } from 'zod';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { deferredExamQuery, deferredExamSorts } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { deferredExamModel } from '@jwxt/contracts/deferred-exam/deferred-exam.read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Viewer } from '../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../approval/shared/waiting-for-viewer.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

const examTable = readModelTable(deferredExamModel, 'deferred_exam');

/** An application as it is read, with whether the person who looks may decide it now. */
export interface DeferredExamRow extends Omit<ReadRowOf<typeof deferredExamModel.tables.deferred_exam>, 'nodes'> {
  awaits_me: boolean;
}
type Filter = z.output<typeof deferredExamQuery.input>;

const columns = 'exam.*';
const from = `from ${examTable} exam left join base.student on student.student_code = exam.student_code`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof deferredExamSorts)[number], string>> = {
  studentNumber: 'exam.student_number',
  departmentName: byPinyin('exam.department_name'),
  courseName: byPinyin('exam.course_name'),
  deferredReasonName: byPinyin('exam.reason_name'),
  applyTime: 'exam.apply_time',
  status: 'exam.status',
};

const own: NonNullable<ScopedRow['own']> = ({ userName, studentCode }, params) =>
  `(exam.applicant_user = ${params.add(userName)} or exam.student_code = ${params.add(studentCode)})`;
/** Through the student; own are those applied for, and a student's own. */
const byStudent: ScopedRow = { ...studentScope('student'), target: 'application', own };
/** The unit that opens the course sees the students of other units whom it is asked about. */
const byOpeningUnit: ScopedRow = { ...byStudent, DW: 'exam.open_department_id' };

function visible(user: Principal, permission: PermissionCode, params: SqlParams): string {
  return `(${scopeCondition(user, permission, byStudent, params)}
    or ${scopeCondition(user, permission, byOpeningUnit, params)})`;
}

function conditionsOf(
  viewer: Viewer,
  { view, keyword, approvalBusinessStatus }: Pick<Filter, 'view' | 'keyword' | 'approvalBusinessStatus'>,
  params: SqlParams,
): string {
  const conditions = [visible(viewer.user, 'deferredExamApply:query', params)];
  if (view === 'apply') conditions.push(own(viewer.user, params));
  if (view === 'todo') conditions.push(awaitingCondition('exam.apply_id', viewer, params));
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(`(exam.student_name ilike ${text} or exam.student_number ilike ${text}
      or exam.course_name ilike ${text} or exam.course_num ilike ${text} or exam.student_class_name ilike ${text})`);
  }
  if (approvalBusinessStatus) conditions.push(`exam.status = any(${params.add(approvalBusinessStatus.split(','))})`);
  return conditions.join(' and ');
}

/** One page of applications in the person's scope, newest first; of those that wait for the person the oldest. */
export async function listDeferredExams(
  db: Queryable,
  viewer: Viewer,
  { pageNo, pageSize, sort, ...filter }: Filter,
): Promise<{ rows: DeferredExamRow[]; total: number; todo: number }> {
  return await readAuditPage<DeferredExamRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'exam.apply_id',
      where: (params) => conditionsOf(viewer, filter, params),
      waiting: (params) => conditionsOf(viewer, { view: 'todo' }, params),
      orderBy: sortedOrder(sort, sortExpressions, filter.view === 'todo' ? 'exam.apply_time' : 'exam.apply_time desc'),
    },
    { pageNo, pageSize },
  );
}

/** One that the person may see under a permission; undefined otherwise. */
export async function findDeferredExam(
  db: Queryable,
  viewer: Viewer,
  applyId: string,
  permission: PermissionCode = 'deferredExamApply:query',
): Promise<DeferredExamRow | undefined> {
  const params = sqlParams();
  const where = `exam.apply_id = ${params.add(applyId)} and ${visible(viewer.user, permission, params)}`;
  const { rows } = await db.query<DeferredExamRow>(
    `select ${columns}, ${awaitingCondition('exam.apply_id', viewer, params)} as awaits_me ${from} where ${where}`,
    [...params.values],
  );
  return rows[0];
}

/** What stands at the place of a course: the application there, and how many ended without leave before it. */
interface Place {
  status: string | null;
  over: number;
}

/** A class of a student as the form offers it. */
export interface OfferedClass extends Place {
  teachingClassId: string;
  teachingClassName: string;
  courseId: string;
  courseNum: string;
  courseName: string;
  semesterId: string;
  teacherName: string;
}

/** The ordinary classes of a student in the current semester, with what was asked for in each course. */
export async function readOfferedClasses(db: Queryable, studentCode: string): Promise<OfferedClass[]> {
  const { rows } = await db.query<OfferedClass>(
    `select class.teaching_class_id as "teachingClassId", class.teaching_class_name as "teachingClassName",
        course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
        class.semester_id as "semesterId",
        coalesce((select string_agg(teacher.xm, '、' order by taught.sort_num, teacher.gh)
          from base.teaching_class_teacher taught join base.teacher on teacher.gh = taught.gh
          where taught.teaching_class_id = class.teaching_class_id), '') as "teacherName",
        (select exam.status from ${examTable} exam where exam.student_code = $1 and exam.course_id = course.kch
            and exam.semester_id = class.semester_id and exam.status <> all($2)) as status,
        (select count(*)::int from ${examTable} exam where exam.student_code = $1 and exam.course_id = course.kch
            and exam.semester_id = class.semester_id and exam.status = any($2)) as over
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.semester on semester.xnxq = class.semester_id and semester.sfdqxq = '1'
       join base.course on course.kch = class.course_id
      where roster.student_code = $1 and class.class_kind = '1'
      order by course.kcmc, class.teaching_class_id limit 100`,
    [studentCode, [businessStatus.notPassed, businessStatus.voided]],
  );
  return rows;
}

/** Why no application can be made where one stands; null where it can. */
export function closedBecause(status: string | null): string | null {
  if (status === null || isWithApplicant(status)) return null;
  return status === businessStatus.passed ? '缓考申请已通过' : '缓考申请审批中';
}

/** An application as lists tell the person of that name. */
export function deferredExamItemOf(row: DeferredExamRow, userName: string) {
  return {
    applyId: row.apply_id,
    studentId: row.student_code,
    studentNumber: row.student_number,
    studentName: row.student_name,
    departmentName: row.department_name,
    studentClassName: row.student_class_name,
    semesterId: row.semester_id,
    courseNum: row.course_num,
    courseName: row.course_name,
    teachingClassName: row.teaching_class_name,
    deferredReasonCode: row.reason_code,
    deferredReasonName: row.reason_name,
    applicantName: row.applicant_name,
    applyTime: toDateTimeText(row.apply_time),
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    currentNodeName: row.current_node_name,
    own: row.applicant_user === userName,
    mayDecide: row.awaits_me,
  };
}
