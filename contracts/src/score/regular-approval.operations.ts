import { z } from 'zod';
import { approve } from '../approval/approval.operations.ts';
import { dateTimeText, pageNum, pageSize, total, SCORE_PAGE_SIZE } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { auditFilter, scoreAuditSorts } from './score-change-audit.operations.ts';
import { scoreItemView } from './score-entry.operations.ts';

/** Process of ordinary sheets (ZKCJSP). */
export const REGULAR_PROCESS = 'ZKCJSP';

/**
 * Figures of a submission as shown: rates with one decimal and per cent sign, values with two; empty where nobody has a
 * score.
 */
export const submissionFigures = z.object({
  personNum: z.number().int(),
  scoredNum: z.number().int(),
  passedNum: z.number().int(),
  passRate: z.string(),
  excellentRate: z.string(),
  mean: z.string(),
  max: z.string(),
  min: z.string(),
  /** 优 良 中 及格 不及格. */
  bands: z.array(z.number().int()),
});
/** One submission of a class's ordinary scores. */
export const regularApprovalItem = z.object({
  applyId: z.string(),
  teachingClassId: z.string(),
  semesterName: z.string(),
  departmentName: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  teachingClassName: z.string(),
  teacherName: z.string(),
  importTeacher: z.string(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  awaitsMe: z.boolean(),
  /** Of the newest submission of the class; null for earlier ones in lists. */
  figures: submissionFigures.nullable(),
});
export type RegularApprovalItem = z.output<typeof regularApprovalItem>;

/** Submissions of ordinary scores in scope: to approve, passed, all. */
export const queryRegularApprovals = defineOperation({
  id: 'regularApproval.query',
  method: 'POST',
  path: '/score/regularApproval/query',
  access: { permission: 'regularScoreApproval:query' },
  scope: 'teachingClass',
  summary: '正考成绩审批列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    ...auditFilter,
    sort: sortBy(scoreAuditSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({ rows: z.array(regularApprovalItem), total, todo: total }),
});
export const exportRegularApprovals = defineOperation({
  id: 'regularApproval.export',
  method: 'POST',
  path: '/score/regularApproval/exportExcel',
  access: { permission: 'regularScoreApproval:exportExcel' },
  scope: 'teachingClass',
  summary: '导出正考成绩审批',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(auditFilter),
  output: z.unknown(),
});
/** A submission with exactly the rows that were handed in, whatever has become of the sheet since. */
export const regularApprovalDetail = defineOperation({
  id: 'regularApproval.detail',
  method: 'GET',
  path: '/score/regularApproval/detail/{applyId}',
  access: { permission: 'regularScoreApproval:query' },
  scope: 'teachingClass',
  summary: '正考成绩审批详情',
  outcome: 'query',
  input: z.object({ applyId: z.string().min(1) }),
  output: regularApprovalItem.extend({
    round: z.number().int(),
    /**
     * Changes of remarks that were asked for while this submission waits: decided apart from it, and in force once it
     * is published (decision 073).
     */
    remarkChanges: z.array(
      z.object({
        applyId: z.string(),
        studentName: z.string(),
        before: z.string(),
        after: z.string(),
        applicantName: z.string(),
      }),
    ),
    items: z.array(scoreItemView),
    rows: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        items: z.record(z.string(), z.string().nullable()),
        scoreRemarkName: z.string(),
        studentScoreFinalValue: z.string(),
        /** What a capped pass would have been; empty where no cap takes anything away. */
        studentScoreFinalValueRemark: z.string(),
        passed: z.boolean(),
        isReExamStudentName: z.string(),
        administrativeClassName: z.string(),
        gradeMajorName: z.string(),
      }),
    ),
  }),
});
/** Decides by the shared rules of approvals; each answers for itself. */
export const auditRegularScores = defineOperation({
  id: 'regularApproval.audit',
  method: 'POST',
  path: '/score/regularApproval/audit',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '审批正考成绩',
  encoding: 'json',
  outcome: 'audit',
  input: approve.input,
  output: approve.output,
});
export const regularApprovalOperations = [
  queryRegularApprovals,
  exportRegularApprovals,
  regularApprovalDetail,
  auditRegularScores,
] as const;
