import { z } from 'zod';
import { dateText, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';

const text = z.string().trim().max(60).optional();
const filter = {
  semesterId: text,
  /** Number or name, or a part of it; of the student the same. */
  course: text,
  student: text,
  applicantName: text,
  /** Days on which changes took effect, both included. */
  effectFrom: dateText.optional(),
  effectTo: dateText.optional(),
};

/** What one change that took effect made of one student's score, values as shown. */
export const scoreChangeHistoryRow = z.object({
  applyId: z.string(),
  teachingClassId: z.string(),
  scoreType: z.string(),
  semesterName: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  teachingClassName: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  administrativeClassName: z.string(),
  /** Items that changed, each with its value before and after; the remark apart. */
  itemName: z.string(),
  beforeValue: z.string(),
  afterValue: z.string(),
  beforeRemark: z.string(),
  afterRemark: z.string(),
  finalBefore: z.string(),
  finalAfter: z.string(),
  reason: z.string(),
  applicantName: z.string(),
  effectTime: dateTimeText,
});

/** What the list is sorted by. */
export const changeHistorySorts = ['studentNumber', 'courseName', 'teachingClassName', 'effectTime'] as const;

/** 成绩更改历史: changes that took effect, in scope, newest first (SCORE-MORE-24). */
export const queryScoreChangeHistory = defineOperation({
  id: 'scoreChangeHistory.query',
  method: 'POST',
  path: '/score/scoreChangeHistory/query',
  access: { permission: 'scoreChangeHistory:query' },
  scope: 'application',
  summary: '成绩更改历史',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(changeHistorySorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(scoreChangeHistoryRow), total }),
});
export const exportScoreChangeHistory = defineOperation({
  id: 'scoreChangeHistory.export',
  method: 'POST',
  path: '/score/scoreChangeHistory/exportExcel',
  access: { permission: 'scoreChangeHistory:exportExcel' },
  scope: 'application',
  summary: '导出成绩更改历史',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
export const scoreChangeHistoryOperations = [queryScoreChangeHistory, exportScoreChangeHistory] as const;
