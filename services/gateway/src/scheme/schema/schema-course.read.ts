import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What the library says of a course; credit and hours in tenths. */
export interface CourseFacts {
  readonly courseCode: string;
  readonly courseBusinessCode: string;
  readonly courseName: string;
  readonly openDepartmentName: string;
  readonly credit: number;
  readonly totalHour: number;
  readonly weekHours: number | null;
  readonly courseAttribute: string;
  readonly courseNature: string;
  readonly examMethod: string;
  readonly examWay: string | null;
  readonly hours: readonly { readonly xsbh: string; readonly xsmc: string; readonly xs: number }[];
}

const factColumns = `course.kch as "courseCode", course.ywbm as "courseBusinessCode", course.kcmc as "courseName",
  unit.dwmc as "openDepartmentName", course.xf as credit, course.zxs as "totalHour", course.zhxs as "weekHours",
  course.kcsx as "courseAttribute", course.kcxz as "courseNature", course.khfs as "examMethod",
  course.ksfs as "examWay",
  coalesce((select jsonb_agg(jsonb_build_object('xsbh', hour.xsbh, 'xsmc', coalesce(entry.mc, hour.xsbh), 'xs', hour.xs)
      order by hour.xsbh) from base.course_hour hour
    left join base.data_dict entry on entry.dmlb = 'XTGL_XSLX' and entry.dm = hour.xsbh
      where hour.kch = course.kch), '[]')
    as hours`;
const fromCourse = 'from base.course join base.department unit on unit.dwh = course.kkxy';

/** A course that says no types has all its hours as theory. */
function withHours<Row extends CourseFacts>(row: Row): Row {
  return row.hours.length > 0 || row.totalHour === 0
    ? row
    : { ...row, hours: [{ xsbh: '1', xsmc: '理论', xs: row.totalHour }] };
}

/** Courses by their keys. */
export async function readCourseFacts(db: Queryable, codes: readonly string[]): Promise<CourseFacts[]> {
  const { rows } = await db.query<CourseFacts>(`select ${factColumns} ${fromCourse} where course.kch = any($1)`, [
    codes,
  ]);
  return rows.map(withHours);
}

/** Courses by the numbers that people see. */
export async function readCoursesByNumber(db: Queryable, numbers: readonly string[]): Promise<CourseFacts[]> {
  const { rows } = await db.query<CourseFacts>(`select ${factColumns} ${fromCourse} where course.ywbm = any($1)`, [
    numbers,
  ]);
  return rows.map(withHours);
}

/** Courses of a group in use, in its order, with the term that it suggests. */
export async function readGroupCourses(db: Queryable, courseGroupId: string) {
  const { rows } = await db.query<CourseFacts & { suggested: number | null }>(
    `select ${factColumns}, detail.term as suggested ${fromCourse}
       join base.course_group_detail detail on detail.course_id = course.kch
       join base.course_group own on own.course_group_id = detail.course_group_id and own.sfqy = '1'
      where detail.course_group_id = $1 and course.sfqy = '1' order by detail.sort_num, course.ywbm`,
    [courseGroupId],
  );
  return rows.map(withHours);
}

/** Groups in use, with their courses. */
export async function readGroups(db: Queryable, keyword: string) {
  const { rows } = await db.query<{
    courseGroupId: string;
    courseGroupName: string;
    departmentName: string;
    groupType: string;
    courses: { courseCode: string; courseName: string; term: number | null }[];
  }>(
    `select course_group_id as "courseGroupId", course_group_name as "courseGroupName", dwmc as "departmentName",
            group_type as "groupType",
            (select jsonb_agg(jsonb_build_object('courseCode', kch, 'courseName', kcmc, 'term', detail.term)
                order by detail.sort_num, ywbm)
               from base.course_group_detail detail join base.course on kch = detail.course_id
              where detail.course_group_id = own.course_group_id) as courses
       from base.course_group own join base.department on dwh = department_id
      where own.sfqy = '1' and course_group_name ilike '%' || $1 || '%'
        and exists (select from base.course_group_detail detail where detail.course_group_id = own.course_group_id)
      order by course_group_name limit 100`,
    [keyword],
  );
  return rows;
}
