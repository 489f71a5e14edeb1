import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, wholeNumber, yesNoFlag } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { planSource, planStatus } from './execution-plan.vocabulary.ts';
import type { PlanChangeKind } from './plan-difference.ts';
import { TERMS_AT_MOST } from './term.rules.ts';

const key = z.string().min(1, '必填').max(64);
const rowKey = z.string().min(1).max(140);
const count = z.number().int().min(0);
const term = wholeNumber('应为整数').min(1, '应在 1 到 12 之间').max(TERMS_AT_MOST, '应在 1 到 12 之间');
const courses = z.array(key).min(1, '请至少选择一门课程').max(100, '一次最多选择 100 门课程');
const path = (action: string) => `/scheme/trainingExecutionPlan/${action}`;
const mayQuery = { access: { permission: 'trainingExecutionPlan:query' as const }, scope: 'resource' as const };

/** A row of a plan as the matrix shows it; credit and hours as people write them. */
const planCell = z.object({
  executionPlanId: z.string(),
  version: z.string(),
  courseId: z.string(),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  term: count,
  semesterId: z.string(),
  courseSystemId: z.string(),
  courseSystemName: z.string(),
  openDepartmentName: z.string(),
  courseAttribute: z.string(),
  courseAttributeName: z.string(),
  courseNatureName: z.string(),
  credit: z.string(),
  totalHour: z.string(),
  weekHours: z.string(),
  hours: z.array(z.object({ xsmc: z.string(), xs: z.string() })),
  startEndWeek: z.string(),
  examMethodName: z.string(),
  directionName: z.string(),
  specialItemSign: yesNoFlag,
  planSource: z.enum(planSource),
  planStatus: z.enum(planStatus),
  openStatus: yesNoFlag,
  /** Why it cannot be changed here; empty: it can. */
  fixed: z.string(),
  /** Classes that do not follow it. */
  exceptions: count,
});
export type PlanCell = z.output<typeof planCell>;

/** Grade-majors whose plans are in scope, by any part of code or name; that of `code` is among them if it is. */
export const planGradeMajors = defineOperation({
  id: 'trainingExecutionPlan.gradeMajors',
  method: 'GET',
  path: path('gradeMajors'),
  ...mayQuery,
  summary: '可选的年级专业',
  outcome: 'query',
  input: z.object({ keyword: z.string().trim().max(60).optional(), code: z.string().max(64).optional() }),
  output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), number: z.string() })) }),
});

/** The whole plan of a grade-major (SCHEME-13). */
export const queryPlanDetail = defineOperation({
  id: 'trainingExecutionPlan.queryDetail',
  method: 'GET',
  path: path('queryDetail'),
  ...mayQuery,
  summary: '年级专业的执行计划',
  input: z.object({ gradeMajorId: key }),
  output: z.object({
    gradeMajorId: z.string(),
    gradeMajorName: z.string(),
    departmentName: z.string(),
    grade: z.string(),
    /** Length of study in terms. */
    terms: count,
    /** In which term the grade is now; 0: it has not begun. */
    currentTerm: z.number().int(),
    schemeVersionName: z.string(),
    /** What the grade-major asks for; empty where nobody has said. */
    totalCredit: z.string(),
    requiredCredit: z.string(),
    electiveCredit: z.string(),
    /** Whether a scheme in use is there to generate from. */
    mayGenerate: z.boolean(),
    rows: z.array(planCell),
  }),
});
export type PlanDetail = z.output<typeof queryPlanDetail.output>;

/** What modules and classes ask for, and what the plan has there (SCHEME-13). */
export const queryPlanLimit = defineOperation({
  id: 'trainingExecutionPlan.queryLimit',
  method: 'GET',
  path: path('queryLimit'),
  ...mayQuery,
  summary: '执行计划的模块学分要求',
  input: z.object({ gradeMajorId: key }),
  output: z.object({
    list: z.array(
      z.object({
        nodeId: z.string(),
        name: z.string(),
        depth: count,
        minCredit: z.string(),
        maxCredit: z.string(),
        arrangedCredit: z.string(),
        courseNum: count,
        /** Credits that are missing; empty: none. */
        missing: z.string(),
      }),
    ),
  }),
});
export type PlanLimit = z.output<typeof queryPlanLimit.output>['list'][number];

/** The classes of courses of the grade-major's version, for a row's place (SCHEME-13). */
export const queryPlanCourseSystem = defineOperation({
  id: 'trainingExecutionPlan.queryCourseSys',
  method: 'GET',
  path: path('queryCourseSys'),
  ...mayQuery,
  summary: '年级专业的课程分类',
  input: z.object({ gradeMajorId: key }),
  output: z.object({ list: z.array(z.object({ courseSystemId: z.string(), courseSystemName: z.string() })) }),
});

/** The items of a plan row's course in its semester (SCHEME-13, 34). */
export const queryPlanSpecialItem = defineOperation({
  id: 'trainingExecutionPlan.querySpecialItem',
  method: 'GET',
  path: path('querySpecialItem'),
  ...mayQuery,
  summary: '执行计划课程的专项',
  input: z.object({ key: rowKey }),
  output: z.object({
    list: z.array(
      z.object({
        specialItemId: z.string(),
        itemName: z.string(),
        itemTypeName: z.string(),
        capacity: z.number().int().nullable(),
        studentNum: count,
      }),
    ),
  }),
});

const changeKinds = ['new', 'changed', 'gone', 'hand', 'fixed', 'same'] as const satisfies readonly PlanChangeKind[];
const gradeMajors = z.array(key).min(1, '请选择年级专业').max(200, '一次最多 200 个年级专业');

/** What generating would do to each plan, so that it is seen before (SCHEME-13). */
export const planDifferences = defineOperation({
  id: 'trainingExecutionPlan.generateDifferences',
  method: 'POST',
  path: path('generateDifferences'),
  access: { permission: 'trainingExecutionPlan:generate' },
  scope: 'resource',
  summary: '生成执行计划的差异',
  encoding: 'json',
  outcome: 'query',
  input: z.object({ majorSchemaKey: key.optional(), gradeMajorIds: gradeMajors }),
  output: z.object({
    list: z.array(
      z.object({
        gradeMajorId: z.string(),
        gradeMajorName: z.string(),
        majorSchemaKey: z.string(),
        schemaName: z.string(),
        /** Why nothing can be generated; empty: it can. */
        problem: z.string(),
        same: count,
        changes: z.array(
          z.object({
            executionPlanId: z.string(),
            kind: z.enum(changeKinds),
            courseBusinessCode: z.string(),
            courseName: z.string(),
            term: count,
            credit: z.string(),
            reason: z.string(),
            fields: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
          }),
        ),
      }),
    ),
    /** Of all that is told here: what is carried out is this and nothing else. */
    digest: z.string(),
  }),
});
export type PlanDifferences = z.output<typeof planDifferences.output>;

const generation = {
  majorSchemaKey: key.optional(),
  gradeMajorIds: gradeMajors,
  /** Rows whose changes by hand are given up. */
  overwritten: z.array(rowKey).max(2_000).default([]),
  digest: z.string().max(64),
};
const generated = z.object({ created: count, updated: count, deleted: count, kept: count });
export const generatePlansOperation = defineOperation({
  id: 'trainingExecutionPlan.generate',
  method: 'POST',
  path: path('generate'),
  access: { permission: 'trainingExecutionPlan:generate' },
  scope: 'resource',
  summary: '按方案生成执行计划',
  encoding: 'json',
  outcome: 'generate',
  input: z.object({ commandId, ...generation }),
  output: generated,
});
/**
 * Makes the plans of grade-majors what their schemes in use say, as it was shown; `digest` null: as it comes, for
 * programs, which nobody has shown anything.
 */
export const generatePlans = defineCommand(
  'trainingExecutionPlan.generate',
  z.object({ ...generation, digest: generation.digest.nullable() }),
  generated,
);

const batch = {
  keys: z.array(rowKey).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条'),
  term: term.optional(),
  openDepartmentId: key.optional(),
  examMethod: key.optional(),
  startEndWeek: z.string().trim().max(60).optional(),
};
const changeable = ['term', 'openDepartmentId', 'examMethod', 'startEndWeek'] as const;
const batchDone = z.object({
  updated: count,
  kept: z.array(z.object({ key: z.string(), message: z.string() })),
});
export const batchUpdatePlansOperation = defineOperation({
  id: 'trainingExecutionPlan.batchUpdate',
  method: 'POST',
  path: path('batchUpdate'),
  access: { permission: 'trainingExecutionPlan:update' },
  scope: 'resource',
  summary: '批量修改执行计划',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ commandId, ...batch }).refine((given) => changeable.some((name) => given[name] !== undefined), {
    path: ['term'],
    message: '请至少修改一项',
  }),
  output: batchDone,
});
/** Moves rows to another term, or gives them another unit, exam or weeks; rows that are fixed stay and are told. */
export const batchUpdatePlans = defineCommand('trainingExecutionPlan.batchUpdate', z.object(batch), batchDone);

const fromCourse = { gradeMajorId: key, term, courseSystemId: key.optional(), courseIds: courses };
const courseDone = z.object({ created: count, already: count });
export const createFromCourseOperation = defineOperation({
  id: 'trainingExecutionPlan.createFromCourse',
  method: 'POST',
  path: path('createFromCourse'),
  access: { permission: 'trainingExecutionPlan:create' },
  scope: 'resource',
  summary: '从课程库加入执行计划',
  encoding: 'json',
  outcome: 'add',
  input: z.object({ commandId, ...fromCourse }),
  output: courseDone,
});
/** Adds courses of the library to a term of a plan; those that the plan has already stay where they are. */
export const createFromCourse = defineCommand(
  'trainingExecutionPlan.createFromCourse',
  z.object(fromCourse),
  courseDone,
);

/** The plan as a printable document, by term. */
export const exportPlanDocument = defineOperation({
  id: 'trainingExecutionPlan.export',
  method: 'POST',
  path: path('export'),
  access: { permission: 'trainingExecutionPlan:exportExcel' },
  scope: 'resource',
  summary: '打印年级专业执行计划',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ gradeMajorId: key }),
  output: z.unknown(),
});

/** The plan with the hours of each type, as a workbook. */
export const exportPlanDetail = defineOperation({
  id: 'trainingExecutionPlan.exportDetail',
  method: 'POST',
  path: path('exportDetail'),
  access: { permission: 'trainingExecutionPlan:exportExcel' },
  scope: 'resource',
  summary: '导出年级专业执行计划明细',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ gradeMajorId: key }),
  output: z.unknown(),
});

export const executionPlanOperations = [
  planGradeMajors,
  queryPlanDetail,
  queryPlanLimit,
  queryPlanCourseSystem,
  queryPlanSpecialItem,
  planDifferences,
  generatePlansOperation,
  batchUpdatePlansOperation,
  createFromCourseOperation,
  exportPlanDocument,
  exportPlanDetail,
] as const;
