import type { z } from 'zod';
import { approvableStatuses, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { RowChange } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import type {
  adjustFilter,
  CourseAdjustItem,
  ToldChange,
  adjustSorts,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import type { AdjustedContent } from '@jwxt/contracts/scheme/change/course-adjust.rules.ts';
import {
  courseAdjustTypeNames,
  implementStatus,
  implementStatusNames,
  type CourseAdjustType,
} from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { planChangesText, toldFields, type PlanNames } from '@jwxt/infra/runtime/plan-words.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../../approval/shared/audit-list.read.ts';
import { mapped, selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import type { ListContent, WorkbookColumn } from '../../kernel/workbook.ts';
import {
  applicationColumns,
  applicationJoins,
  approvedConditions,
  standingOf,
  type ApplicationRow,
} from './approved-rows.ts';

/** Which applications are asked for. */
export type AdjustFilter = z.output<z.ZodObject<typeof adjustFilter>>;

/** Which of them a list is about at all. */
export interface AdjustPart {
  /** Only what was ever sent; what is not sent is its applicant's alone. */
  readonly sentOnly?: boolean;
  readonly hoursOnly?: boolean;
  /** What passed, or may still pass. */
  readonly livingOnly?: boolean;
  readonly applyId?: string;
}

/** An application as it is read. */
export interface AdjustRow extends ApplicationRow {
  readonly adjustType: CourseAdjustType;
  readonly executionPlanId: string | null;
  readonly newCourseId: string | null;
  readonly given: AdjustedContent;
  readonly changes: readonly RowChange[];
  readonly creditDiff: number;
  readonly adjustReason: string;
  readonly implementedAt: Date | null;
  readonly writtenAt: Date;
  readonly clashed: string | null;
  readonly opinion: string | null;
}

const columns = `${applicationColumns}, asked.adjust_type as "adjustType",
  asked.execution_plan_id as "executionPlanId", asked.new_course_id as "newCourseId", asked.given, asked.changes,
  asked.credit_diff as "creditDiff", asked.adjust_reason as "adjustReason", asked.implemented_at as "implementedAt",
  asked.written_at as "writtenAt", asked.clashed,
  (select record.remark from ${readModelTable(approvalLogModel, 'record')} record
    where record.apply_id = asked.apply_id and record.kind = 'decided' order by record.seq desc limit 1) as opinion`;
const from = `from base.course_adjust asked ${applicationJoins}`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof adjustSorts)[number], string>> = {
  gradeMajorName: byPinyin('grade_major.njzymc'),
  creditDiff: 'asked.credit_diff',
  applyTime: 'application.apply_time',
  implementTime: 'asked.implemented_at',
  status: 'application.status',
};

function conditionsOf(
  viewer: Viewer,
  permission: PermissionCode | null,
  filter: AdjustFilter,
  { sentOnly, hoursOnly, livingOnly, applyId }: AdjustPart,
  params: SqlParams,
): string {
  const conditions = approvedConditions(viewer, permission, filter, params);
  conditions.push(
    sentOnly
      ? 'application.apply_id is not null'
      : `(application.apply_id is not null or asked.state <> '0' or
          asked.applicant_user = ${params.add(viewer.user.userName)})`,
  );
  if (hoursOnly) conditions.push('asked.hours_only');
  if (livingOnly)
    conditions.push(`application.status = any(${params.add([...approvableStatuses, businessStatus.passed])})`);
  if (filter.adjustType) conditions.push(`asked.adjust_type = ${params.add(filter.adjustType)}`);
  if (applyId !== undefined) conditions.push(`asked.apply_id = ${params.add(applyId)}`);
  return conditions.join(' and ');
}

/** One page of applications in scope, latest first; of those that wait for the person the oldest. */
export async function listAdjusts(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  { pageNo, pageSize, sort, ...filter }: AdjustFilter & ListPage<(typeof adjustSorts)[number]>,
  part: AdjustPart = {},
): Promise<{ rows: (AdjustRow & { awaits_me: boolean })[]; total: number; todo: number }> {
  return await readAuditPage<AdjustRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'asked.apply_id',
      where: (params) => conditionsOf(viewer, permission, filter, part, params),
      waiting: (params) => conditionsOf(viewer, permission, { view: 'todo' }, part, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'todo' ? 'application.apply_time' : 'asked.written_at desc',
      ),
    },
    { pageNo, pageSize },
  );
}

/** Those of some applications that the person may see. */
export async function adjustsInScope(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode,
  applyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const params = sqlParams();
  const where = conditionsOf(viewer, permission, { view: 'all' }, { sentOnly: true }, params);
  const { rows } = await db.query<{ id: string }>(
    `select asked.apply_id as id ${from} where ${where} and asked.apply_id = any(${params.add(applyIds)})`,
    [...params.values],
  );
  return new Set(rows.map(({ id }) => id));
}

const signed = (tenths: number): string => `${tenths > 0 ? '+' : ''}${hoursText(tenths)}`;

/** An application as lists tell it to a person. */
export function adjustItemOf(
  row: AdjustRow & { readonly awaits_me: boolean },
  userName: string,
  names: PlanNames,
): CourseAdjustItem {
  const [first] = row.changes;
  const old = first?.before ?? first?.after;
  const next = row.changes.length > 1 ? row.changes[1]?.after : null;
  return {
    applyId: row.applyId,
    gradeMajorId: row.gradeMajorId,
    gradeMajorName: row.gradeMajorName,
    departmentName: row.departmentName,
    adjustType: row.adjustType,
    courseBusinessCode: old?.courseNum ?? '',
    courseName: old?.courseName ?? '',
    newCourseName: next?.courseName ?? '',
    changeContent: planChangesText(row.changes, names),
    creditDiff: signed(row.creditDiff),
    adjustReason: row.adjustReason,
    applicantName: row.applicantName,
    applyTime: toDateTimeText(row.appliedAt ?? row.writtenAt),
    ...standingOf(row, businessStatus.saved),
    implementStatus: row.implementedAt === null ? implementStatus.waiting : implementStatus.done,
    implementTime: row.implementedAt && toDateTimeText(row.implementedAt),
    own: row.applicantUser === userName,
    awaitsMe: row.awaits_me,
  };
}

/** Changes row by row, in words. */
export function toldChanges(changes: readonly RowChange[], names: PlanNames): ToldChange[] {
  return changes.flatMap((change): ToldChange[] => {
    const { before, after } = change;
    const row = after ?? before;
    if (!row) return [];
    return [
      {
        executionPlanId: row.executionPlanId,
        courseBusinessCode: row.courseNum,
        courseName: row.courseName,
        kind: before && after ? 'changed' : after ? 'new' : 'gone',
        fields: toldFields(change, names),
      },
    ];
  });
}

const exportColumns: readonly WorkbookColumn<CourseAdjustItem>[] = [
  { header: '年级专业', width: 24, value: (row) => row.gradeMajorName },
  { header: '调整类型', width: 10, value: (row) => courseAdjustTypeNames[row.adjustType] },
  { header: '课程编号', width: 14, value: (row) => row.courseBusinessCode },
  { header: '课程名称', width: 28, value: (row) => row.courseName },
  { header: '新课程', width: 28, value: (row) => row.newCourseName },
  { header: '调整内容', width: 50, value: (row) => row.changeContent },
  { header: '学分变化', width: 10, kind: 'number', value: (row) => row.creditDiff.replace('+', '') },
  { header: '原因', width: 40, value: (row) => row.adjustReason },
  { header: '申请人', width: 12, value: (row) => row.applicantName },
  { header: '时间', width: 20, kind: 'time', value: (row) => row.applyTime },
  { header: '状态', width: 12, value: (row) => row.approvalBusinessStatusName },
  { header: '执行状态', width: 10, value: (row) => implementStatusNames[row.implementStatus] },
];

/** Every application that a list shows somebody, for a workbook. */
export function exportedAdjusts(
  {
    viewer,
    permission,
    names,
  }: { readonly viewer: Viewer; readonly permission: PermissionCode | null; readonly names: PlanNames },
  filter: AdjustFilter,
): ListContent<CourseAdjustItem> {
  const params = sqlParams();
  const text = `select ${columns}, false as awaits_me ${from}
    where ${conditionsOf(viewer, permission, filter, {}, params)} order by asked.written_at desc, asked.apply_id`;
  const rows = selection<AdjustRow & { readonly awaits_me: boolean }>(text, params.values);
  return {
    sheet: '课程调整申请',
    rows: mapped(rows, (row) => adjustItemOf(row, viewer.user.userName, names)),
    columns: exportColumns,
  };
}
