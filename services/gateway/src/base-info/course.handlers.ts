import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import {
  findHourTypes,
  queryCourseManage,
  queryCourses,
  queryOldCourses,
  queryPlanCourses,
} from '@jwxt/contracts/base-info/course.operations.ts';
import { handler } from '../kernel/handler.ts';
import { listCourseManage, listCourses } from './course.read.ts';
import { creditText, listPlanCourses } from './student-plan.read.ts';

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
];
