import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { FrozenCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import type {
  exportGraduationScores,
  GraduationScoreDetail,
  GraduationScoreRow,
  ModuleLine,
  graduationSorts,
} from '@jwxt/contracts/standing/graduation-score.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import { prepared } from '../kernel/prepared-query.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { creditText, figureText, shownCourses } from './shown-courses.ts';

type Filter = z.output<typeof exportGraduationScores.input>;
/** A snapshot as its row has it. */
interface StoredSnapshot {
  readonly graduationScoreId: string;
  readonly graduationBatch: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentName: string;
  readonly gradeMajorName: string;
  readonly administrativeClassName: string;
  readonly requiredCredit: number;
  readonly earnedCredit: number;
  readonly gpa: number | null;
  readonly weightedAverage: number | null;
  readonly failedCourseNum: number;
  readonly ruleVersion: string;
  readonly snapshotTime: Date;
  readonly lockStatus: YesNo;
  readonly lockTime: Date | null;
}
/** A snapshot with everything that it holds. */
export type WholeSnapshot = StoredSnapshot & {
  readonly modules: readonly ModuleLine[];
  readonly courses: readonly FrozenCourse[];
};

const columns = `taken.graduation_score_id as "graduationScoreId", taken.graduation_batch as "graduationBatch",
  student.student_code as "studentCode", student.student_number as "studentNumber",
  student.student_name as "studentName", department.dwmc as "departmentName", grade_major.njzymc as "gradeMajorName",
  class_info.bjmc as "administrativeClassName", taken.required_credit as "requiredCredit",
  taken.earned_credit as "earnedCredit", taken.gpa, taken.weighted_average as "weightedAverage",
  taken.failed_course_num as "failedCourseNum", taken.rule_version as "ruleVersion",
  taken.snapshot_time as "snapshotTime", taken.lock_status as "lockStatus", taken.lock_time as "lockTime"`;
const tables = `base.graduation_score taken join base.student on student.student_code = taken.student_code
  join base.department on department.dwh = student.dwh
  join base.grade_major on grade_major.njzydm = student.njzydm
  join base.class_info on class_info.bjdm = student.bjdm`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof graduationSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  gradeMajorName: byPinyin('grade_major.njzymc'),
  graduationBatch: 'taken.graduation_batch',
  earnedCredit: 'taken.earned_credit',
  gpa: 'taken.gpa',
  failedCourseNum: 'taken.failed_course_num',
  lockStatus: 'taken.lock_status',
};

const inOrder = 'taken.graduation_batch desc, grade_major.njzymc, student.student_number';

function rowOf(row: StoredSnapshot): GraduationScoreRow {
  return {
    ...row,
    requiredCredit: creditText(row.requiredCredit),
    earnedCredit: creditText(row.earnedCredit),
    gpa: figureText(row.gpa),
    weightedAverage: figureText(row.weightedAverage),
    snapshotTime: toDateTimeText(row.snapshotTime),
    lockTime: row.lockTime === null ? null : toDateTimeText(row.lockTime),
  };
}

/** A snapshot as people read it. */
export function snapshotOf(
  { modules, courses, ...row }: WholeSnapshot,
  names: ReadonlyMap<string, string>,
): GraduationScoreDetail {
  return {
    row: rowOf(row),
    modules: modules.map(({ courseAttribute, plannedCredit, earnedCredit, ...counts }) => ({
      courseAttributeName: names.get(courseAttribute) ?? courseAttribute,
      plannedCredit: creditText(plannedCredit),
      earnedCredit: creditText(earnedCredit),
      ...counts,
    })),
    courses: shownCourses(courses, names),
  };
}

function listed(user: Principal, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const conditions = [scopeCondition(user, permission, studentScope('student'), params)];
  if (filter.graduationBatch) conditions.push(`taken.graduation_batch = ${params.add(filter.graduationBatch)}`);
  if (filter.departmentId) conditions.push(`student.dwh = ${params.add(filter.departmentId)}`);
  if (filter.lockStatus) conditions.push(`taken.lock_status = ${params.add(filter.lockStatus)}`);
  if (filter.hasFailed) conditions.push(`taken.failed_course_num ${filter.hasFailed === yesNo.yes ? '> 0' : '= 0'}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(student.student_name ilike ${text} or student.student_number ilike ${text}
      or class_info.bjmc ilike ${text} or grade_major.njzymc ilike ${text})`);
  }
  return `from ${tables} where ${conditions.join(' and ')}`;
}

/** One page of snapshots in scope, with every batch. */
export async function listGraduationScores(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof graduationSorts)[number]>,
): Promise<{ rows: GraduationScoreRow[]; total: number; batches: string[] }> {
  const params = sqlParams();
  const from = listed(user, 'graduationScore:query', filter, params);
  const counted = [...params.values];
  const [{ rows }, { rows: sum }, { rows: batches }] = await Promise.all([
    db.query<StoredSnapshot>(
      `select ${columns} ${from} order by ${sortedOrder(sort, sortExpressions, inOrder)} limit ${params.add(pageSize)}
        offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, counted),
    db.query<{ batch: string }>(
      prepared('select distinct graduation_batch as batch from base.graduation_score order by 1 desc', []),
    ),
  ]);
  return { rows: rows.map(rowOf), total: sum[0]?.total ?? 0, batches: batches.map(({ batch }) => batch) };
}

/** All of them, for an export. */
export function selectGraduationScores(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<GraduationScoreRow> {
  const params = sqlParams();
  const from = listed(user, permission, filter, params);
  return mapped(selection<StoredSnapshot>(`select ${columns} ${from} order by ${inOrder}`, params.values), rowOf);
}

const whole = `select ${columns}, taken.module_detail as modules, taken.courses from ${tables}`;

/** A snapshot that the person may see; undefined otherwise. */
export async function findGraduationScore(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  key: string,
): Promise<WholeSnapshot | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<WholeSnapshot>(
    `${whole} where taken.graduation_score_id = ${params.add(key)}
      and ${scopeCondition(user, permission, studentScope('student'), params)}`,
    [...params.values],
  );
  return rows[0];
}

/** The snapshots of a student, the latest first. */
export async function readOwnGraduationScores(db: Queryable, studentCode: string): Promise<WholeSnapshot[]> {
  const { rows } = await db.query<WholeSnapshot>(
    prepared(`${whole} where taken.student_code = $1 order by taken.snapshot_time desc limit 5`, [studentCode]),
  );
  return rows;
}
