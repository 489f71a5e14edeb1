import { z } from 'zod';
import { pageNum, pageSize, semesterKey, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { planSource, taskStatus } from './execution-plan.vocabulary.ts';

const text = z.string().trim().max(64).optional();
const count = z.number().int().min(0);
const filter = {
  semesterId: semesterKey.optional(),
  keyword: text,
  gradeMajorId: text,
  departmentId: text,
  openDepartmentId: text,
  courseAttribute: text,
  planSource: z.enum(planSource).optional(),
  taskStatus: z.enum(taskStatus).optional(),
};

/**
 * A course that a grade-major is to be taught in a semester (SCHEME-27): its plan and the common plans, less the
 * exceptions of classes. By class it stands in `base.course_plan`, from which teaching tasks are made.
 */
export const coursePlanRow = z.object({
  /** Of the execution plan and the semester. */
  coursePlanId: z.string(),
  executionPlanId: z.string(),
  semesterId: z.string(),
  courseId: z.string(),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  openDepartmentId: z.string(),
  openDepartmentName: z.string(),
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  /** Of the classes that take it. */
  studentNum: count,
  /** Students of the grade-major who owe the course from an earlier semester; planned apart. */
  owedNum: count,
  classNames: z.string(),
  courseAttribute: z.string(),
  courseAttributeName: z.string(),
  credit: z.string(),
  totalHour: z.string(),
  planSource: z.enum(planSource),
  taskStatus: z.enum(taskStatus),
});
export type CoursePlanRow = z.output<typeof coursePlanRow>;

/** Grade-majors whose course plans are in scope, by any part of code or name; that of `code` is among them if it is. */
export const coursePlanGradeMajors = defineOperation({
  id: 'coursePlan.gradeMajors',
  method: 'GET',
  path: '/scheme/coursePlan/gradeMajors',
  access: { permission: 'coursePlan:query' },
  scope: 'resource',
  summary: '可查看开课计划的年级专业',
  outcome: 'query',
  input: z.object({ keyword: z.string().trim().max(60).optional(), code: z.string().max(64).optional() }),
  output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), number: z.string() })) }),
});

/** What the list is sorted by. */
export const coursePlanSorts = [
  'courseName',
  'gradeMajorName',
  'openDepartmentName',
  'courseAttribute',
  'credit',
  'studentNum',
  'planSource',
  'taskStatus',
] as const;

/** 开课计划 of a semester; without one that of the current. */
export const queryCoursePlan = defineOperation({
  id: 'coursePlan.query',
  method: 'POST',
  path: '/scheme/coursePlan/query',
  access: { permission: 'coursePlan:query' },
  scope: 'resource',
  summary: '开课计划',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(coursePlanSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    semesterId: z.string(),
    rows: z.array(coursePlanRow),
    total,
    /** Of all rows that are found. */
    counts: z.object({ courses: count, gradeMajors: count, students: count, made: count, notOpened: count }),
  }),
});
export const exportCoursePlan = defineOperation({
  id: 'coursePlan.exportExcel',
  method: 'POST',
  path: '/scheme/coursePlan/exportExcel',
  access: { permission: 'coursePlan:exportExcel' },
  scope: 'resource',
  summary: '导出开课计划',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

export const coursePlanOperations = [coursePlanGradeMajors, queryCoursePlan, exportCoursePlan] as const;
