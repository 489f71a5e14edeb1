import { z } from 'zod';
import { total } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';

const filter = { grade: z.string().max(20).optional(), departmentId: z.string().max(64).optional() };
const figures = {
  /** All that were admitted. */
  admittedNum: total,
  /** Have come, whatever became of them since. */
  reportedNum: total,
  /** Have leave and are expected. */
  lateNum: total,
  /** Have not come, without leave. */
  absentNum: total,
  /** Nothing is known of them yet. */
  waitingNum: total,
  keptNum: total,
  abandonedNum: total,
  dividedNum: total,
  numberedNum: total,
  studentNum: total,
};
const line = z.object({
  departmentId: z.string(),
  departmentName: z.string(),
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  ...figures,
});
export type ProgressLine = z.output<typeof line>;

/** 迎新进度 (STUDENT-STATUS-11): how far each grade-major is, of the newest grade with freshmen unless one is asked. */
export const queryFreshmanProgress = defineOperation({
  id: 'freshmanProgress.query',
  method: 'POST',
  path: '/studentStatus/freshmanProgress/query',
  access: { permission: 'freshmanProgress:query' },
  scope: 'resource',
  summary: '迎新进度',
  encoding: 'form',
  outcome: 'query',
  input: z.object(filter),
  output: z.object({ grade: z.string(), gradeName: z.string(), rows: z.array(line) }),
});
export const exportFreshmanProgress = defineOperation({
  id: 'freshmanProgress.exportExcel',
  method: 'POST',
  path: '/studentStatus/freshmanProgress/exportExcel',
  access: { permission: 'freshmanProgress:exportExcel' },
  scope: 'resource',
  summary: '迎新进度导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
export const freshmanProgressOperations = [queryFreshmanProgress, exportFreshmanProgress] as const;
