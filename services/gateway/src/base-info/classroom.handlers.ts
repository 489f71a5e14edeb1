import { findCampuses, queryClassrooms, type ClassroomRow } from '@jwxt/contracts/base-info/classroom.operations.ts';
import { handler } from '../kernel/handler.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

/** Rooms are the whole school's: any class may meet in any of them, so no data scope narrows them. */
const classroomsHandler = handler(queryClassrooms, async (filter, { services: { db } }) => {
  const params = sqlParams();
  const conditions = [`r.sfqy = '1'`];
  if (filter.ywbm) conditions.push(`r.ywbm ilike ${params.add(containing(filter.ywbm))}`);
  if (filter.jsmc) conditions.push(`r.jsmc ilike ${params.add(containing(filter.jsmc))}`);
  for (const column of ['xqdm', 'jxlh', 'jslxm', 'sfpk'] as const)
    if (filter[column]) conditions.push(`r.${column} = ${params.add(filter[column])}`);
  const least = Math.max(filter.yxzwsMin ?? 0, filter.headCount ?? 0);
  if (least > 0) conditions.push(`r.yxzws >= ${params.add(least)}`);
  if (filter.yxzwsMax !== undefined) conditions.push(`r.yxzws <= ${params.add(filter.yxzwsMax)}`);
  const where = `where ${conditions.join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<ClassroomRow>(
      `select r.jsh, r.ywbm, r.jsmc, r.xqdm, c.xqmc, r.jxlh, b.jxlmc, r.jslxm, coalesce(type.mc, r.jslxm) as jslxmc,
          r.yxzws
         from base.classroom r join base.campus c on c.xqdm = r.xqdm join base.building b on b.jxlh = r.jxlh
         left join base.data_dict type on type.dmlb = 'XTGL_JSLXDMJ' and type.dm = r.jslxm
        ${where} order by r.ywbm limit ${params.add(filter.pageSize)}
        offset ${params.add((filter.pageNum - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total from base.classroom r ${where}`, countValues),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
});

const campusesHandler = handler(findCampuses, async (_input, { services: { db } }) => {
  const { rows } = await db.query<{ xqdm: string; xqmc: string; buildings: { jxlh: string; jxlmc: string }[] }>(
    `select c.xqdm, c.xqmc,
        coalesce(json_agg(json_build_object('jxlh', b.jxlh, 'jxlmc', b.jxlmc) order by b.ywbm) filter
        (where b.jxlh is not null), '[]') as buildings
       from base.campus c left join base.building b on b.xqdm = c.xqdm and b.sfqy = '1' where c.sfqy = '1'
       group by c.xqdm, c.xqmc order by c.xqdm`,
  );
  return rows;
});

export const classroomHandlers = [classroomsHandler, campusesHandler];
