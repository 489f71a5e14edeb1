import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { reasonsOf, type RuleHit } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import { warningHandlingNames } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type {
  exportWarningResults,
  warningFigures,
  WarningResultRow,
  warningResultSorts,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

type Filter = z.output<typeof exportWarningResults.input>;
type Stored = Omit<
  WarningResultRow,
  'sentTime' | 'readTime' | 'guardianTime' | 'advice' | 'revokeReason' | 'reasons'
> & {
  readonly hits: readonly RuleHit[];
  readonly sentTime: Date | null;
  readonly readTime: Date | null;
  readonly guardianTime: Date | null;
  readonly advice: string | null;
  readonly revokeReason: string | null;
};
type WithHits = { readonly row: WarningResultRow; readonly hits: readonly RuleHit[] };

/** The last of the semesters with warnings before that of a result in which the student was not warned ends the row. */
const times = `(select count(*)::int + 1 from base.student_warning earlier
  where earlier.student_code = result.student_code and earlier.semester_id < result.semester_id
    and earlier.semester_id > coalesce((select max(scheme.semester_id) from base.status_warning_scheme scheme
      where scheme.publish_status <> '0' and scheme.semester_id < result.semester_id
        and not exists (select from base.student_warning had where had.student_code = result.student_code
          and had.semester_id = scheme.semester_id)), ''))`;
const hasGuardian = `exists (select from base.student_family family
  where family.student_code = result.student_code and family.is_guardian = '1')`;
const columns = `result.warning_result_id as "warningResultId", student.student_code as "studentCode",
  student.student_number as "studentNumber", student.student_name as "studentName",
  department.dwmc as "departmentName", grade_major.njzymc as "gradeMajorName",
  class_info.bjmc as "administrativeClassName", result.semester_id as "semesterId",
  semester.xnxqmc as "semesterName", scheme.scheme_name as "schemeName",
  result.warning_level_code as "warningLevelCode", level.warning_level_name as "warningLevelName", level.colour,
  type.warning_type_name as "warningTypeName", result.reason_text as "reasonText", result.hits, result.advice,
  result.send_status as "sendStatus", result.sent_time as "sentTime", result.read_time as "readTime",
  level.notify_guardian = '1' as "notifyGuardian", result.guardian_time as "guardianTime",
  ${hasGuardian} as "hasGuardian",
  ${times} as times,
  (select count(*)::int from base.warning_record record
    where record.warning_result_id = result.warning_result_id) as "recordNum",
  result.revoke_reason as "revokeReason", coalesce(line.status = '3', false) as "isGone"`;
const tables = `base.status_warning_result result
  join base.status_warning_scheme scheme on scheme.warning_scheme_id = result.warning_scheme_id
  join base.semester on semester.xnxq = result.semester_id
  join base.student on student.student_code = result.student_code
  join base.department on department.dwh = student.dwh
  join base.grade_major on grade_major.njzydm = student.njzydm
  join base.class_info on class_info.bjdm = student.bjdm
  join base.warning_level level on level.warning_level_code = result.warning_level_code
  join base.status_warning_type type on type.warning_type_code = result.warning_type_code
  left join base.warning_initial line on line.warning_scheme_id = result.warning_scheme_id
    and line.student_code = result.student_code`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof warningResultSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  departmentName: byPinyin('department.dwmc'),
  semesterId: 'result.semester_id',
  warningLevel: 'level.sort_num',
  sentTime: 'result.sent_time',
};

const inOrder = 'result.semester_id desc, level.sort_num desc, department.dwmc, student.student_number';

const timeText = (time: Date | null): string | null => (time === null ? null : toDateTimeText(time));

function resultOf({ hits, ...row }: Stored): WarningResultRow {
  return {
    ...row,
    reasons: reasonsOf(hits),
    sentTime: timeText(row.sentTime),
    readTime: timeText(row.readTime),
    guardianTime: timeText(row.guardianTime),
    advice: row.advice ?? '',
    revokeReason: row.revokeReason ?? '',
  };
}

function listed(user: Principal, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const conditions = [scopeCondition(user, permission, studentScope('student'), params)];
  const equal = (column: string, value: string | undefined): void => {
    if (value) conditions.push(`${column} = ${params.add(value)}`);
  };
  equal('result.semester_id', filter.semesterId);
  equal('result.warning_scheme_id', filter.warningSchemeId);
  equal('student.dwh', filter.departmentId);
  equal('result.warning_level_code', filter.warningLevelCode);
  equal('result.send_status', filter.sendStatus);
  if (filter.repeated) conditions.push(`${times} > 1`);
  if (filter.noGuardian)
    conditions.push(`level.notify_guardian = '1' and result.revoked_at is null and not ${hasGuardian}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(student.student_name ilike ${text} or student.student_number ilike ${text}
      or class_info.bjmc ilike ${text} or grade_major.njzymc ilike ${text})`);
  }
  return `from ${tables} where ${conditions.join(' and ')}`;
}

/** One page of the results that a person may see. */
export async function listResults(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof warningResultSorts)[number]>,
): Promise<{ rows: WarningResultRow[]; total: number }> {
  const params = sqlParams();
  const from = listed(user, 'statusWarningResult:query', filter, params);
  const counted = [...params.values];
  const [{ rows }, { rows: sums }] = await Promise.all([
    db.query<Stored>(
      `select ${columns} ${from} order by ${sortedOrder(sort, sortExpressions, inOrder)} limit ${params.add(pageSize)}
        offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ count: number }>(`select count(*)::int as count ${from}`, counted),
  ]);
  return { rows: rows.map(resultOf), total: sums[0]?.count ?? 0 };
}

/** All results, for an export. */
export function selectResults(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<WarningResultRow> {
  const params = sqlParams();
  const from = listed(user, permission, filter, params);
  return mapped(selection<Stored>(`select ${columns} ${from} order by ${inOrder}`, params.values), resultOf);
}

/** Results that the person may see, with the rules that held. */
export async function findResults(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  keys: readonly string[],
): Promise<WithHits[]> {
  const params = sqlParams();
  const { rows } = await db.query<Stored>(
    `select ${columns} from ${tables} where result.warning_result_id = any(${params.add([...keys])})
      and ${scopeCondition(user, permission, studentScope('student'), params)} order by ${inOrder}`,
    [...params.values],
  );
  return rows.map((row) => ({ row: resultOf(row), hits: row.hits }));
}

/** What a student was told of, the latest semester first. */
export async function readOwnResults(db: Queryable, studentCode: string): Promise<WithHits[]> {
  const { rows } = await db.query<Stored>(
    `select ${columns} from ${tables}
      where result.student_code = $1 and result.send_status <> '0' order by ${inOrder} limit 50`,
    [studentCode],
  );
  return rows.map((row) => ({ row: resultOf(row), hits: row.hits }));
}

/** Records of a result, the latest first. */
export async function readRecords(db: Queryable, warningResultId: string) {
  const { rows } = await db.query<{
    recordId: string;
    handleType: keyof typeof warningHandlingNames;
    handleTime: Date;
    handlerName: string;
    content: string;
  }>(
    `select record_id as "recordId", handle_type as "handleType", handle_time as "handleTime",
        handler_name as "handlerName", content
       from base.warning_record where warning_result_id = $1 order by handle_time desc, record_id`,
    [warningResultId],
  );
  return rows.map(({ handleType, handleTime, ...record }) => ({
    ...record,
    handleTypeName: warningHandlingNames[handleType],
    handleTime: toDateTimeText(handleTime),
  }));
}

/** Warnings in force by unit and level of a semester, by default the latest with any. */
export async function readFigures(
  db: Queryable,
  user: Principal,
  asked: string | undefined,
): Promise<z.output<typeof warningFigures.output>> {
  const params = sqlParams();
  const scope = scopeCondition(user, 'statusWarningResult:query', studentScope('student'), params);
  const { rows: levels } = await db.query<{ code: string; name: string; colour: string }>(
    'select warning_level_code as code, warning_level_name as name, colour from base.warning_level order by sort_num',
  );
  const semesterId =
    asked ||
    (
      await db.query<{ latest: string | null }>(
        'select max(semester_id) as latest from base.status_warning_result where revoked_at is null',
      )
    ).rows[0]?.latest ||
    null;
  const { rows } = await db.query<{
    departmentId: string;
    departmentName: string;
    level: string;
    num: number;
    signed: number;
    repeated: number;
  }>(
    `select department.dwh as "departmentId", department.dwmc as "departmentName",
        result.warning_level_code as level, count(distinct result.student_code)::int as num,
        (count(distinct result.student_code) filter (where result.send_status = '2'))::int as signed,
        (count(distinct result.student_code) filter (where ${times} > 1))::int as repeated
       from base.status_warning_result result
       join base.student on student.student_code = result.student_code
       join base.department on department.dwh = student.dwh
      where result.revoked_at is null and result.semester_id = ${params.add(semesterId ?? '')} and ${scope}
      group by 1, 2, 3 order by 2, 1`,
    [...params.values],
  );
  const units = [...Map.groupBy(rows, ({ departmentId }) => departmentId).values()].map((ofUnit) => {
    const sum = (of: 'num' | 'signed' | 'repeated'): number => ofUnit.reduce((all, row) => all + row[of], 0);
    return {
      departmentId: ofUnit[0]?.departmentId ?? '',
      departmentName: ofUnit[0]?.departmentName ?? '',
      byLevel: Object.fromEntries(ofUnit.map(({ level, num }) => [level, num])),
      total: sum('num'),
      signed: sum('signed'),
      repeated: sum('repeated'),
    };
  });
  return { semesterId, levels, units };
}

/** A guardian as a letter is written to. */
export interface Guardian {
  readonly studentCode: string;
  readonly name: string;
  readonly relation: string;
  readonly phone: string;
  readonly address: string;
}

/** Guardians of some students; a student may have none on file. */
export async function readGuardians(db: Queryable, studentCodes: readonly string[]): Promise<Guardian[]> {
  const { rows } = await db.query<Guardian>(
    `select family.student_code as "studentCode", family.member_name as name, coalesce(relation.mc, '') as relation,
        coalesce(family.phone, '') as phone, coalesce(family.address, '') as address
       from base.student_family family
       left join base.data_dict relation on relation.dmlb = 'XTGL_JTGX' and relation.dm = family.relation
      where family.student_code = any($1) and family.is_guardian = '1' order by family.student_code, family.family_id`,
    [studentCodes],
  );
  return rows;
}

/** The name of the school, as its letters bear it. */
export async function readSchoolName(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select para_value as name from base.parameter where param_code = 'schoolName'`,
  );
  return rows[0]?.name ?? '';
}
