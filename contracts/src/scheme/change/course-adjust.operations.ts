import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { dictionaryCode } from '../../kernel/dictionary-code.ts';
import { commandId, dateTimeText, decimalText, pageNum, pageSize, total, wholeNumber } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { parseDecimal } from '../../kernel/number-text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { TERMS_AT_MOST } from '../plan/term.rules.ts';
import { approvedView } from './approved-view.ts';
import { courseAdjustType } from './course-adjust.vocabulary.ts';

/** Longest reason. */
export const ADJUST_REASON_MAX = 200;

const key = z.string().min(1, '必填').max(140);
const code = z.string().min(1).max(64);
const path = (action: string): `/${string}` => `/scheme/courseAdjustInfo/${action}`;
const mayQuery = { access: { permission: 'courseAdjustInfo:query' as const }, scope: 'resource' as const };
const tenthsText = (max: number) =>
  decimalText({ places: 1, min: 0, max }).transform((text) => parseDecimal(text, 1) ?? 0);

/** What is to be different, as forms send it: decimals as text. */
const afterSent = z.object({
  term: wholeNumber('应为整数').min(1, '应在 1 到 12 之间').max(TERMS_AT_MOST, '应在 1 到 12 之间').optional(),
  courseSystemId: code.optional(),
  courseAttribute: code.optional(),
  courseNature: code.optional(),
  credit: tenthsText(100).optional(),
  totalHour: tenthsText(2000).optional(),
  weekHours: tenthsText(60).optional(),
  hours: z
    .array(z.object({ xsbh: code, xs: tenthsText(2000) }))
    .max(20, '最多 20 项')
    .refine((rows) => new Set(rows.map((row) => row.xsbh)).size === rows.length, '学时类型重复')
    .optional(),
  examMethod: code.optional(),
  openDepartmentId: code.optional(),
});
const tenths = z.number().int().min(0).optional();
/** The same in tenths, as it is kept; codes stand in their dictionaries. */
const adjustedContent = z.object({
  term: z.number().int().min(1).max(TERMS_AT_MOST).optional(),
  courseSystemId: code.optional(),
  courseAttribute: dictionaryCode('XTGL_KCSXDMJ').optional(),
  courseNature: dictionaryCode('XTGL_KCXZDMJ').optional(),
  credit: tenths,
  totalHour: tenths,
  weekHours: tenths,
  hours: z.array(z.object({ xsbh: dictionaryCode('XTGL_XSLX'), xs: z.number().int().min(0) })).optional(),
  examMethod: dictionaryCode('XTGL_KSXS').optional(),
  openDepartmentId: code.optional(),
});

const target = {
  adjustType: z.enum(courseAdjustType, '请选择调整类型'),
  gradeMajorId: z.string().min(1, '请选择年级专业').max(64),
  executionPlanId: key.optional(),
  newCourseId: key.optional(),
};
const adjustReason = z
  .string()
  .trim()
  .min(1, '必填')
  .max(ADJUST_REASON_MAX, `最多 ${String(ADJUST_REASON_MAX)} 个字符`);

/** A difference of one row in words. */
const toldField = z.object({ label: z.string(), before: z.string(), after: z.string() });
/** A row of a plan before and after, in words. */
export const toldChange = z.object({
  executionPlanId: z.string(),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  /** 新增, 删除 or 修改. */
  kind: z.enum(['new', 'gone', 'changed']),
  fields: z.array(toldField),
});
export type ToldChange = z.output<typeof toldChange>;

/** An application as lists tell it. */
export const courseAdjustItem = z.object({
  applyId: z.string(),
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  departmentName: z.string(),
  adjustType: z.enum(courseAdjustType),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  /** With a replacement: the course that comes. */
  newCourseName: z.string(),
  /** What changes, in one line. */
  changeContent: z.string(),
  creditDiff: z.string(),
  adjustReason: z.string(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  implementStatus: z.enum(['0', '1']),
  implementTime: dateTimeText.nullable(),
  own: z.boolean(),
  awaitsMe: z.boolean(),
});
export type CourseAdjustItem = z.output<typeof courseAdjustItem>;

export const adjustFilter = {
  view: approvedView,
  keyword: z.string().trim().max(60).optional(),
  gradeMajorId: key.optional(),
  adjustType: z.enum(courseAdjustType).optional(),
};

/** What the list is sorted by. */
export const adjustSorts = ['gradeMajorName', 'creditDiff', 'applyTime', 'implementTime', 'status'] as const;

/** Applications to change plans (SCHEME-32). */
export const queryCourseAdjust = defineOperation({
  id: 'courseAdjustInfo.query',
  method: 'POST',
  path: path('query'),
  ...mayQuery,
  summary: '课程调整申请列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...adjustFilter, sort: sortBy(adjustSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(courseAdjustItem), total, todo: total }),
});

/** Courses of the library that the plan does not have yet. */
export const queryNewCourse = defineOperation({
  id: 'courseAdjustInfo.queryNewCourse',
  method: 'POST',
  path: path('queryNewCourse'),
  ...mayQuery,
  summary: '可加入计划的课程',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ gradeMajorId: key, keyword: z.string().trim().max(60).optional() }),
  output: z.object({
    list: z.array(
      z.object({
        courseId: z.string(),
        courseBusinessCode: z.string(),
        courseName: z.string(),
        credit: z.string(),
        totalHour: z.string(),
      }),
    ),
  }),
});

/** Rows of the plan, each with why it cannot be adjusted (empty: it can). */
export const queryExistCourse = defineOperation({
  id: 'courseAdjustInfo.queryExistCourse',
  method: 'GET',
  path: path('queryExistCourse'),
  ...mayQuery,
  summary: '计划中的课程',
  input: z.object({ gradeMajorId: key }),
  output: z.object({
    list: z.array(
      z.object({
        executionPlanId: z.string(),
        courseBusinessCode: z.string(),
        courseName: z.string(),
        term: z.number().int(),
        credit: z.string(),
        totalHour: z.string(),
        weekHours: z.string(),
        courseSystemId: z.string(),
        openDepartmentId: z.string(),
        examMethod: z.string(),
        problem: z.string(),
      }),
    ),
  }),
});

/** Hours of a row by type, and the types that there are. */
export const queryPlanHours = defineOperation({
  id: 'courseAdjustInfo.queryPlanHours',
  method: 'GET',
  path: path('queryPlanHours'),
  ...mayQuery,
  summary: '计划课程的学时',
  input: z.object({ executionPlanId: key }),
  output: z.object({
    totalHour: z.string(),
    list: z.array(z.object({ xsbh: z.string(), xsmc: z.string(), xs: z.string() })),
  }),
});

/** What an application would do: each row before and after, the credits that it moves, and why it cannot be. */
export const queryAdjustedSchema = defineOperation({
  id: 'courseAdjustInfo.querySchema',
  method: 'POST',
  path: path('querySchema'),
  ...mayQuery,
  summary: '调整前后的课程与学分',
  encoding: 'json',
  outcome: 'query',
  input: z.object({ ...target, after: afterSent, applyId: key.optional() }),
  output: z.object({
    changes: z.array(toldChange),
    credits: z.array(
      z.object({
        name: z.string(),
        before: z.string(),
        after: z.string(),
        minCredit: z.string(),
        maxCredit: z.string(),
        problem: z.string(),
      }),
    ),
    creditDiff: z.string(),
    /** Empty: it can be asked for. */
    problem: z.string(),
  }),
});
export type AdjustedSchema = z.output<typeof queryAdjustedSchema.output>;

const applied = z.object({ applyId: z.string() });
export const insertCourseAdjustOperation = defineOperation({
  id: 'courseAdjustInfo.insertByType',
  method: 'POST',
  path: path('insertByType'),
  access: { permission: 'courseAdjustInfo:insertByType' },
  scope: 'resource',
  summary: '新增课程调整申请',
  encoding: 'json',
  outcome: 'add',
  input: z.object({ commandId, ...target, after: afterSent, adjustReason }),
  output: applied,
});
/** Keeps an application that is not sent yet; what cannot be asked for is refused at once. */
export const insertCourseAdjust = defineCommand(
  'courseAdjustInfo.insertByType',
  z.object({ ...target, after: adjustedContent, adjustReason }),
  applied,
);

export const updateCourseAdjustOperation = defineOperation({
  id: 'courseAdjustInfo.update',
  method: 'PUT',
  path: path('update'),
  access: { permission: 'courseAdjustInfo:update' },
  scope: 'resource',
  summary: '修改课程调整申请',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ commandId, applyId: key, after: afterSent, adjustReason }),
  output: applied,
});
/** Changes an own application that is a draft, or came back. */
export const updateCourseAdjust = defineCommand(
  'courseAdjustInfo.update',
  z.object({ applyId: key, after: adjustedContent, adjustReason }),
  applied,
);

export const deleteCourseAdjustOperation = defineOperation({
  id: 'courseAdjustInfo.delete',
  method: 'DELETE',
  path: path('delete'),
  access: { permission: 'courseAdjustInfo:delete' },
  scope: 'resource',
  summary: '删除课程调整申请',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, applyId: key }),
  output: applied,
});
/** Deletes an own draft; what was ever sent stays. */
export const deleteCourseAdjust = defineCommand('courseAdjustInfo.delete', z.object({ applyId: key }), applied);

export const submitCourseAdjustOperation = defineOperation({
  id: 'courseAdjustInfo.submitApproval',
  method: 'POST',
  path: path('submitApproval'),
  access: { permission: 'courseAdjustInfo:submitApproval' },
  scope: 'resource',
  summary: '课程调整申请送审',
  encoding: 'form',
  outcome: 'submitForApproval',
  input: z.object({ commandId, applyId: key }),
  output: applied,
});
/** Sends an own application for approval, judged anew by the plan of this moment. */
export const submitCourseAdjust = defineCommand(
  'courseAdjustInfo.submitApproval',
  z.object({ applyId: key }),
  applied,
  { shownIn: ['approval-list', 'approval-log', 'todo-queue'] },
);

export const exportCourseAdjust = defineOperation({
  id: 'courseAdjustInfo.export',
  method: 'POST',
  path: path('export'),
  access: { permission: 'courseAdjustInfo:export' },
  scope: 'resource',
  summary: '导出课程调整申请',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(adjustFilter),
  output: z.unknown(),
});

export const courseAdjustOperations = [
  queryCourseAdjust,
  queryNewCourse,
  queryExistCourse,
  queryPlanHours,
  queryAdjustedSchema,
  insertCourseAdjustOperation,
  updateCourseAdjustOperation,
  deleteCourseAdjustOperation,
  submitCourseAdjustOperation,
  exportCourseAdjust,
] as const;
