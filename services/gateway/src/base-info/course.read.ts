import type { z } from 'zod';
import type {
  courseFilter,
  CourseManageRow,
  CourseRow,
  queryCourseManage,
} from '@jwxt/contracts/base-info/course.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

type CourseFilter = z.output<typeof courseFilter>;
type ManageFilter = z.output<(typeof queryCourseManage)['input']>;

/** Names behind the codes of a course `k`. */
const named = `join base.department d on d.dwh = k.kkxy
  left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = k.kcsx
  left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = k.kcxz
  left join base.data_dict category on category.dmlb = 'XTGL_KCLBDMJ' and category.dm = k.kclb`;

/**
 * Courses in use, or those that have ever been taught, by number. Asked for a grade and major, each tells the semester
 * it is planned for (PICKERS-013).
 */
export async function listCourses(
  db: Queryable,
  filter: CourseFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  which: 'inUse' | 'taught',
): Promise<{ rows: CourseRow[]; total: number }> {
  const params = sqlParams();
  const conditions = [
    which === 'inUse'
      ? `k.sfqy = '1'`
      : 'exists (select from base.teaching_class taught where taught.course_id = k.kch)',
  ];
  const plan = filter.gradeMajorCode
    ? `join base.execution_plan p on p.kch = k.kch and p.njzydm = ${params.add(filter.gradeMajorCode)}`
    : '';
  if (filter.semester) {
    const semester = params.add(filter.semester);
    conditions.push(
      plan === ''
        ? `(exists (select from base.teaching_class opened where opened.course_id = k.kch
            and opened.semester_id = ${semester})
      or exists (select from base.execution_plan planned where planned.kch = k.kch and planned.xnxq = ${semester}))`
        : `p.xnxq = ${semester}`,
    );
  }
  if (filter.studyTypeCode) {
    conditions.push(
      `exists (select from base.execution_plan planned join base.grade_major m on m.njzydm = planned.njzydm
          where planned.kch = k.kch and m.xslbdm = ${params.add(filter.studyTypeCode)})`,
    );
  }
  if (filter.businessCode) conditions.push(`k.ywbm ilike ${params.add(containing(filter.businessCode))}`);
  if (filter.courseName) conditions.push(`k.kcmc ilike ${params.add(containing(filter.courseName))}`);
  for (const [column, value] of [
    ['kkxy', filter.departmentId],
    ['kcsx', filter.courseAttr],
    ['kcxz', filter.courseNature],
    ['kcbj', filter.courseType],
  ] as const) {
    if (value) conditions.push(`k.${column} = ${params.add(value)}`);
  }
  const from = `from base.course k ${plan}`;
  const where = `where ${conditions.join(' and ')}`;
  const first = (pageNo - 1) * pageSize;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<Omit<CourseRow, 'orderNum'>>(
      `select k.kch as "courseId", k.ywbm as "businessCode", k.kcmc as "courseName", d.dwmc as "departmentName",
          coalesce(attribute.mc, k.kcsx) as "courseAttributeName",
              coalesce(nature.mc, k.kcxz) as "courseNatureName",
                coalesce(category.mc, '') as "courseCategoryName" ${plan === '' ? '' : ', p.xnxq as semester'}
         ${from} ${named} ${where} order by k.ywbm limit ${params.add(pageSize)} offset ${params.add(first)}`,
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
  const conditions = [`k.sfqy = '1'`];
  if (filter.ywbm) conditions.push(`k.ywbm ilike ${params.add(containing(filter.ywbm))}`);
  if (filter.kcmc) conditions.push(`k.kcmc ilike ${params.add(containing(filter.kcmc))}`);
  for (const column of ['kkxy', 'kcsx', 'kcxz', 'kcbj'] as const)
    if (filter[column]) conditions.push(`k.${column} = ${params.add(filter[column])}`);
  const where = `where ${conditions.join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<Omit<CourseManageRow, 'xf' | 'zxs'> & { xf: number; zxs: number }>(
      `select k.kch, k.ywbm, k.kcmc, d.dwmc as kkxymc, coalesce(attribute.mc, k.kcsx) as kcsxmc,
          coalesce(nature.mc, k.kcxz) as kcxzmc, coalesce(category.mc, '') as kclbmc, k.xf, k.zxs
         from base.course k ${named} ${where} order by k.ywbm limit ${params.add(filter.pageSize)}
         offset ${params.add((filter.pageNum - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total from base.course k ${where}`, countValues),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
