import type { z } from 'zod';
import { businessStatusNames, type BusinessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { recognisedPair } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { recognitionDetail, recognitionItem } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { studentScope } from '../kernel/student-scope.ts';

type RecognitionItem = z.output<typeof recognitionItem>;
type Detail = z.output<(typeof recognitionDetail)['output']>;

/** A row of `rm_recognition.recognition`. */
export interface RecognitionRow {
  apply_id: string; student_code: string; student_number: string; student_name: string; department_name: string; student_class_name: string;
  relate_list: z.output<typeof recognisedPair>[]; remark: string; applicant_name: string; apply_time: Date; status: BusinessStatus;
  current_node_name: string | null; effected_at: Date | null;
}

const columns = `r.apply_id, r.student_code, r.student_number, r.student_name, r.department_name, r.student_class_name, r.relate_list, r.remark, r.applicant_name,
  r.apply_time, r.status, r.current_node_name, r.effected_at`;
const from = 'from rm_recognition.recognition r left join base.student s on s.student_code = r.student_code';

/** Scope of a recognition `r` through its student `s`; own are those applied for, and a student's own. */
const recognitionScope: ScopedRow = {
  ...studentScope('s'),
  own: ({ userName, studentCode }, params) => `(r.applicant_user = ${params.add(userName)} or r.student_code = ${params.add(studentCode)})`,
};

/** Recognitions in the person's scope, newest first. */
export async function listRecognitions(
  db: Queryable, user: Principal, filter: { keyword?: string | undefined; pageNo: number; pageSize: number },
): Promise<{ rows: RecognitionItem[]; total: number }> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'systemScoreCognizance:query', recognitionScope, params)];
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(r.student_name ilike ${text} or r.student_number ilike ${text} or r.applicant_name ilike ${text})`);
  }
  const where = `where ${conditions.join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<RecognitionRow>(
      `select ${columns} ${from} ${where} order by r.apply_time desc, r.apply_id limit ${params.add(filter.pageSize)} offset ${params.add((filter.pageNo - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from} ${where}`, countValues),
  ]);
  return { rows: page.rows.map(recognitionItemOf), total: count.rows[0]?.total ?? 0 };
}

/** One recognition in the person's scope; undefined otherwise. */
export async function findRecognition(db: Queryable, user: Principal, applyId: string): Promise<RecognitionRow | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<RecognitionRow>(
    `select ${columns} ${from} where r.apply_id = ${params.add(applyId)} and ${scopeCondition(user, 'systemScoreCognizanceAudit:detail', recognitionScope, params)}`,
    [...params.values],
  );
  return rows[0];
}

/** A recognition in lists. */
export function recognitionItemOf(row: RecognitionRow): RecognitionItem {
  const outside = row.relate_list.flatMap((pair) => pair.outSideList.map(({ outCourseName }) => outCourseName));
  const inside = row.relate_list.flatMap((pair) => pair.inSideList.map(({ courseName }) => courseName));
  return {
    scoreCognizanceApplyId: row.apply_id, studentId: row.student_code, studentNumber: row.student_number, studentName: row.student_name,
    departmentName: row.department_name, studentClassName: row.student_class_name, applicantName: row.applicant_name,
    scoreCognizanceApplyTime: toDateTimeText(row.apply_time), summary: `${outside.join('、')} → ${inside.join('、')}`,
    approvalBusinessStatus: row.status, approvalBusinessStatusName: businessStatusNames[row.status], currentNodeName: row.current_node_name,
  };
}

/** A recognition with its courses; credits and values as shown (RECOGNITION-13…16). */
export function recognitionDetailOf(row: RecognitionRow): Detail {
  return {
    ...recognitionItemOf(row), scoreCognizanceApplyRemark: row.remark, effected: row.effected_at !== null,
    relateList: row.relate_list.map(({ outSideList, inSideList }) => ({
      outSideList: outSideList.map((out) => ({ ...out, courseNum: out.outCourseCode, outCourseCredit: formatDecimal(out.outCourseCredit, 1, 1) })),
      inSideList: inSideList.map(({ courseId: _courseId, openDepartmentId: _department, ...inside }) => ({
        ...inside, courseCredit: formatDecimal(inside.courseCredit, 1, 1), scoreCognizanceFinalValue: formatDecimal(inside.scoreCognizanceFinalValue, 2, 1),
      })),
    })),
  };
}
