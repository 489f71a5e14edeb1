import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import type { z } from 'zod';
import type {
  electivePlan,
  exportElectivePlans,
  electivePlanSorts,
} from '@jwxt/contracts/elective/elective.operations.ts';
import type { ElectiveShown } from '@jwxt/contracts/elective/elective.events.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import type { ListContent, WorkbookColumn } from '../kernel/workbook.ts';

type Plan = z.output<typeof electivePlan>;
type Filter = z.output<(typeof exportElectivePlans)['input']>;

interface PlanRow {
  planId: string;
  courseCode: string;
  courseBusinessCode: string;
  courseName: string;
  semester: string;
  semesterName: string;
  departmentName: string;
  category: string;
  zone: string;
  credit: number;
  totalHour: number;
  classPlanNum: number;
  classSize: number;
  teachers: ElectiveShown['teacherList'];
  isSchoolWide: string;
  ranges: ElectiveShown['rangeList'];
  passedAt: Date;
}

const planScope: ScopedRow = {
  target: 'application',
  DW: 'plan.department_id',
  XQ: 'plan.school_zone',
  own: ({ userName, gh }, params) =>
    `(plan.applicant_user = ${params.add(userName)} or plan.teacher_list @> jsonb_build_array(jsonb_build_object('gh',
      ` + `${params.add(gh ?? '')}::text)))`,
};

type PlanSort = (typeof electivePlanSorts)[number];
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<PlanSort, string>> = {
  courseName: byPinyin('course.kcmc'),
  semesterName: 'plan.semester_id',
  credit: 'plan.credit',
  totalHour: 'plan.total_hour',
  departmentName: byPinyin('(select dwmc from base.department where dwh = plan.department_id)'),
  passedTime: 'plan.passed_at',
};

/** One page of the plans in force in the person's scope, latest semester first. */
export async function listElectivePlans(
  db: Queryable,
  user: Principal,
  filter: Filter,
  { pageNo, pageSize, sort }: ListPage<PlanSort>,
): Promise<{ rows: Plan[]; total: number }> {
  const params = sqlParams();
  const from = asked(user, filter, 'publicCourseManage:query', params);
  const countValues = [...params.values];
  const [rows, count] = await Promise.all([
    db.query<PlanRow>(
      `${selected(from, sort)} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, countValues),
  ]);
  return { rows: rows.rows.map(planOf), total: count.rows[0]?.total ?? 0 };
}

/** All of them for a workbook, in the scope of the export's own permission. */
export function exportedElectivePlans(user: Principal, filter: Filter): Selection<Plan> {
  const params = sqlParams();
  return mapped(
    selection<PlanRow>(selected(asked(user, filter, 'publicCourseManage:exportExcel', params)), params.values),
    planOf,
  );
}

function asked(user: Principal, filter: Filter, permission: PermissionCode | null, params: SqlParams): string {
  const conditions = [scopeCondition(user, permission, planScope, params)];
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(
      `(course.kcmc ilike ${text} or course.ywbm ilike ${text} or plan.teacher_list::text ilike ${text})`,
    );
  }
  if (filter.semester) conditions.push(`plan.semester_id = ${params.add(filter.semester)}`);
  if (filter.publicCourseCategory)
    conditions.push(`plan.public_course_category = ${params.add(filter.publicCourseCategory)}`);
  return `from base.public_course_plan plan join base.course on course.kch = plan.kch
    where ${conditions.join(' and ')}`;
}

function selected(from: string, sort?: SortText<PlanSort>): string {
  return `select plan.plan_id as "planId", plan.kch as "courseCode", course.ywbm as "courseBusinessCode",
    course.kcmc as "courseName",
      plan.semester_id as semester,
              (select xnxqmc from base.semester where xnxq = plan.semester_id) as "semesterName",
                (select dwmc from base.department where dwh = plan.department_id) as "departmentName",
              coalesce((select mc from base.data_dict where dmlb = 'XTGL_GXKLB' and dm = plan.public_course_category),
                plan.public_course_category) as category,
              (select xqmc from base.campus where xqdm = plan.school_zone) as zone, plan.credit,
                plan.total_hour as "totalHour",
                plan.class_plan_num as "classPlanNum", plan.class_size as "classSize",
              plan.teacher_list as teachers, plan.is_school_wide as "isSchoolWide", plan.range_list as ranges,
                plan.passed_at as "passedAt"
         ${from}
    order by ${sortedOrder(sort, sortExpressions, 'plan.semester_id desc, course.ywbm, plan.plan_id')}`;
}

const tenths = (value: number): string => formatDecimal(value, 1, value % 10 === 0 ? 0 : 1);

function planOf({ category, zone, credit, totalHour, teachers, ranges, passedAt, ...row }: PlanRow): Plan {
  return {
    ...row,
    publicCourseCategoryName: category,
    schoolZoneName: zone,
    credit: tenths(credit),
    totalHour: tenths(totalHour),
    teacherNames: teachers.map(({ xm }) => xm).join('、'),
    rangeText:
      row.isSchoolWide === yesNo.yes
        ? '全校'
        : ranges
            .map(
              ({ attributeTypeName, values }) => `${attributeTypeName}：${values.map(({ name }) => name).join('、')}`,
            )
            .join('；'),
    passedTime: toDateTimeText(passedAt),
  };
}

const columns: readonly WorkbookColumn<Plan>[] = [
  { header: '学年学期', width: 26, value: (plan) => plan.semesterName },
  { header: '课程编号', width: 16, value: (plan) => plan.courseBusinessCode },
  { header: '课程名称', width: 30, value: (plan) => plan.courseName },
  { header: '公选课类别', width: 14, value: (plan) => plan.publicCourseCategoryName },
  { header: '学分', width: 8, value: (plan) => plan.credit, kind: 'number' },
  { header: '总学时', width: 8, value: (plan) => plan.totalHour, kind: 'number' },
  { header: '计划开班数', width: 12, value: (plan) => plan.classPlanNum, kind: 'number' },
  { header: '班级人数', width: 10, value: (plan) => plan.classSize, kind: 'number' },
  { header: '任课教师', width: 20, value: (plan) => plan.teacherNames },
  { header: '开课单位', width: 22, value: (plan) => plan.departmentName },
  { header: '上课校区', width: 12, value: (plan) => plan.schoolZoneName },
  { header: '选课范围', width: 40, value: (plan) => plan.rangeText },
  { header: '通过时间', width: 20, kind: 'time', value: (plan) => plan.passedTime },
];

/** Plans as xlsx, one row each. */
export function planWorkbook(plans: Selection<Plan>): ListContent<Plan> {
  return { sheet: '公选课计划', columns, rows: plans };
}
