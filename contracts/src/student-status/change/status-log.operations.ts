import { z } from 'zod';
import { dateText, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';

const path = (action: string): `/${string}` => `/studentStatus/statusLog/${action}`;
const filter = {
  keyword: z.string().trim().max(60).optional(),
  operation: z.string().trim().max(20).optional(),
  fromDate: dateText.optional(),
  toDate: dateText.optional(),
};

/** One thing that happened to a student's status, field by field. */
const logRow = z.object({
  logTime: dateTimeText,
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  /** 入学, 异动, 更正, 分流, 取消, 申请. */
  operation: z.string(),
  fieldName: z.string(),
  beforeValue: z.string(),
  afterValue: z.string(),
  effectiveDate: z.string(),
  operatorName: z.string(),
  applyId: z.string(),
});
export type StatusLogRow = z.output<typeof logRow>;

/** What the list is sorted by; not by who did it, which is looked for in the operation log, row by row. */
export const statusLogSorts = ['logTime', 'studentNumber', 'departmentName', 'effectiveDate'] as const;

/** STUDENT-STATUS-40 学籍日志: what became of the status of students, by whom, with what stood before. */
export const queryStatusLog = defineOperation({
  id: 'statusLog.query',
  method: 'POST',
  path: path('query'),
  access: { permission: 'statusLog:query' },
  scope: 'student',
  summary: '学籍日志',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(statusLogSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(logRow), total }),
});

export const exportStatusLog = defineOperation({
  id: 'statusLog.exportExcel',
  method: 'POST',
  path: path('exportExcel'),
  access: { permission: 'statusLog:exportExcel' },
  scope: 'student',
  summary: '导出学籍日志',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

/** The status of one student through time, for who sees the student; a student without `studentCode`: his own. */
export const statusTimeline = defineOperation({
  id: 'statusLog.timeline',
  method: 'GET',
  path: path('timeline'),
  access: { permission: 'statusLog:timeline' },
  scope: 'student',
  summary: '学生学籍沿革',
  outcome: 'query',
  input: z.object({ studentCode: z.string().max(64).optional() }),
  output: z.object({
    studentNumber: z.string(),
    studentName: z.string(),
    departmentName: z.string(),
    gradeMajorName: z.string(),
    administrativeClassName: z.string(),
    steps: z.array(
      z.object({
        factKey: z.string(),
        effectiveDate: z.string(),
        what: z.string(),
        statusName: z.string(),
        administrativeClassName: z.string(),
        gradeMajorName: z.string(),
        departmentName: z.string(),
        applyId: z.string(),
        /** Ahead of today. */
        coming: z.boolean(),
        cancelled: z.boolean(),
      }),
    ),
  }),
});
export type StatusTimeline = z.output<typeof statusTimeline.output>;

export const statusLogOperations = [queryStatusLog, exportStatusLog, statusTimeline] as const;
