import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type {
  exportStatusLog,
  StatusLogRow,
  StatusTimeline,
  statusLogSorts,
} from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection } from '../../kernel/selection.ts';
import { byPinyin, sortedOrder, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import type { ListContent } from '../../kernel/workbook.ts';

/** What the log is searched by. */
export type LogFilter = z.output<typeof exportStatusLog.input>;
type Stored = Omit<StatusLogRow, 'logTime'> & { readonly at: Date };

const entry = (category: string, code: string): string =>
  `coalesce((select mc from base.data_dict where dmlb = '${category}' and dm = ${code}), ${code}, '')`;
const sourceName = `case fact.source when 'enrolled' then '入学' when 'divert' then '分流'
  when 'correction' then '更正' else ${entry('XJ_YDLB', 'fact.change_type')} end`;
/** Who did it: who implemented the change, or changed the student at that moment. */
const operator = `coalesce(
  (select log.name from base.operation_log log where log.resource = 'statusChange' and log.key = fact.apply_id
    and log.operation = 'implement' order by log.id desc limit 1),
  (select log.name from base.operation_log log where log.resource = 'student' and log.key = fact.student_code
    and log.at between fact.recorded_at - interval '1 minute' and fact.recorded_at + interval '1 minute'
    order by log.id desc limit 1), '系统')`;
const className = (code: string): string => `coalesce((select bjmc from base.class_info where bjdm = ${code}), '')`;

/** What a fact may say, by its column: what people call it, and how a value of it is shown. */
const fields = [
  { column: 'status', name: '学籍状态', shown: (code: string) => entry('XTGL_XSDQZT', code) },
  { column: 'bjdm', name: '行政班', shown: className },
  { column: 'student_type', name: '学生类别', shown: (code: string) => entry('XTGL_XSLB', code) },
] as const;
const ofFact = ({ column, name }: (typeof fields)[number]): string => `
  select fact.recorded_at as at, fact.student_code, '${column}' as kind, '${name}' as field_name, fact.effective_date,
    fact.fact_key as ref, ${sourceName} as operation, fact.${column} as said from base.student_status_fact fact`;

/**
 * Everything that happened to the status of students, where something is `said`: facts by field, what was taken back,
 * what was asked for. `ref`: the fact or the application. The parts have no condition of their own, so that PostgreSQL
 * merges them by their indexes of time, and finds the newest without the rest.
 */
const happened = `(${fields.map(ofFact).join(' union all ')}
  union all select fact.cancelled_at, fact.student_code, 'cancelled', '学籍异动', fact.effective_date, fact.fact_key,
    '取消', nullif(fact.source, 'enrolled') from base.student_status_fact fact
  union all select asked.written_at, asked.student_code, 'asked', '学籍异动', asked.effective_date, asked.apply_id,
    '申请', nullif(asked.approval_status, '0') from base.status_change asked) happened`;

function conditionsOf(
  user: Principal,
  permission: PermissionCode | null,
  { keyword, operation, fromDate, toDate }: LogFilter,
  params: SqlParams,
): string {
  const conditions = [
    'happened.at is not null and happened.said is not null',
    scopeCondition(user, permission, studentScope('student'), params),
  ];
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(`(student.student_name ilike ${text} or student.student_number ilike ${text})`);
  }
  if (operation) conditions.push(`happened.operation = ${params.add(operation)}`);
  if (fromDate) conditions.push(`happened.at >= ${params.add(fromDate)}::timestamp at time zone 'Asia/Shanghai'`);
  if (toDate)
    conditions.push(`happened.at < (${params.add(toDate)}::date + 1)::timestamp at time zone 'Asia/Shanghai'`);
  return conditions.join(' and ');
}

const from = `from ${happened} join base.student on student.student_code = happened.student_code
  join base.department unit on unit.dwh = student.dwh`;

/** What a field said before: in the fact before this one that says something of it. */
const before = (column: string): string => `(select prior.${column} from base.student_status_fact prior
  where prior.student_code = fact.student_code and prior.${column} is not null
    and (prior.effective_date, prior.seq) < (fact.effective_date, fact.seq)
  order by prior.effective_date desc, prior.seq desc limit 1)`;
const byField = (value: (field: (typeof fields)[number]) => string): string =>
  fields.map((field) => `when '${field.column}' then ${value(field)}`).join(' ');

/** The statement for what `page` selects of the log, in its order: everything that is said of each. */
const told = (page: string): string => `
  with page as materialized (${page}), numbered as (select *, row_number() over () as place from page)
  select page.at, page.student_code as "studentCode", student.student_number as "studentNumber",
    student.student_name as "studentName", unit.dwmc as "departmentName",
    case page.kind when 'cancelled' then '取消' when 'asked' then '申请' else ${sourceName} end as operation,
    page.field_name as "fieldName",
    case page.kind ${byField(({ shown }) => shown('was.code'))} when 'cancelled' then ${sourceName} else '' end
      as "beforeValue",
    case page.kind ${byField(({ column, shown }) => shown(`fact.${column}`))}
      when 'asked' then ${entry('XJ_YDLB', 'asked.change_type')} else '' end as "afterValue",
    page.effective_date::text as "effectiveDate",
    case page.kind when 'cancelled' then '' when 'asked' then coalesce(asked.applicant_name, '') else ${operator} end
      as "operatorName",
    coalesce(asked.apply_id, fact.apply_id, '') as "applyId"
  from numbered page
  left join base.student_status_fact fact on page.kind <> 'asked' and fact.fact_key = page.ref
  left join base.status_change asked on page.kind = 'asked' and asked.apply_id = page.ref
  join base.student on student.student_code = page.student_code join base.department unit on unit.dwh = student.dwh
  cross join lateral (select case page.kind ${byField(({ column }) => before(column))} end as code) was
  order by page.place`;
const selected = `select happened.at, happened.student_code, happened.kind, happened.field_name,
  happened.effective_date, happened.ref`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof statusLogSorts)[number], string>> = {
  logTime: 'happened.at',
  studentNumber: 'student.student_number',
  departmentName: byPinyin('unit.dwmc'),
  effectiveDate: 'happened.effective_date',
};

const order = 'happened.at desc, happened.student_code, happened.field_name desc';
const toldLog = ({ at, ...row }: Stored): StatusLogRow => ({ ...row, logTime: toDateTimeText(at) });

/** One page of the log in scope, latest first. */
export async function listStatusLog(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { pageNo, pageSize, sort, ...filter }: LogFilter & ListPage<(typeof statusLogSorts)[number]>,
): Promise<{ rows: StatusLogRow[]; total: number }> {
  const params = sqlParams();
  const where = conditionsOf(user, permission, filter, params);
  const { rows: counted } = await db.query<{ n: number }>(`select count(*)::int as n ${from} where ${where}`, [
    ...params.values,
  ]);
  const page = `limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  const { rows } = await db.query<Stored>(
    told(`${selected} ${from} where ${where} order by ${sortedOrder(sort, sortExpressions, order)} ${page}`),
    [...params.values],
  );
  return { rows: rows.map(toldLog), total: counted[0]?.n ?? 0 };
}

/** All of it, for a workbook. */
export function exportedStatusLog(
  user: Principal,
  permission: PermissionCode | null,
  filter: LogFilter,
): ListContent<StatusLogRow> {
  const params = sqlParams();
  const text = told(`${selected} ${from} where ${conditionsOf(user, permission, filter, params)} order by ${order}`);
  return {
    sheet: '学籍日志',
    rows: mapped(selection<Stored>(text, params.values), toldLog),
    columns: [
      { header: '时间', width: 20, kind: 'time', value: (row) => row.logTime },
      { header: '学号', width: 16, value: (row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row) => row.studentName },
      { header: '院系', width: 20, value: (row) => row.departmentName },
      { header: '操作', width: 14, value: (row) => row.operation },
      { header: '字段', width: 12, value: (row) => row.fieldName },
      { header: '原值', width: 18, value: (row) => row.beforeValue },
      { header: '新值', width: 18, value: (row) => row.afterValue },
      { header: '生效日期', width: 12, value: (row) => row.effectiveDate },
      { header: '操作人', width: 12, value: (row) => row.operatorName },
    ],
  };
}

type Step = StatusTimeline['steps'][number];

/** The status of one student through time, as far as the person sees him; undefined: he does not. */
export async function readTimeline(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  studentCode: string,
): Promise<StatusTimeline | undefined> {
  const params = sqlParams();
  const student = params.add(studentCode);
  const reach = scopeCondition(user, permission, studentScope('student'), params);
  const { rows: known } = await db.query<Omit<StatusTimeline, 'steps'>>(
    `select student.student_number as "studentNumber", student.student_name as "studentName",
        unit.dwmc as "departmentName", major.njzymc as "gradeMajorName", class.bjmc as "administrativeClassName"
       from base.student join base.department unit on unit.dwh = student.dwh
       join base.grade_major major on major.njzydm = student.njzydm
       join base.class_info class on class.bjdm = student.bjdm
      where student.student_code = ${student} and ${reach}`,
    [...params.values],
  );
  if (!known[0]) return undefined;
  const { rows } = await db.query<Step>(
    `select fact.fact_key as "factKey", fact.effective_date::text as "effectiveDate", ${sourceName} as what,
        ${entry('XTGL_XSDQZT', 'fact.status')} as "statusName",
        ${className('fact.bjdm')} as "administrativeClassName",
        coalesce((select njzymc from base.grade_major where grade_major.njzydm = fact.njzydm), '') as "gradeMajorName",
        coalesce((select dwmc from base.department where department.dwh = fact.dwh), '') as "departmentName",
        coalesce(fact.apply_id, '') as "applyId", fact.effective_date > base.school_day() as coming,
        fact.cancelled_at is not null as cancelled
       from base.student_status_fact fact
      where fact.student_code = $1 and not (fact.source = 'enrolled' and fact.cancelled_at is not null)
      order by fact.effective_date desc, fact.seq desc`,
    [studentCode],
  );
  return { ...known[0], steps: rows };
}
