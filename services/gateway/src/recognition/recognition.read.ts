import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import type { z } from 'zod';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { recognitionOperationsOf, recognitionSorts } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { recognitionModel } from '@jwxt/contracts/recognition/recognition.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../approval/shared/waiting-for-viewer.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { selection, type Selection } from '../kernel/selection.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';

const recognitionTable = readModelTable(recognitionModel, 'recognition');

/** A recognition as lists and details read it. */
export interface RecognitionRow extends Pick<
  ReadRowOf<typeof recognitionModel.tables.recognition>,
  | 'apply_id'
  | 'kind'
  | 'student_code'
  | 'student_number'
  | 'student_name'
  | 'department_name'
  | 'student_class_name'
  | 'relate_list'
  | 'remark'
  | 'form'
  | 'applicant_user'
  | 'applicant_name'
  | 'apply_time'
  | 'status'
  | 'current_node_name'
  | 'opinion'
  | 'effected_at'
  | 'source_changes'
  | 'settlement'
> {
  /** Whether the person who looks may decide it now. */
  awaits_me: boolean;
}
/** What a list is filtered by. */
export type RecognitionFilter = z.output<(typeof recognitionOperationsOf)['system']['exportAuditExcel']['input']>;

const columns = `recognition.apply_id, recognition.kind, recognition.student_code, recognition.student_number,
  recognition.student_name, recognition.department_name,
    recognition.student_class_name, recognition.relate_list, recognition.remark, recognition.form,
      recognition.applicant_user, recognition.applicant_name,
  recognition.apply_time, recognition.status, recognition.current_node_name, recognition.opinion,
    recognition.effected_at, recognition.source_changes, recognition.settlement`;
const from = `from ${recognitionTable} recognition left join base.student
  on student.student_code = recognition.student_code`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof recognitionSorts)[number], string>> = {
  studentNumber: 'recognition.student_number',
  departmentName: byPinyin('recognition.department_name'),
  applyTime: 'recognition.apply_time',
  status: 'recognition.status',
};

const own: NonNullable<ScopedRow['own']> = ({ userName, studentCode }, params) =>
  `(recognition.applicant_user = ${params.add(userName)} or recognition.student_code = ${params.add(studentCode)})`;
/** Through the student; own are those applied for, and a student's own. */
const byStudent: ScopedRow = { ...studentScope('student'), target: 'application', own };
/** Off-campus: the unit that opens the courses sees the students of other units whom it is asked about. */
const byOpeningUnit: ScopedRow = { ...byStudent, DW: 'recognition.open_department_id' };

/** Recognitions of a kind that the person may see under a permission. What is only saved is the applicant's own. */
function visible(user: Principal, kind: RecognitionKind, permission: PermissionCode | null, params: SqlParams): string {
  const scopes = [scopeCondition(user, permission, byStudent, params)];
  if (kind === 'outSchool')
    scopes.push(
      `(recognition.open_department_id is not null and ${scopeCondition(user, permission, byOpeningUnit, params)})`,
    );
  return `recognition.kind = ${params.add(kind)} and (${scopes.join(' or ')})
      and (recognition.status <> '0' or recognition.applicant_user = ${params.add(user.userName)})`;
}

function conditionsOf(
  viewer: Viewer,
  kind: RecognitionKind,
  permission: PermissionCode | null,
  filter: RecognitionFilter,
  params: SqlParams,
): string {
  const { user } = viewer;
  const conditions = [visible(user, kind, permission, params)];
  conditions.push(
    filter.view === 'apply' ? `recognition.applicant_user = ${params.add(user.userName)}` : `recognition.status <> '0'`,
  );
  if (filter.view === 'todo') conditions.push(awaitingCondition('recognition.apply_id', viewer, params));
  if (filter.view === 'settle') conditions.push(`recognition.source_changes <> '[]'::jsonb`);
  if (filter.view === 'passed') conditions.push(`recognition.status = '9'`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(recognition.student_name ilike ${text} or recognition.student_number ilike ${text}
      or recognition.applicant_name ilike ${text}
        or recognition.student_class_name ilike ${text}
      or exists (select 1 from jsonb_array_elements(recognition.relate_list) pair,
        jsonb_array_elements(pair->'outSideList' || (pair->'inSideList')) line
                  where line->>'outCourseName' ilike ${text} or line->>'courseName' ilike ${text}
                    or line->>'outSchoolName' ilike ${text}))`);
  }
  if (filter.approvalBusinessStatus)
    conditions.push(`recognition.status = any(${params.add(filter.approvalBusinessStatus.split(','))})`);
  if (filter.beginDate)
    conditions.push(`recognition.apply_time >= ${params.add(toInstant(`${filter.beginDate} 00:00:00`))}`);
  if (filter.endDate)
    conditions.push(
      `recognition.apply_time < ${params.add(toInstant(`${filter.endDate} 00:00:00`))}::timestamptz + interval '1 day'`,
    );
  if (filter.departmentId) conditions.push(`recognition.department_id = ${params.add(filter.departmentId)}`);
  return conditions.join(' and ');
}

/**
 * One page of recognitions in the person's scope, newest first, of those that wait for the person the oldest
 * (RECOGNITION-01…03, 19). `todo`: how many wait, whatever the view.
 */
export async function listRecognitions(
  db: Queryable,
  viewer: Viewer,
  kind: RecognitionKind,
  {
    pageNo,
    pageSize,
    sort,
    ...filter
  }: RecognitionFilter & {
    pageNo: number;
    pageSize: number;
    sort?: SortText<(typeof recognitionSorts)[number]> | undefined;
  },
): Promise<{ rows: RecognitionRow[]; total: number; todo: number }> {
  const permission = recognitionKinds[kind].codes.query;
  return await readAuditPage<RecognitionRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'recognition.apply_id',
      where: (params) => conditionsOf(viewer, kind, permission, filter, params),
      waiting: (params) => conditionsOf(viewer, kind, permission, { view: 'todo' }, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'todo' ? 'recognition.apply_time' : 'recognition.apply_time desc',
      ),
    },
    { pageNo, pageSize },
  );
}

/** All recognitions for a workbook, in the scope of the export's own permission (RECOGNITION-25). */
export function exportedRecognitions(
  viewer: Viewer,
  kind: RecognitionKind,
  filter: RecognitionFilter,
): Selection<RecognitionRow> {
  const params = sqlParams();
  const where = conditionsOf(viewer, kind, recognitionKinds[kind].codes.exportExcel, filter, params);
  return selection(
    `select ${columns}, false as awaits_me ${from} where ${where}
      order by recognition.apply_time desc, recognition.apply_id`,
    params.values,
  );
}

/** Those of some recognitions of a kind that the person may see under a permission: in detail unless told otherwise. */
export async function findRecognitions(
  db: Queryable,
  viewer: Viewer,
  kind: RecognitionKind,
  applyIds: readonly string[],
  permission: PermissionCode = recognitionKinds[kind].codes.detail,
): Promise<RecognitionRow[]> {
  const params = sqlParams();
  const where =
    `recognition.apply_id = any(${params.add(applyIds)}) and ` + `${visible(viewer.user, kind, permission, params)}`;
  return (
    await db.query<RecognitionRow>(
      `select ${columns}, ${awaitingCondition('recognition.apply_id', viewer, params)} as awaits_me ${from}
        where ${where}`,
      [...params.values],
    )
  ).rows;
}

/** The kind of a recognition, whoever asks; undefined when there is none. */
export async function recognitionKind(db: Queryable, applyId: string): Promise<RecognitionKind | undefined> {
  return (
    await db.query<{ kind: RecognitionKind }>(`select kind from ${recognitionTable} where apply_id = $1`, [applyId])
  ).rows[0]?.kind;
}
