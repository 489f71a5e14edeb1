import { findCampuses, queryClassrooms, type ClassroomRow } from '@jwxt/contracts/base-info/classroom.operations.ts';
import { handler } from '../kernel/handler.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

/** Rooms are the whole school's: any class may meet in any of them, so no data scope narrows them. */
const classroomsHandler = handler(queryClassrooms, async (filter, { services: { db } }) => {
  const params = sqlParams();
  const conditions = [`classroom.sfqy = '1'`];
  if (filter.ywbm) conditions.push(`classroom.ywbm ilike ${params.add(containing(filter.ywbm))}`);
  if (filter.jsmc) conditions.push(`classroom.jsmc ilike ${params.add(containing(filter.jsmc))}`);
  for (const column of ['xqdm', 'jxlh', 'jslxm', 'sfpk'] as const)
    if (filter[column]) conditions.push(`classroom.${column} = ${params.add(filter[column])}`);
  const least = Math.max(filter.yxzwsMin ?? 0, filter.headCount ?? 0);
  if (least > 0) conditions.push(`classroom.yxzws >= ${params.add(least)}`);
  if (filter.yxzwsMax !== undefined) conditions.push(`classroom.yxzws <= ${params.add(filter.yxzwsMax)}`);
  const where = `where ${conditions.join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<ClassroomRow>(
      `select classroom.jsh, classroom.ywbm, classroom.jsmc, classroom.xqdm, campus.xqmc, classroom.jxlh,
        building.jxlmc, classroom.jslxm, coalesce(type.mc, classroom.jslxm) as jslxmc,
          classroom.yxzws
         from base.classroom join base.campus on campus.xqdm = classroom.xqdm
           join base.building on building.jxlh = classroom.jxlh
         left join base.data_dict type on type.dmlb = 'XTGL_JSLXDMJ' and type.dm = classroom.jslxm
        ${where} order by classroom.ywbm limit ${params.add(filter.pageSize)}
        offset ${params.add((filter.pageNum - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total from base.classroom ${where}`, countValues),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
});

const campusesHandler = handler(findCampuses, async (_input, { services: { db } }) => {
  const { rows } = await db.query<{ xqdm: string; xqmc: string; buildings: { jxlh: string; jxlmc: string }[] }>(
    `select campus.xqdm, campus.xqmc,
        coalesce(json_agg(json_build_object('jxlh', building.jxlh, 'jxlmc', building.jxlmc)
          order by building.ywbm) filter
        (where building.jxlh is not null), '[]') as buildings
       from base.campus left join base.building on building.xqdm = campus.xqdm and building.sfqy = '1'
         where campus.sfqy = '1'
       group by campus.xqdm, campus.xqmc order by campus.xqdm`,
  );
  return rows;
});

export const classroomHandlers = [classroomsHandler, campusesHandler];
