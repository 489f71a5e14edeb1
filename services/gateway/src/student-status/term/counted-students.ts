import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { StudentDimension, StudentRange } from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import type { SqlParams } from '../../kernel/sql-params.ts';

/** Whose states are counted. */
export interface StudentsOf {
  readonly day: string;
  /** Null: as known now. */
  readonly backupDayId: string | null;
  readonly range: StudentRange;
  readonly departmentId?: string | undefined;
  readonly grade?: string | undefined;
}

/** Scope of the state of a student on a day: a unit sees whom it had that day. */
export function stateScope(alias: string): ScopedRow {
  return {
    target: 'student',
    NJ: `${alias}.njdm`,
    XQ: `${alias}.xqdm`,
    XSLB: `${alias}.student_type`,
    DW: `${alias}.dwh`,
    ZY: `${alias}.zydm`,
    XZB: `${alias}.bjdm`,
    own: ({ studentCode }, params) =>
      studentCode === null ? 'false' : `${alias}.student_code = ${params.add(studentCode)}`,
  };
}

const dictionary = (category: string) => (code: string) =>
  `(select mc from base.data_dict where dmlb = '${category}' and dm = ${code})`;
const named = (table: string, key: string, name: string) => (code: string) =>
  `(select ${name} from base.${table} where ${key} = ${code})`;

/** What a dimension is of a `state` on `$day`, and what people call a value. Nothing that nobody wrote is left out. */
const dimensions: Record<
  StudentDimension,
  { readonly of: (day: string) => string; readonly name: (code: string) => string }
> = {
  department: { of: () => 'state.dwh', name: named('department', 'dwh', 'dwmc') },
  major: { of: () => 'state.zydm', name: named('major', 'zydm', 'zymc') },
  grade: { of: () => 'state.njdm', name: named('grade', 'njdm', 'njmc') },
  class: { of: () => 'state.bjdm', name: named('class_info', 'bjdm', 'bjmc') },
  sex: { of: () => 'state.xbm', name: dictionary('XTGL_XB') },
  nation: { of: () => 'state.nation_code', name: dictionary('XTGL_MZ') },
  studentType: { of: () => 'state.student_type', name: dictionary('XTGL_XSLB') },
  status: { of: () => 'state.status', name: dictionary('XTGL_XSDQZT') },
  changeType: { of: () => 'state.change_type', name: dictionary('XJ_YDLB') },
  level: { of: () => 'state.pyccm', name: dictionary('XTGL_PYCC') },
  age: {
    of: (day) => `case when state.birth_date is not null
      then least(31, greatest(17, extract(year from age(${day}, state.birth_date))::int))::text end`,
    name: (code) => `case ${code} when '17' then '17岁及以下' when '31' then '31岁及以上' else ${code} || '岁' end`,
  },
  province: { of: () => 'left(state.source_place, 2)', name: dictionary('XTGL_XZQH') },
};
/** What is not known of somebody. */
const NOT_KNOWN = { changeType: '无异动' } as Readonly<Partial<Record<StudentDimension, string>>>;

/** The code of a dimension; empty: not known. */
export const codeOf = (dimension: StudentDimension, day: string): string =>
  `coalesce(${dimensions[dimension].of(day)}, '')`;
/** Its name in words. */
export const nameOf = (dimension: StudentDimension, code: string): string =>
  `case when ${code} = '' then '${NOT_KNOWN[dimension] ?? '未填'}'
    else coalesce(${dimensions[dimension].name(code)}, ${code}) end`;

const personal = 'student.xbm, student.nation_code, student.birth_date, student.source_place, grade_major.pyccm';
const state = `state.student_code, state.status, state.in_school, state.bjdm, state.njzydm, state.njdm, state.dwh,
  state.zydm, state.xqdm, state.student_type, state.change_type, state.since`;

/**
 * From where and under which conditions students are counted who are in scope: alias `state`, in the columns of a
 * backup. `day`: the parameter of the day.
 */
export function countedStudents(
  user: Principal,
  permission: PermissionCode | null,
  { day, backupDayId, range, departmentId, grade }: StudentsOf,
  params: SqlParams,
): { from: string; where: string; day: string } {
  const dayParam = `${params.add(day)}::date`;
  const from =
    backupDayId === null
      ? `(select ${state}, ${personal} from base.student_states_on(${dayParam}) state
          join base.student using (student_code) join base.grade_major on grade_major.njzydm = state.njzydm) state`
      : `(select * from base.backup_student where backup_day_id = ${params.add(backupDayId)}) state`;
  const ranges: Record<StudentRange, string> = {
    inSchool: 'state.in_school',
    onBooks: `exists (select from base.status_allowance allowed
      where allowed.status = state.status and allowed.act = 'countInStatistics')`,
    all: 'true',
  };
  const conditions = [
    scopeCondition(user, permission, stateScope('state'), params),
    ranges[range],
    // A value that no part of the statement names would be an error of the statement.
    `${dayParam} is not null`,
    ...(departmentId ? [`state.dwh = ${params.add(departmentId)}`] : []),
    ...(grade ? [`state.njdm = ${params.add(grade)}`] : []),
  ];
  return { from, where: conditions.join(' and '), day: dayParam };
}
