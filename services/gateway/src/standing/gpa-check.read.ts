import type { gpaCheckSorts } from '@jwxt/contracts/standing/gpa-check.operations.ts';
import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { FrozenCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import {
  checkStatus,
  type CheckStatus,
  type exportGpaChecks,
  type GpaCheckRow,
  type GpaFigures,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import { prepared } from '../kernel/prepared-query.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { creditText, figureText } from './shown-courses.ts';

type Filter = z.output<typeof exportGpaChecks.input>;
interface StoredFigures {
  readonly versionNo: number;
  readonly ruleVersion: string;
  readonly gpa: number | null;
  readonly weightedAverage: number | null;
  readonly creditEarned: number;
  readonly creditFailed: number;
  readonly rankInClass: number | null;
  readonly classSize: number;
  readonly rankInMajor: number | null;
  readonly majorSize: number;
  readonly generatedAt: Date;
}
interface StoredCheck extends StoredFigures {
  readonly gpaCheckId: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentName: string;
  readonly gradeMajorName: string;
  readonly administrativeClassName: string;
  readonly checkStatus: CheckStatus;
  readonly checkTime: Date | null;
  readonly objection: string;
}
/** A version with its courses. */
export type CheckWithCourses = StoredCheck & {
  readonly semesterId: string;
  readonly semesterName: string;
  readonly courses: readonly FrozenCourse[];
};

const figureColumns = `frozen.version_no as "versionNo", frozen.rule_version as "ruleVersion", frozen.gpa,
  frozen.weighted_average as "weightedAverage", frozen.credit_earned as "creditEarned",
  frozen.credit_failed as "creditFailed", frozen.rank_in_class as "rankInClass", frozen.class_size as "classSize",
  frozen.rank_in_major as "rankInMajor", frozen.major_size as "majorSize", frozen.generated_at as "generatedAt"`;
const columns = `frozen.gpa_check_id as "gpaCheckId", student.student_code as "studentCode",
  student.student_number as "studentNumber", student.student_name as "studentName",
  department.dwmc as "departmentName", grade_major.njzymc as "gradeMajorName",
  class_info.bjmc as "administrativeClassName", frozen.check_status as "checkStatus",
  frozen.check_time as "checkTime", frozen.objection, ${figureColumns}`;
const tables = `base.gpa_check frozen join base.student on student.student_code = frozen.student_code
  join base.department on department.dwh = student.dwh
  join base.grade_major on grade_major.njzydm = student.njzydm
  join base.class_info on class_info.bjdm = student.bjdm`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof gpaCheckSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  gradeMajorName: byPinyin('grade_major.njzymc'),
  gpa: 'frozen.gpa',
  creditEarned: 'frozen.credit_earned',
  rankInMajor: 'frozen.rank_in_major',
  checkStatus: 'frozen.check_status',
};

const inOrder = 'grade_major.njzymc, frozen.rank_in_major nulls last, student.student_number';

const rankText = (rank: number | null, size: number): string =>
  rank === null ? '' : `${String(rank)} / ${String(size)}`;

/** Figures as their student reads them: without ranks. */
export function ownFiguresOf(row: StoredFigures): Omit<GpaFigures, 'rankInClass' | 'rankInMajor'> {
  const { rankInClass: _class, rankInMajor: _major, ...own } = figuresOf(row);
  return own;
}

/** Figures as people read them. */
export function figuresOf(row: StoredFigures): GpaFigures {
  return {
    versionNo: row.versionNo,
    gpa: figureText(row.gpa),
    weightedAverage: figureText(row.weightedAverage),
    creditEarned: creditText(row.creditEarned),
    creditFailed: creditText(row.creditFailed),
    rankInClass: rankText(row.rankInClass, row.classSize),
    rankInMajor: rankText(row.rankInMajor, row.majorSize),
    ruleVersion: row.ruleVersion,
    generatedAt: toDateTimeText(row.generatedAt),
  };
}

/** A row of a list as people read it. */
export function checkRowOf(row: StoredCheck): GpaCheckRow {
  const { studentCode, studentNumber, studentName, departmentName, gradeMajorName, administrativeClassName } = row;
  return {
    gpaCheckId: row.gpaCheckId,
    studentCode,
    studentNumber,
    studentName,
    departmentName,
    gradeMajorName,
    administrativeClassName,
    ...figuresOf(row),
    ...checkOf(row),
  };
}

/** What the student has said. */
export function checkOf({ checkStatus: status, checkTime, objection }: StoredCheck) {
  return { checkStatus: status, checkTime: checkTime === null ? null : toDateTimeText(checkTime), objection };
}

function listed(user: Principal, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const conditions = [
    'frozen.is_current',
    `frozen.semester_id = ${params.add(filter.semesterId)}`,
    scopeCondition(user, permission, studentScope('student'), params),
  ];
  if (filter.gradeCode) conditions.push(`student.njdm = ${params.add(filter.gradeCode)}`);
  if (filter.departmentId) conditions.push(`student.dwh = ${params.add(filter.departmentId)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(student.student_name ilike ${text} or student.student_number ilike ${text}
      or class_info.bjmc ilike ${text} or grade_major.njzymc ilike ${text})`);
  }
  return `from ${tables} where ${conditions.join(' and ')}`;
}

/** One page of a list, and how many of it have said what. */
export async function listGpaChecks(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, semesterId: asked, ...rest }: Partial<Filter> & ListPage<(typeof gpaCheckSorts)[number]>,
): Promise<{
  semesterId: string | null;
  rows: GpaCheckRow[];
  total: number;
  counts: Record<CheckStatus, number>;
}> {
  const semesterId = asked ?? (await latestSemester(db));
  // Without any list the answer is empty; whose rows the caller may see is asked all the same.
  const filter: Filter = { ...rest, semesterId: semesterId ?? '' };
  const params = sqlParams();
  const from = listed(user, 'gpaCheckList:query', filter, params);
  const counted = [...params.values];
  const status = filter.checkStatus ? ` and frozen.check_status = ${params.add(filter.checkStatus)}` : '';
  const [{ rows }, { rows: sums }] = await Promise.all([
    db.query<StoredCheck>(
      `select ${columns} ${from}${status}
        order by ${sortedOrder(sort, sortExpressions, inOrder)} limit ${params.add(pageSize)}
        offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ status: CheckStatus; count: number }>(
      `select frozen.check_status as status, count(*)::int as count ${from} group by 1`,
      counted,
    ),
  ]);
  const counts = { ...noCounts, ...Object.fromEntries(sums.map((sum) => [sum.status, sum.count])) };
  const found = filter.checkStatus ? [filter.checkStatus] : Object.values(checkStatus);
  return {
    semesterId,
    rows: rows.map(checkRowOf),
    total: found.reduce((sum, each) => sum + counts[each], 0),
    counts,
  };
}
const noCounts = { [checkStatus.unchecked]: 0, [checkStatus.checked]: 0, [checkStatus.objected]: 0 };

/** The latest semester of which there is a list; null: none. */
async function latestSemester(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ semesterId: string | null }>(
    prepared('select max(semester_id) as "semesterId" from base.gpa_check where is_current', []),
  );
  return rows[0]?.semesterId ?? null;
}

/** All of a list, for an export. */
export function selectGpaChecks(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<GpaCheckRow> {
  const params = sqlParams();
  const from = listed(user, permission, filter, params);
  const status = filter.checkStatus ? ` and frozen.check_status = ${params.add(filter.checkStatus)}` : '';
  return mapped(
    selection<StoredCheck>(`select ${columns} ${from}${status} order by ${inOrder}`, params.values),
    checkRowOf,
  );
}

const withCourses = `select ${columns}, frozen.semester_id as "semesterId", semester.xnxqmc as "semesterName",
    frozen.courses from ${tables} join base.semester on semester.xnxq = frozen.semester_id`;

/** A version that the person may see, with its courses; undefined otherwise. */
export async function findGpaCheck(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  key: string,
): Promise<CheckWithCourses | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<CheckWithCourses>(
    `${withCourses} where frozen.gpa_check_id = ${params.add(key)}
      and ${scopeCondition(user, permission, studentScope('student'), params)}`,
    [...params.values],
  );
  return rows[0];
}

/** The newest versions of a student, of the latest semester first. */
export async function readOwnGpaChecks(db: Queryable, studentCode: string): Promise<CheckWithCourses[]> {
  const { rows } = await db.query<CheckWithCourses>(
    `${withCourses} where frozen.student_code = $1 and frozen.is_current order by frozen.semester_id desc limit 12`,
    [studentCode],
  );
  return rows;
}

/** The versions of a student's row before this one, newest first. */
export async function readEarlierFigures(
  db: Queryable,
  { studentCode, semesterId, versionNo }: Pick<CheckWithCourses, 'studentCode' | 'semesterId' | 'versionNo'>,
): Promise<StoredFigures[]> {
  const { rows } = await db.query<StoredFigures>(
    `select ${figureColumns} from base.gpa_check frozen
      where frozen.student_code = $1 and frozen.semester_id = $2 and frozen.version_no < $3
      order by frozen.version_no desc limit 50`,
    [studentCode, semesterId, versionNo],
  );
  return rows;
}
