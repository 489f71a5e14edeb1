import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import {
  findCourseHours,
  findHourTypes,
  queryCourseManage,
  queryCourses,
  queryOldCourses,
  queryPlanCourses,
} from '@jwxt/contracts/base-info/course.operations.ts';
import { handler } from '../kernel/handler.ts';
import { listCourseManage, listCourses } from './course.read.ts';
import { creditText, listPlanCourses } from './student-plan.read.ts';

const hourHandler = handler(findCourseHours, async ({ kch }, { services: { db } }) => {
  const { rows } = await db.query<{ xsbh: string; xsmc: string; xs: number }>(
    `select h.xsbh, coalesce(t.mc, h.xsbh) as xsmc, h.xs from base.course_hour h
      left join base.data_dict t on t.dmlb = 'XTGL_XSLX' and t.dm = h.xsbh where h.kch = $1 order by t.pxh, h.xsbh`,
    [kch],
  );
  return rows.map(({ xsbh, xsmc, xs }) => ({ xsbh, xsmc, xs: hoursText(xs) }));
});
const hourTypeHandler = handler(findHourTypes, async (_input, { services: { db } }) => {
  const { rows } = await db.query<{ xsbh: string; xsmc: string }>(
    `select dm as xsbh, mc as xsmc from base.data_dict where dmlb = 'XTGL_XSLX' and sfqy = '1' order by pxh, dm`,
  );
  return rows;
});

/**
 * Courses are the whole school's: any unit may choose another's, so no data scope narrows them. Plans of students are
 * in scope.
 */
export const courseHandlers = [
  handler(queryCourses, ({ param, ...page }, { services: { db } }) => listCourses(db, param, page, 'inUse')),
  handler(queryOldCourses, ({ param, ...page }, { services: { db } }) => listCourses(db, param, page, 'taught')),
  handler(queryCourseManage, async (filter, { services: { db } }) => {
    const { rows, total } = await listCourseManage(db, filter);
    return { rows: rows.map((row) => ({ ...row, xf: creditText(row.xf), zxs: hoursText(row.zxs) })), total };
  }),
  handler(queryPlanCourses, async (filter, { services: { db }, user }) => await listPlanCourses(db, user, filter)),
  hourTypeHandler,
  hourHandler,
];
