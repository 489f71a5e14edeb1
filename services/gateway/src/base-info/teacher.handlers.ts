import {
  ANY_STATUS,
  ON_JOB,
  queryTeachers,
  searchTeachers,
  type TeacherRow,
  type TeacherSearchRow,
} from '@jwxt/contracts/base-info/teacher.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler } from '../kernel/handler.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

interface Filter {
  readonly ywbm?: string | undefined;
  readonly xm?: string | undefined;
  readonly dwh?: string | undefined;
  readonly zcm?: string | undefined;
  readonly jzglbm?: string | undefined;
}

function conditionsOf({ ywbm, xm, ...codes }: Filter, params: SqlParams): string[] {
  const conditions: string[] = [];
  if (ywbm) conditions.push(`teacher.ywbm ilike ${params.add(containing(ywbm))}`);
  if (xm) {
    const text = params.add(containing(xm));
    conditions.push(`(teacher.xm ilike ${text} or teacher.xmpy ilike ${text})`);
  }
  for (const column of ['dwh', 'zcm', 'jzglbm'] as const)
    if (codes[column]) conditions.push(`teacher.${column} = ${params.add(codes[column])}`);
  return conditions;
}

const from = `from base.teacher join base.department on department.dwh = teacher.dwh
  left join base.data_dict sex on sex.dmlb = 'XTGL_XB' and sex.dm = teacher.xbm
  left join base.data_dict title on title.dmlb = 'XTGL_ZC' and title.dm = teacher.zcm`;

/** One page of teachers by number; all of them without a page size. */
async function listTeachers<Row extends object>(
  db: Queryable,
  columns: string,
  conditions: readonly string[],
  params: SqlParams,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ rows: Row[]; total: number }> {
  const where = `where ${['true', ...conditions].join(' and ')}`;
  const countValues = [...params.values];
  const paging = pageSize === 0 ? '' : `limit ${params.add(pageSize)} offset ${params.add((pageNum - 1) * pageSize)}`;
  const [page, count] = await Promise.all([
    db.query<Row>(`select ${columns} ${from} ${where} order by teacher.ywbm ${paging}`, [...params.values]),
    db.query<{ total: number }>(`select count(*)::int as total ${from} ${where}`, countValues),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/**
 * The school's teachers by name and unit: classes are shared between units, so no data scope narrows them. Nothing
 * personal is told.
 */
export const teacherHandlers = [
  handler(queryTeachers, async ({ pageNum, pageSize, dqztm, ghList, ...filter }, { services: { db } }) => {
    const params = sqlParams();
    const status =
      ghList !== undefined
        ? [`teacher.gh = any(${params.add(ghList)})`]
        : dqztm === ANY_STATUS
          ? []
          : [`teacher.dqztm = ${params.add(dqztm)}`];
    return await listTeachers<TeacherRow>(
      db,
      `teacher.gh, teacher.ywbm, teacher.xm, coalesce(sex.mc, '') as xb, department.dwmc`,
      [...status, ...conditionsOf(filter, params)],
      params,
      { pageNum, pageSize },
    );
  }),
  handler(searchTeachers, async ({ pageNum, pageSize, ...filter }, { services: { db } }) => {
    const params = sqlParams();
    const conditions = [`teacher.dqztm = ${params.add(ON_JOB)}`, `teacher.sfrk = '1'`, ...conditionsOf(filter, params)];
    return await listTeachers<TeacherSearchRow>(
      db,
      `teacher.ywbm as "businessCode", teacher.xm as "teacherName", coalesce(sex.mc, '') as "sixName",
        coalesce(title.mc, '') as "titleName", department.dwmc as "departmentName", teacher.gh as "teacherCode"`,
      conditions,
      params,
      { pageNum, pageSize },
    );
  }),
];
