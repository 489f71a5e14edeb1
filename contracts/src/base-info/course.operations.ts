import { z } from 'zod';
import { pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** Rows a page of a course list (PICKERS-017). */
export const COURSE_PAGE_SIZE = 20;
const coursePageSize = pageSize.default(COURSE_PAGE_SIZE);
const filterText = z.string().trim().max(60).optional();

/** A course under its English names (PICKERS-014). `semester` only where the list is of planned courses. */
export const courseRow = z.object({
  orderNum: z.number().int(),
  courseId: z.string(),
  businessCode: z.string(),
  courseName: z.string(),
  departmentName: z.string(),
  courseAttributeName: z.string(),
  courseNatureName: z.string(),
  courseCategoryName: z.string(),
  /** As shown (SCHEME-28). */
  credit: z.string(),
  totalHour: z.string(),
  semester: z.string().optional(),
});
export type CourseRow = z.output<typeof courseRow>;

/** A course under its abbreviated names (PICKERS-015); credit and hours as shown. */
export const courseManageRow = z.object({
  kch: z.string(),
  ywbm: z.string(),
  kcmc: z.string(),
  kkxymc: z.string(),
  kcsxmc: z.string(),
  kcxzmc: z.string(),
  kclbmc: z.string(),
  xf: z.string(),
  zxs: z.string(),
});
export type CourseManageRow = z.output<typeof courseManageRow>;

/** What courses are looked for by (PICKERS-019): part of number or name, and codes. */
export const courseFilter = z.object({
  /** Planned for it, or opened in it. */
  semester: filterText,
  /** Planned for this grade and major. */
  gradeMajorCode: filterText,
  /** Planned for students of this kind (dictionary XTGL_XSLB). */
  studyTypeCode: filterText,
  businessCode: filterText,
  courseName: filterText,
  departmentId: filterText,
  courseAttr: filterText,
  courseNature: filterText,
  courseType: filterText,
});
const coursePage = z.object({ rows: z.array(courseRow), total });
/** What courses are sorted by. */
export const courseSorts = [
  'businessCode',
  'courseName',
  'departmentName',
  'courseAttributeName',
  'courseNatureName',
  'courseCategoryName',
  'credit',
  'totalHour',
] as const;
const courseQuery = z.object({
  sort: sortBy(courseSorts),
  pageNo: pageNum,
  pageSize: coursePageSize,
  param: courseFilter.default({}),
});

/** PICKERS-019: courses in use. */
export const queryCourses = defineOperation({
  id: 'courseInfo.query',
  method: 'POST',
  path: '/scheme/courseInfo/query',
  access: { permission: 'courseInfo:query' },
  scope: noScope.picking,
  summary: '课程查询',
  encoding: 'json',
  outcome: 'query',
  input: courseQuery,
  output: coursePage,
});
/** PICKERS-020: courses that have been taught, in use or not. */
export const queryOldCourses = defineOperation({
  id: 'courseInfo.queryOldCourse',
  method: 'POST',
  path: '/scheme/courseInfo/queryOldCourse',
  access: { permission: 'courseInfo:query' },
  scope: noScope.picking,
  summary: '已开课程查询',
  encoding: 'json',
  outcome: 'query',
  input: courseQuery,
  output: coursePage,
});
/** PICKERS-021: the course library; the page travels in the address. */
export const queryCourseManage = defineOperation({
  id: 'courseManage.queryList',
  method: 'POST',
  path: '/baseInfo/courseManage/queryList',
  access: { permission: 'courseManage:query' },
  scope: noScope.picking,
  summary: '课程库查询',
  encoding: 'form',
  inAddress: ['pageNum', 'pageSize'],
  outcome: 'query',
  input: z.object({
    pageNum,
    pageSize: coursePageSize,
    ywbm: filterText,
    kcmc: filterText,
    kkxy: filterText,
    kcsx: filterText,
    kcxz: filterText,
    kcbj: filterText,
  }),
  output: z.object({ rows: z.array(courseManageRow), total }),
});

/** A planned course as the score area chooses it (PICKERS-022): `planId` is its place in the plan of a student. */
export const planCourseRow = z.object({
  planId: z.string(),
  kch: z.string(),
  ywbm: z.string(),
  kcmc: z.string(),
  kkxymc: z.string(),
  kcsxmc: z.string(),
  xf: z.string(),
  xnxq: z.string(),
});
export type PlanCourseRow = z.output<typeof planCourseRow>;
/** Courses of the plan of a student in scope, by term. */
export const queryPlanCourses = defineOperation({
  id: 'courseInfo.queryPlanCourse',
  method: 'POST',
  path: '/scheme/courseInfo/queryPlanCourse',
  access: { permission: 'personalCoursePlan:query' },
  scope: 'student',
  summary: '学生计划课程查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1),
    ywbm: filterText,
    kcmc: filterText,
    pageNum,
    pageSize: coursePageSize,
  }),
  output: z.object({ rows: z.array(planCourseRow), total }),
});

/** Types of hours (PICKERS-107), dictionary XTGL_XSLX. */
export const findHourTypes = defineOperation({
  id: 'hourType.findAll',
  method: 'GET',
  path: '/baseInfo/hourType/findAll',
  access: { signedIn: '学时类型是全校通用的代码，不含业务数据' },
  summary: '学时类型',
  input: z.object({}),
  output: z.array(z.object({ xsbh: z.string(), xsmc: z.string() })),
});

export const courseOperations = [
  queryCourses,
  queryOldCourses,
  queryCourseManage,
  queryPlanCourses,
  findHourTypes,
] as const;
