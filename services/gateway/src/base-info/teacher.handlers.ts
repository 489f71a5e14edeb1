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
  if (ywbm) conditions.push(`t.ywbm ilike ${params.add(containing(ywbm))}`);
  if (xm) {
    const text = params.add(containing(xm));
    conditions.push(`(t.xm ilike ${text} or t.xmpy ilike ${text})`);
  }
  for (const column of ['dwh', 'zcm', 'jzglbm'] as const)
    if (codes[column]) conditions.push(`t.${column} = ${params.add(codes[column])}`);
  return conditions;
}

const from = `from base.teacher t join base.department d on d.dwh = t.dwh
  left join base.data_dict sex on sex.dmlb = 'XTGL_XB' and sex.dm = t.xbm
  left join base.data_dict title on title.dmlb = 'XTGL_ZC' and title.dm = t.zcm`;

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
    db.query<Row>(`select ${columns} ${from} ${where} order by t.ywbm ${paging}`, [...params.values]),
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
        ? [`t.gh = any(${params.add(ghList)})`]
        : dqztm === ANY_STATUS
          ? []
          : [`t.dqztm = ${params.add(dqztm)}`];
    return await listTeachers<TeacherRow>(
      db,
      `t.gh, t.ywbm, t.xm, coalesce(sex.mc, '') as xb, d.dwmc`,
      [...status, ...conditionsOf(filter, params)],
      params,
      { pageNum, pageSize },
    );
  }),
  handler(searchTeachers, async ({ pageNum, pageSize, ...filter }, { services: { db } }) => {
    const params = sqlParams();
    const conditions = [`t.dqztm = ${params.add(ON_JOB)}`, `t.sfrk = '1'`, ...conditionsOf(filter, params)];
    return await listTeachers<TeacherSearchRow>(
      db,
      `t.ywbm as "businessCode", t.xm as "teacherName", coalesce(sex.mc, '') as "sixName",
        coalesce(title.mc, '') as "titleName", d.dwmc as "departmentName", t.gh as "teacherCode"`,
      conditions,
      params,
      { pageNum, pageSize },
    );
  }),
];
