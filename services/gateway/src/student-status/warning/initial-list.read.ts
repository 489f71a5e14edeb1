import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { reasonsOf, type RuleHit } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import { initialStatus, type InitialStatus } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type {
  exportInitialList,
  InitialLine,
  initialSorts,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

type Filter = z.output<typeof exportInitialList.input>;
type Stored = Omit<
  InitialLine,
  'computedAt' | 'levelBefore' | 'leftOut' | 'exemptSign' | 'exemptReason' | 'reasons'
> & {
  readonly computedAt: Date;
  readonly hits: readonly RuleHit[];
  readonly levelBefore: string | null;
  readonly leftOut: string | null;
  readonly exemptReason: string | null;
};

const columns = `line.initial_id as "initialId", line.warning_scheme_id as "warningSchemeId",
  scheme.scheme_name as "schemeName", student.student_code as "studentCode",
  student.student_number as "studentNumber", student.student_name as "studentName",
  department.dwmc as "departmentName", grade_major.njzymc as "gradeMajorName",
  class_info.bjmc as "administrativeClassName", line.warning_level_code as "warningLevelCode",
  level.warning_level_name as "warningLevelName", level.colour, old_level.warning_level_name as "levelBefore",
  line.reason_text as "reasonText", line.hits, line.status as "initialStatus", line.change as "initialChange",
  line.left_out as "leftOut", line.exempt_reason as "exemptReason", line.computed_at as "computedAt"`;
const tables = `base.warning_initial line
  join base.status_warning_scheme scheme on scheme.warning_scheme_id = line.warning_scheme_id
  join base.student on student.student_code = line.student_code
  join base.department on department.dwh = student.dwh
  join base.grade_major on grade_major.njzydm = student.njzydm
  join base.class_info on class_info.bjdm = student.bjdm
  join base.warning_level level on level.warning_level_code = line.warning_level_code
  left join base.warning_level old_level on old_level.warning_level_code = line.level_before`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof initialSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  departmentName: byPinyin('department.dwmc'),
  warningLevel: 'level.sort_num',
  initialStatus: 'line.status',
};

const inOrder = 'scheme.semester_id desc, level.sort_num desc, department.dwmc, student.student_number';

function lineOf({ hits, ...row }: Stored): InitialLine {
  return {
    ...row,
    reasons: reasonsOf(hits),
    levelBefore: row.levelBefore ?? '',
    leftOut: row.leftOut ?? '',
    exemptSign: row.initialStatus === initialStatus.exempt ? '1' : '0',
    exemptReason: row.exemptReason ?? '',
    computedAt: toDateTimeText(row.computedAt),
  };
}

function listed(user: Principal, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const conditions = [scopeCondition(user, permission, studentScope('student'), params)];
  if (filter.warningSchemeId) conditions.push(`line.warning_scheme_id = ${params.add(filter.warningSchemeId)}`);
  if (filter.departmentId) conditions.push(`student.dwh = ${params.add(filter.departmentId)}`);
  if (filter.warningLevelCode) conditions.push(`line.warning_level_code = ${params.add(filter.warningLevelCode)}`);
  if (filter.initialChange) conditions.push(`line.change = ${params.add(filter.initialChange)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(student.student_name ilike ${text} or student.student_number ilike ${text}
      or class_info.bjmc ilike ${text} or grade_major.njzymc ilike ${text})`);
  }
  return `from ${tables} where ${conditions.join(' and ')}`;
}

const statusCondition = ({ initialStatus: status }: Filter, params: SqlParams): string =>
  status ? ` and line.status = ${params.add(status)}` : '';

/** One page of the lines that a person may see, and how many of them stand where. */
export async function listInitialLines(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof initialSorts)[number]>,
): Promise<{ rows: InitialLine[]; total: number; counts: Record<InitialStatus, number> }> {
  const params = sqlParams();
  const from = listed(user, 'initialList:query', filter, params);
  const counted = [...params.values];
  const status = statusCondition(filter, params);
  const [{ rows }, { rows: sums }] = await Promise.all([
    db.query<Stored>(
      `select ${columns} ${from}${status}
        order by ${sortedOrder(sort, sortExpressions, inOrder)} limit ${params.add(pageSize)}
        offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ status: InitialStatus; count: number }>(
      `select line.status, count(*)::int as count ${from} group by 1`,
      counted,
    ),
  ]);
  const counts = { ...noCounts, ...Object.fromEntries(sums.map((sum) => [sum.status, sum.count])) };
  const found = filter.initialStatus ? [filter.initialStatus] : Object.values(initialStatus);
  return { rows: rows.map(lineOf), total: found.reduce((sum, each) => sum + counts[each], 0), counts };
}
const noCounts: Record<InitialStatus, number> = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 };

/** All of a list, for an export. */
export function selectInitialLines(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<InitialLine> {
  const params = sqlParams();
  const from = listed(user, permission, filter, params) + statusCondition(filter, params);
  return mapped(selection<Stored>(`select ${columns} ${from} order by ${inOrder}`, params.values), lineOf);
}

/** A line that the person may see with the rules that hold; undefined otherwise. */
export async function findInitialLine(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  key: string,
): Promise<{ row: InitialLine; hits: readonly RuleHit[] } | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<Stored>(
    `select ${columns} from ${tables} where line.initial_id = ${params.add(key)}
      and ${scopeCondition(user, permission, studentScope('student'), params)}`,
    [...params.values],
  );
  return rows[0] && { row: lineOf(rows[0]), hits: rows[0].hits };
}

/** Whether all of these rows are of students in the person's scope: lines of initial lists, or results. */
export async function reachesWarnings(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { table, keys }: { table: 'warning_initial' | 'status_warning_result'; keys: readonly string[] },
): Promise<boolean> {
  const params = sqlParams();
  const key = table === 'warning_initial' ? 'initial_id' : 'warning_result_id';
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from base.${table} row join base.student using (student_code)
      where row.${key} = any(${params.add([...keys])})
        and ${scopeCondition(user, permission, studentScope('student'), params)}`,
    [...params.values],
  );
  return rows[0]?.count === new Set(keys).size;
}
