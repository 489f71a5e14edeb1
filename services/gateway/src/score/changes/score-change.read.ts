import type { z } from 'zod';
import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { cellText, finalText, itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { exportScoreChangeAudits, scoreAuditSorts } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import type {
  scoreChangeDetail,
  scoreChangeItem,
  scoreChangeSorts,
} from '@jwxt/contracts/score/score-change.operations.ts';
import type { CellValue, ScoreChangeRow, ScoreItem, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { scoreChangeModel } from '@jwxt/contracts/score/score-change.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../../approval/shared/waiting-for-viewer.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

const changeTable = readModelTable(scoreChangeModel, 'change');

type ChangeItem = z.output<typeof scoreChangeItem>;
type ChangeDetailRow = z.output<(typeof scoreChangeDetail)['output']>['rows'][number];

/** A change as lists and details read it. */
export interface ChangeRow extends Pick<
  ReadRowOf<typeof scoreChangeModel.tables.change>,
  | 'apply_id'
  | 'sheet_id'
  | 'teaching_class_id'
  | 'score_type'
  | 'sheet'
  | 'rules'
  | 'rows'
  | 'reason'
  | 'applicant_user'
  | 'applicant_name'
  | 'on_behalf_of'
  | 'apply_time'
  | 'status'
  | 'current_node_name'
  | 'round'
  | 'opinion'
  | 'effected_at'
> {
  /** Whether the person who looks may decide it now; only where it was asked for. */
  awaits_me?: boolean;
}
/** What the audit list is filtered by. */
export type ChangeAuditFilter = z.output<(typeof exportScoreChangeAudits)['input']>;

const columns = `change.apply_id, change.sheet_id, change.teaching_class_id, change.score_type, change.sheet,
  change.rules, change.rows, change.reason,
    change.applicant_user,
      change.applicant_name, change.on_behalf_of, change.apply_time, change.status, change.current_node_name,
        change.round, change.opinion, change.effected_at`;

/** What the list is sorted by. */
const auditSorts: Readonly<Record<(typeof scoreAuditSorts)[number], string>> = {
  courseName: byPinyin(`(change.sheet->>'courseName')`),
  teachingClassName: byPinyin(`(change.sheet->>'teachingClassName')`),
  applyTime: 'change.apply_time',
  status: 'change.status',
};

/** Scope of a change `h`: the opening unit; own are those applied for, and those of the own classes. */
export const changeScope: ScopedRow = {
  target: 'application',
  DW: 'change.open_department_id',
  own: ({ userName, gh }, params) => `(change.applicant_user = ${params.add(userName)}
    or exists (select 1 from base.teaching_class_teacher own
      where own.teaching_class_id = change.teaching_class_id and own.gh = ${params.add(gh)}))`,
};

/** Whether a change `h` concerns a student by name or number. */
const changesStudent = (text: string): string =>
  `exists (select from jsonb_array_elements(change.rows) line where line->>'studentName' ilike ${text}
      or line->>'studentNumber' ilike ${text})`;

/** What the list is sorted by. */
const changeSorts: Readonly<Record<(typeof scoreChangeSorts)[number], string>> = {
  courseName: byPinyin(`(change.sheet->>'courseName')`),
  teachingClassName: byPinyin(`(change.sheet->>'teachingClassName')`),
  applicantName: byPinyin('change.applicant_name'),
  applyTime: 'change.apply_time',
  status: 'change.status',
};

/** Change applications in the person's scope, newest first. */
export async function listChanges(
  db: Queryable,
  user: Principal,
  {
    sort,
    ...filter
  }: { keyword?: string | undefined; teachingClassId?: string | undefined } & ListPage<
    (typeof scoreChangeSorts)[number]
  >,
): Promise<{ rows: ChangeItem[]; total: number }> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'scoreChange:query', changeScope, params)];
  if (filter.teachingClassId) conditions.push(`change.teaching_class_id = ${params.add(filter.teachingClassId)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(change.sheet->>'courseName' ilike ${text} or change.sheet->>'teachingClassName' ilike ${text}
      or change.applicant_name ilike ${text} or change.reason ilike ${text}
      or ${changesStudent(text)})`);
  }
  const from = `from ${changeTable} change where ${conditions.join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<ChangeRow>(
      `select ${columns} ${from} order by ${sortedOrder(sort, changeSorts, 'change.apply_time desc, change.apply_id')}
        limit ${params.add(filter.pageSize)}
        offset ${params.add((filter.pageNo - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, countValues),
  ]);
  return { rows: page.rows.map(changeItemOf), total: count.rows[0]?.total ?? 0 };
}

/** The audit list: conditions on changes `h` in scope under a permission. */
function auditConditions(
  viewer: Viewer,
  permission: PermissionCode | null,
  filter: ChangeAuditFilter,
  params: SqlParams,
): string {
  const conditions = [scopeCondition(viewer.user, permission, changeScope, params)];
  if (filter.view === 'todo') conditions.push(awaitingCondition('change.apply_id', viewer, params));
  if (filter.view === 'passed') conditions.push(`change.status = '9'`);
  if (filter.approvalBusinessStatus) conditions.push(`change.status = ${params.add(filter.approvalBusinessStatus)}`);
  if (filter.scoreType) conditions.push(`change.score_type = ${params.add(filter.scoreType)}`);
  if (filter.semesterId) conditions.push(`change.sheet->>'semesterId' = ${params.add(filter.semesterId)}`);
  if (filter.departmentId) conditions.push(`change.open_department_id = ${params.add(filter.departmentId)}`);
  if (filter.applicantName)
    conditions.push(`change.applicant_name ilike ${params.add(containing(filter.applicantName))}`);
  for (const [value, names] of [
    [filter.courseName, ['courseNum', 'courseName']],
    [filter.teachingClassName, ['teachingClassCode', 'teachingClassName']],
  ] as const) {
    if (!value) continue;
    const text = params.add(containing(value));
    conditions.push(`(${names.map((name) => `change.sheet->>'${name}' ilike ${text}`).join(' or ')})`);
  }
  if (filter.studentName) {
    const text = params.add(containing(filter.studentName));
    conditions.push(changesStudent(text));
  }
  return conditions.join(' and ');
}

/**
 * One page of changes to audit, newest first, of those that wait for the person the oldest. `todo`: how many wait for
 * the person, whatever the view.
 */
export async function listChangeAudits(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  { pageNo, pageSize, sort, ...filter }: ChangeAuditFilter & ListPage<(typeof scoreAuditSorts)[number]>,
): Promise<{ rows: ChangeRow[]; total: number; todo: number }> {
  return await readAuditPage<ChangeRow>(
    db,
    viewer,
    {
      columns,
      from: `from ${changeTable} change`,
      applyId: 'change.apply_id',
      where: (params) => auditConditions(viewer, permission, filter, params),
      waiting: (params) => auditConditions(viewer, permission, { view: 'todo' }, params),
      orderBy: sortedOrder(sort, auditSorts, filter.view === 'todo' ? 'change.apply_time' : 'change.apply_time desc'),
    },
    { pageNo, pageSize },
  );
}

/** All changes for a workbook, in the scope of the export's own permission. */
export function exportedChanges(viewer: Viewer, filter: ChangeAuditFilter): Selection<ChangeRow> {
  const params = sqlParams();
  const where = auditConditions(viewer, 'scoreChangeAudit:exportExcel', filter, params);
  return selection(
    `select ${columns} from ${changeTable} change where ${where} order by change.apply_time desc, change.apply_id`,
    params.values,
  );
}

/** Kinds of make-up exam of the students of a class, by student code; none for ordinary classes. */
export async function makeupTypes(db: Queryable, teachingClassId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ code: string; type: string }>(
    'select student_code as code, makeup_type as type from base.makeup_student where makeup_course_id = $1',
    [teachingClassId],
  );
  return new Map(rows.map(({ code, type }) => [code, type]));
}

/** One change application in the person's scope; undefined otherwise. */
export async function findChange(db: Queryable, viewer: Viewer, applyId: string): Promise<ChangeRow | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<ChangeRow>(
    `select ${columns}, ${awaitingCondition('change.apply_id', viewer, params)} as awaits_me from ${changeTable} change
      where change.apply_id = ${params.add(applyId)}
        and ${scopeCondition(viewer.user, 'scoreChangeAudit:detail', changeScope, params)}`,
    [...params.values],
  );
  return rows[0];
}

/** A change application in lists. */
export function changeItemOf(row: ChangeRow): ChangeItem {
  const changed = new Set(row.rows.flatMap(changedNames));
  const first = row.rows[0]?.studentName ?? '';
  return {
    applyId: row.apply_id,
    teachingClassId: row.teaching_class_id,
    scoreType: row.score_type,
    semesterName: row.sheet.semesterName,
    courseName: row.sheet.courseName,
    teachingClassName: row.sheet.teachingClassName,
    studentNum: row.rows.length,
    summary: `${first}${row.rows.length > 1 ? `等 ${row.rows.length} 名学生` : ''}：${[...changed].join('、')}`,
    reason: row.reason,
    applicantName: row.applicant_name,
    onBehalfOf: row.on_behalf_of ?? '',
    applyTime: toDateTimeText(row.apply_time),
    scoreChangeApplyStatus: row.status,
    scoreChangeApplyStatusName: businessStatusNames[row.status],
    currentNodeName: row.current_node_name,
    opinion: row.opinion,
  };
}

/** One student's part: only what changed, before and after as shown (SCORE-CHANGE-03, 08). */
export function changeDetailRowOf(
  row: ScoreChangeRow,
  rules: SheetRules,
  makeup: ReadonlyMap<string, string>,
): ChangeDetailRow {
  const text = (value: CellValue, item: ScoreItem | undefined): string | null =>
    item === undefined ? cellText(value) : itemText(value, item, rules);
  return {
    studentCode: row.studentCode,
    studentNumber: row.studentNumber,
    studentName: row.studentName,
    administrativeClassName: row.administrativeClassName,
    gradeMajorName: row.gradeMajorName,
    items: Object.fromEntries(
      row.cells.map(({ dataKey, before, after }) => {
        const item = rules.items.find((one) => one.dataKey === dataKey);
        return [dataKey, { before: text(before, item), after: text(after, item) }];
      }),
    ),
    remarkName: row.remark?.beforeName ?? '',
    'remarkName!': row.remark?.afterName ?? '',
    scoreChange: changedNames(row).join('、'),
    finalBefore: finalText(row.final.before, rules),
    finalAfter: finalText(row.final.after, rules),
    passedBefore: row.passedBefore,
    passedAfter: row.passedAfter,
    makeupType: makeup.get(row.studentCode) ?? '',
  };
}

function changedNames(row: ScoreChangeRow): string[] {
  return [...row.cells.map(({ itemName }) => itemName), ...(row.remark ? ['成绩备注'] : [])];
}
