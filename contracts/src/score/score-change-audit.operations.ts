import { z } from 'zod';
import { approve } from '../approval/approval.operations.ts';
import { businessStatusNames, type BusinessStatus } from '../approval/approval.vocabulary.ts';
import { pageNum, pageSize, total, SCORE_PAGE_SIZE } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { scoreChangeItem, scoreChangeRowView } from './score-change.operations.ts';
import { scoreTypeNames, type ScoreType } from './score.vocabulary.ts';

const text = z.string().trim().max(60).optional();
const scoreTypes = Object.keys(scoreTypeNames) as [ScoreType, ...ScoreType[]];
const businessStatuses = Object.keys(businessStatusNames) as [BusinessStatus, ...BusinessStatus[]];

/**
 * `todo`: what waits for the person; `passed`: what has taken effect or is about to; `all`: everything in scope
 * (SCORE-CHANGE-11).
 */
export const auditViews = ['todo', 'passed', 'all'] as const;
/** What audit lists of scores are filtered by: codes, and parts of names or numbers. */
export const auditFilter = {
  view: z.enum(auditViews).default('todo'),
  semesterId: text,
  departmentId: text,
  courseName: text,
  teachingClassName: text,
  applicantName: text,
  approvalBusinessStatus: z.enum(businessStatuses).optional(),
};
const changeFilter = { ...auditFilter, studentName: text, scoreType: z.enum(scoreTypes).optional() };

/** What the list is sorted by. */
export const scoreAuditSorts = ['courseName', 'teachingClassName', 'applyTime', 'status'] as const;

/** Score changes to audit, in scope (SCORE-CHANGE-01, 11). `awaitsMe` ones the person may decide now. */
export const queryScoreChangeAudits = defineOperation({
  id: 'scoreChange.auditQuery',
  method: 'POST',
  path: '/score/scoreChangeAudit/query',
  access: { permission: 'scoreChangeAudit:detail' },
  scope: 'application',
  summary: '成绩更改审核列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    ...changeFilter,
    sort: sortBy(scoreAuditSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({
    rows: z.array(scoreChangeItem.extend({ awaitsMe: z.boolean(), departmentName: z.string() })),
    total,
    todo: total,
  }),
});
/** The same list as a workbook, a line for every changed value (SCORE-CHANGE-14, 15). */
export const exportScoreChangeAudits = defineOperation({
  id: 'scoreChange.auditExport',
  method: 'POST',
  path: '/score/scoreChangeAudit/exportExcel',
  access: { permission: 'scoreChangeAudit:exportExcel' },
  scope: 'application',
  summary: '导出成绩更改审核',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(changeFilter),
  output: z.unknown(),
});
/**
 * The audit action (SCORE-CHANGE-12): `keyList`, opinion and status, by the shared rules of approvals; each answers for
 * itself.
 */
export const auditScoreChange = defineOperation({
  id: 'scoreChange.audit',
  method: 'POST',
  path: '/score/scoreChangeAudit/audit',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '审核成绩更改',
  encoding: 'json',
  outcome: 'audit',
  input: approve.input,
  output: approve.output,
});
/** The students of one change application (SCORE-CHANGE-13); class, type and semester must be the application's own. */
export const scoreChangeStudents = defineOperation({
  id: 'scoreChange.students',
  method: 'POST',
  path: '/score/scoreChange/students',
  access: { permission: 'scoreChangeAudit:detail' },
  scope: 'application',
  summary: '成绩更改学生列表',
  calledBy: 'Programs that read the students of a change; the page has them with its details.',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    applyId: z.string().min(1, '必填'),
    scoreType: z.enum(scoreTypes),
    teachingClassId: z.string().min(1, '必填'),
    semesterId: z.string().min(1, '必填'),
  }),
  output: z.object({ list: z.array(scoreChangeRowView) }),
});
export const scoreChangeAuditOperations = [
  queryScoreChangeAudits,
  exportScoreChangeAudits,
  auditScoreChange,
  scoreChangeStudents,
] as const;
