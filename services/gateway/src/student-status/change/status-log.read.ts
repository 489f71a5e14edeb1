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
const facts = (fieldName: string, column: string, shown: (code: string) => string): string => `
  select fact.recorded_at as at, fact.student_code, ${sourceName} as operation, '${fieldName}' as field_name,
    ${shown('fact.was')} as before_value, ${shown(`fact.${column}`)} as after_value, fact.effective_date,
    ${operator} as operator_name, coalesce(fact.apply_id, '') as apply_id
    from (select *, lag(${column}) over (partition by student_code order by effective_date, seq) as was
      from base.student_status_fact where ${column} is not null) fact`;
const className = (code: string): string => `coalesce((select bjmc from base.class_info where bjdm = ${code}), '')`;

/** Everything that happened to the status of students: facts by field, what was taken back, what was asked for. */
const happened = `(${facts('学籍状态', 'status', (code) => entry('XTGL_XSDQZT', code))}
  union all ${facts('行政班', 'bjdm', className)}
  union all ${facts('学生类别', 'student_type', (code) => entry('XTGL_XSLB', code))}
  union all select fact.cancelled_at, fact.student_code, '取消', '学籍异动', ${sourceName}, '', fact.effective_date,
    '', coalesce(fact.apply_id, '') from base.student_status_fact fact
    where fact.cancelled_at is not null and fact.source <> 'enrolled'
  union all select asked.written_at, asked.student_code, '申请', '学籍异动', '',
    ${entry('XJ_YDLB', 'asked.change_type')}, asked.effective_date, coalesce(asked.applicant_name, ''), asked.apply_id
    from base.status_change asked where asked.approval_status <> '0') happened`;

function conditionsOf(
  user: Principal,
  permission: PermissionCode | null,
  { keyword, operation, fromDate, toDate }: LogFilter,
  params: SqlParams,
): string {
  const conditions = [scopeCondition(user, permission, studentScope('student'), params)];
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
const columns = `happened.at, happened.student_code as "studentCode", student.student_number as "studentNumber",
  student.student_name as "studentName", unit.dwmc as "departmentName", happened.operation,
  happened.field_name as "fieldName", happened.before_value as "beforeValue", happened.after_value as "afterValue",
  happened.effective_date::text as "effectiveDate", happened.operator_name as "operatorName",
  happened.apply_id as "applyId"`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof statusLogSorts)[number], string>> = {
  logTime: 'happened.at',
  studentNumber: 'student.student_number',
  departmentName: byPinyin('unit.dwmc'),
  effectiveDate: 'happened.effective_date',
  operatorName: byPinyin(`nullif(happened.operator_name, '')`),
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
    `select ${columns} ${from} where ${where}
      order by ${sortedOrder(sort, sortExpressions, order)} ${page}`,
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
  const text = `select ${columns} ${from} where ${conditionsOf(user, permission, filter, params)} order by ${order}`;
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
