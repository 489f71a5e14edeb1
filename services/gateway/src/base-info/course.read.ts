import type { z } from 'zod';
import type {
  courseFilter,
  CourseManageRow,
  CourseRow,
  courseSorts,
  queryCourseManage,
} from '@jwxt/contracts/base-info/course.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { byPinyin, sortedOrder, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

type CourseFilter = z.output<typeof courseFilter>;
type ManageFilter = z.output<(typeof queryCourseManage)['input']>;

/** Names behind the codes of a `course`. */
const named = `join base.department on department.dwh = course.kkxy
  left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = course.kcsx
  left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = course.kcxz
  left join base.data_dict category on category.dmlb = 'XTGL_KCLBDMJ' and category.dm = course.kclb`;

/** What courses are sorted by. */
const sortExpressions: Readonly<Record<(typeof courseSorts)[number], string>> = {
  businessCode: 'course.ywbm',
  courseName: byPinyin('course.kcmc'),
  departmentName: byPinyin('department.dwmc'),
  courseAttributeName: 'course.kcsx',
  courseNatureName: 'course.kcxz',
  courseCategoryName: 'course.kclb',
  credit: 'course.xf',
  totalHour: 'course.zxs',
};

/**
 * Courses in use, or those that have ever been taught, by number. Asked for a grade and major, each tells the semester
 * it is planned for (PICKERS-013).
 */
export async function listCourses(
  db: Queryable,
  filter: CourseFilter,
  { pageNo, pageSize, sort }: ListPage<(typeof courseSorts)[number]>,
  which: 'inUse' | 'taught',
): Promise<{ rows: CourseRow[]; total: number }> {
  const params = sqlParams();
  const conditions = [
    which === 'inUse'
      ? `course.sfqy = '1'`
      : 'exists (select from base.teaching_class taught where taught.course_id = course.kch)',
  ];
  const plan = filter.gradeMajorCode
    ? `join base.execution_plan plan on plan.kch = course.kch and plan.njzydm = ${params.add(filter.gradeMajorCode)}`
    : '';
  if (filter.semester) {
    const semester = params.add(filter.semester);
    conditions.push(
      plan === ''
        ? `(exists (select from base.teaching_class opened where opened.course_id = course.kch
            and opened.semester_id = ${semester})
      or exists (select from base.execution_plan planned
        where planned.kch = course.kch and planned.xnxq = ${semester}))`
        : `plan.xnxq = ${semester}`,
    );
  }
  if (filter.studyTypeCode) {
    conditions.push(
      `exists (select from base.execution_plan planned join base.grade_major on grade_major.njzydm = planned.njzydm
          where planned.kch = course.kch and grade_major.xslbdm = ${params.add(filter.studyTypeCode)})`,
    );
  }
  if (filter.businessCode) conditions.push(`course.ywbm ilike ${params.add(containing(filter.businessCode))}`);
  if (filter.courseName) conditions.push(`course.kcmc ilike ${params.add(containing(filter.courseName))}`);
  for (const [column, value] of [
    ['kkxy', filter.departmentId],
    ['kcsx', filter.courseAttr],
    ['kcxz', filter.courseNature],
    ['kcbj', filter.courseType],
  ] as const) {
    if (value) conditions.push(`course.${column} = ${params.add(value)}`);
  }
  const from = `from base.course ${plan}`;
  const where = `where ${conditions.join(' and ')}`;
  const first = (pageNo - 1) * pageSize;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<Omit<CourseRow, 'orderNum'>>(
      `select course.kch as "courseId", course.ywbm as "businessCode", course.kcmc as "courseName",
        department.dwmc as "departmentName",
          coalesce(attribute.mc, course.kcsx) as "courseAttributeName",
              coalesce(nature.mc, course.kcxz) as "courseNatureName",
                coalesce(category.mc, '') as "courseCategoryName", trim_scale(course.xf / 10.0)::text as credit,
                trim_scale(course.zxs / 10.0)::text as "totalHour" ${plan === '' ? '' : ', plan.xnxq as semester'}
         ${from} ${named} ${where}
        order by ${sortedOrder(sort, sortExpressions, plan === '' ? 'course.ywbm' : 'course.ywbm, plan.xnxq')}
        limit ${params.add(pageSize)} offset ${params.add(first)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from} ${where}`, countValues),
  ]);
  return {
    rows: page.rows.map((row, index) => ({ orderNum: first + index + 1, ...row })),
    total: count.rows[0]?.total ?? 0,
  };
}

/** The course library, by number; credits and hours in tenths. */
export async function listCourseManage(
  db: Queryable,
  filter: ManageFilter,
): Promise<{ rows: (Omit<CourseManageRow, 'xf' | 'zxs'> & { xf: number; zxs: number })[]; total: number }> {
  const params = sqlParams();
  const conditions = [`course.sfqy = '1'`];
  if (filter.ywbm) conditions.push(`course.ywbm ilike ${params.add(containing(filter.ywbm))}`);
  if (filter.kcmc) conditions.push(`course.kcmc ilike ${params.add(containing(filter.kcmc))}`);
  for (const column of ['kkxy', 'kcsx', 'kcxz', 'kcbj'] as const)
    if (filter[column]) conditions.push(`course.${column} = ${params.add(filter[column])}`);
  const where = `where ${conditions.join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<Omit<CourseManageRow, 'xf' | 'zxs'> & { xf: number; zxs: number }>(
      `select course.kch, course.ywbm, course.kcmc, department.dwmc as kkxymc, coalesce(attribute.mc,
        course.kcsx) as kcsxmc,
          coalesce(nature.mc, course.kcxz) as kcxzmc, coalesce(category.mc, '') as kclbmc, course.xf, course.zxs
         from base.course ${named} ${where} order by course.ywbm limit ${params.add(filter.pageSize)}
         offset ${params.add((filter.pageNum - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total from base.course ${where}`, countValues),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
