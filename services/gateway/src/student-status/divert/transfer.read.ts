import type { z } from 'zod';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import { transferStatusNames, type TransferStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type {
  exportTransferAdmissions,
  TransferAdmission,
  admissionSorts,
} from '@jwxt/contracts/student-status/divert/transfer.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { gradeMajorScope, hundredthsText, shownUntil } from './shunt.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const applicationTable = readModelTable(studentApplicationModel, 'student_application');

/** A batch as its list tells it. */
interface TransferBatchRow {
  readonly transferBatchId: string;
  readonly batchName: string;
  readonly endTime: Date;
  readonly publishTime: Date | null;
}

/** A batch, or the latest one; null: there is none. */
export async function findTransferBatch(db: Queryable, transferBatchId?: string): Promise<TransferBatchRow | null> {
  const { rows } = await db.query<TransferBatchRow>(
    `select transfer_batch_id as "transferBatchId", batch_name as "batchName", end_time as "endTime",
        publish_time as "publishTime"
       from base.transfer_batch where $1::text is null or transfer_batch_id = $1
      order by publish_status = '0', begin_time desc, transfer_batch_id limit 1`,
    [transferBatchId ?? null],
  );
  return rows[0] ?? null;
}

/** Applications of a batch that are still being decided. */
export async function countWaiting(db: Queryable, transferBatchId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from ${applicationTable} where process_no = 'ZZYSQ'
        and facts ->> 'batchId' = $1 and status = any($2)`,
    [transferBatchId, [businessStatus.awaiting, businessStatus.inApproval]],
  );
  return rows[0]?.n ?? 0;
}

/** A batch as pages show it. */
export async function shownBatch(db: Queryable, batch: TransferBatchRow | null) {
  if (batch === null) return null;
  const { endTime, publishTime, ...rest } = batch;
  return {
    ...rest,
    endTime: toDateTimeText(endTime),
    publishTime: publishTime === null ? null : toDateTimeText(publishTime),
    implementableAt: shownUntil(publishTime),
    waitingNum: await countWaiting(db, batch.transferBatchId),
  };
}

type Filter = z.output<typeof exportTransferAdmissions.input>;
interface Found extends Omit<TransferAdmission, 'gpa' | 'rankInMajor' | 'totalScore' | 'transferStatusName'> {
  readonly gpa: number | null;
  readonly rankInMajor: number | null;
  readonly totalScore: number | null;
  readonly transferStatus: TransferStatus;
}

/** Whom a permission reaches: students of who lets go, and those who come to who receives. */
function visible(user: Principal, permission: PermissionCode | null, params: SqlParams): string {
  return `(${scopeCondition(user, permission, studentScope('student'), params)}
    or ${scopeCondition(user, permission, { ...gradeMajorScope('target'), target: 'student' }, params)})`;
}

function admissions(
  user: Principal,
  permission: PermissionCode | null,
  { transferBatchId, keyword, transferStatus }: Filter,
  params: SqlParams,
): string {
  const text = (): string => params.add(containing(keyword ?? ''));
  const conditions = [
    visible(user, permission, params),
    ...(transferBatchId ? [`transfer.transfer_batch_id = ${params.add(transferBatchId)}`] : []),
    ...(transferStatus ? [`transfer_status = ${params.add(transferStatus)}`] : []),
    ...(keyword ? [`(student_name ilike ${text()} or student_number ilike ${text()})`] : []),
  ];
  return `select apply_id as "applyId", transfer.student_code as "studentCode", student_number as "studentNumber",
      student_name as "studentName", source.njzymc as "sourceGradeMajorName",
      target_grade_major_id as "targetGradeMajorId", target.njzymc as "targetGradeMajorName",
      department.dwmc as "targetDepartmentName", gpa, rank_in_major as "rankInMajor", total_score as "totalScore",
      coalesce(target_class, '') as "targetClass", coalesce(class_info.bjmc, '') as "targetClassName",
      transfer_status as "transferStatus", why
     from base.major_transfer transfer join base.student using (student_code)
     join base.grade_major source on source.njzydm = source_grade_major_id
     join base.grade_major target on target.njzydm = target_grade_major_id
     join base.department on department.dwh = target.dwh
     left join base.class_info on class_info.bjdm = target_class
    where ${conditions.join(' and ')}`;
}
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof admissionSorts)[number], string>> = {
  studentNumber: 'student_number',
  sourceGradeMajorName: byPinyin('source.njzymc'),
  targetGradeMajorName: byPinyin('target.njzymc'),
  totalScore: 'total_score',
  rankInMajor: 'rank_in_major',
  targetClassName: byPinyin('class_info.bjmc'),
  transferStatus: 'transfer_status',
};

const inOrder = '"targetGradeMajorName", "totalScore" desc nulls last, gpa desc nulls last, "studentNumber"';

const shown = ({ gpa, rankInMajor, totalScore, ...row }: Found): TransferAdmission => ({
  ...row,
  gpa: hundredthsText(gpa),
  rankInMajor: rankInMajor === null ? NOTHING : String(rankInMajor),
  totalScore: hundredthsText(totalScore),
  transferStatusName: transferStatusNames[row.transferStatus],
});

/** One page of a batch, by target and rank. */
export async function listAdmissions(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof admissionSorts)[number]>,
): Promise<{ rows: TransferAdmission[]; total: number }> {
  const params = sqlParams();
  const all = admissions(user, 'transferMajor:query', filter, params);
  const { rows: counted } = await db.query<{ n: number }>(`select count(*)::int as n from (${all}) counted`, [
    ...params.values,
  ]);
  const cut = `limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  const { rows } = await db.query<Found>(`${all} order by ${sortedOrder(sort, sortExpressions, inOrder)} ${cut}`, [
    ...params.values,
  ]);
  return { rows: rows.map(shown), total: counted[0]?.n ?? 0 };
}

/** All of it, for a workbook. */
export function selectAdmissions(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<TransferAdmission> {
  const params = sqlParams();
  return mapped(
    selection<Found>(`${admissions(user, permission, filter, params)} order by ${inOrder}`, params.values),
    shown,
  );
}

/** A transfer that the permission reaches, or undefined. `receiving`: only through who receives. */
export async function findTransfer(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  applyId: string,
  { receiving = false }: { receiving?: boolean } = {},
): Promise<
  | {
      studentCode: string;
      studentNumber: string;
      studentName: string;
      targetGradeMajorId: string;
      targetGradeMajorName: string;
    }
  | undefined
> {
  const params = sqlParams();
  const key = params.add(applyId);
  const reach = receiving
    ? scopeCondition(user, permission, { ...gradeMajorScope('target'), target: 'student' }, params)
    : visible(user, permission, params);
  const { rows } = await db.query<{
    studentCode: string;
    studentNumber: string;
    studentName: string;
    targetGradeMajorId: string;
    targetGradeMajorName: string;
  }>(
    `select student.student_code as "studentCode", student_number as "studentNumber", student_name as "studentName",
        target.njzydm as "targetGradeMajorId", target.njzymc as "targetGradeMajorName"
       from base.major_transfer transfer join base.student using (student_code)
       join base.grade_major target on target.njzydm = target_grade_major_id
      where apply_id = ${key} and ${reach}`,
    [...params.values],
  );
  return rows[0];
}

/** Whether a permission reaches every student of a batch: who shows or carries it out does it for all. */
export async function reachesBatch(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  transferBatchId: string,
): Promise<boolean> {
  const params = sqlParams();
  const key = params.add(transferBatchId);
  const { rowCount } = await db.query(
    `select from base.major_transfer transfer join base.student using (student_code)
      where transfer_batch_id = ${key}
        and (${scopeCondition(user, permission, studentScope('student'), params)}) is not true limit 1`,
    [...params.values],
  );
  return rowCount === 0;
}

/** What a student has still to take of past terms of the new plan, and what he passed that it does not ask for. */
export async function readTransferCourses(
  db: Queryable,
  { studentCode, targetGradeMajorId }: { studentCode: string; targetGradeMajorId: string },
): Promise<{
  owed: { courseNum: string; courseName: string; credit: string; term: number }[];
  spare: { courseNum: string; courseName: string; credit: string; finalName: string }[];
}> {
  const [{ rows: owed }, { rows: spare }] = await Promise.all([
    db.query<{ courseNum: string; courseName: string; credit: number; term: number }>(
      `select course.ywbm as "courseNum", course.kcmc as "courseName", plan.credit, plan.term
         from base.execution_plan plan join base.course using (kch)
        where plan.njzydm = $2 and plan.plan_status <> '3' and plan.course_attribute = '1'
          and plan.xnxq < (select max(xnxq) from base.semester where sfdqxq = '1')
          and not exists (select from ${attemptTable} attempt
            where attempt.student_code = $1 and attempt.course_id = plan.kch and attempt.passed)
        order by plan.term, course.ywbm`,
      [studentCode, targetGradeMajorId],
    ),
    db.query<{ courseNum: string; courseName: string; credit: number; finalName: string }>(
      `select distinct on (course_num) course_num as "courseNum", course_name as "courseName",
          course_credit as credit, final_name as "finalName"
         from ${attemptTable} attempt where student_code = $1 and passed
          and not exists (select from base.execution_plan plan
            where plan.njzydm = $2 and plan.kch = attempt.course_id and plan.plan_status <> '3')
        order by course_num, revision desc`,
      [studentCode, targetGradeMajorId],
    ),
  ]);
  return {
    owed: owed.map(({ credit, ...course }) => ({ ...course, credit: creditText(credit) })),
    spare: spare.map(({ credit, ...course }) => ({ ...course, credit: creditText(credit) })),
  };
}
