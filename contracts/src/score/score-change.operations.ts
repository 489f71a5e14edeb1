import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { applyForScoreChange } from './score-sheet.command.ts';
import { scoreItemView } from './score-entry.operations.ts';

/** A change application in lists. Status is the application's business status. */
export const scoreChangeItem = z.object({
  applyId: z.string(),
  teachingClassId: z.string(),
  scoreType: z.string(),
  semesterName: z.string(),
  courseName: z.string(),
  teachingClassName: z.string(),
  studentNum: z.number().int(),
  summary: z.string(),
  reason: z.string(),
  applicantName: z.string(),
  /** Names of the teachers for whom the applicant asked; empty: for himself. */
  onBehalfOf: z.string(),
  applyTime: dateTimeText,
  scoreChangeApplyStatus: z.string(),
  scoreChangeApplyStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  /** With which it was sent back or not passed; null otherwise. */
  opinion: z.string().nullable(),
});

/** One student's part of a change application (SCORE-CHANGE-03, 08). Values as shown. */
export const scoreChangeRowView = z.object({
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  administrativeClassName: z.string(),
  gradeMajorName: z.string(),
  /** Only changed items; before and after as shown. */
  items: z.record(z.string(), z.object({ before: z.string().nullable(), after: z.string().nullable() })),
  remarkName: z.string(),
  'remarkName!': z.string(),
  /** Names of what changed, e.g. `期末成绩`. */
  scoreChange: z.string(),
  finalBefore: z.string(),
  finalAfter: z.string(),
  passedBefore: z.boolean(),
  passedAfter: z.boolean(),
  /** 1 make-up, 2 second make-up, 3 deferred; empty in sheets of other kinds. */
  makeupType: z.string(),
});

/** What the change does as a whole: students, up and down, who crosses the pass mark, the largest change (signed). */
const scoreChangeEffect = z.object({
  studentNum: z.number().int(),
  upNum: z.number().int(),
  downNum: z.number().int(),
  toPass: z.array(z.string()).readonly(),
  toFail: z.array(z.string()).readonly(),
  /** Hundredths. */
  largest: z.object({ studentName: z.string(), change: z.number().int() }).nullable(),
});

export const applyScoreChangeOperation = defineOperation({
  id: 'scoreChange.apply',
  method: 'POST',
  path: '/score/scoreChange/apply',
  access: { permission: 'scoreChange:apply' },
  scope: noScope.own,
  summary: '申请更改成绩',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: applyForScoreChange.payload.omit({ onBehalf: true }).extend({ commandId }),
  output: z.object({ applyId: z.string() }),
});

/** The office or the unit's clerk asks for teachers who cannot: they left, or are ill. The teachers are told. */
export const applyScoreChangeFor = defineOperation({
  id: 'scoreChange.applyFor',
  method: 'POST',
  path: '/score/scoreChange/applyFor',
  access: { permission: 'scoreChange:applyFor' },
  scope: 'teachingClass',
  summary: '代为申请更改成绩',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: applyScoreChangeOperation.input,
  output: applyScoreChangeOperation.output,
});

/** What the list is sorted by. */
export const scoreChangeSorts = ['courseName', 'teachingClassName', 'applicantName', 'applyTime', 'status'] as const;

/** My change applications (teachers), or those in scope (staff, approvers). */
export const queryScoreChanges = defineOperation({
  id: 'scoreChange.query',
  method: 'POST',
  path: '/score/scoreChange/query',
  access: { permission: 'scoreChange:query' },
  scope: 'application',
  summary: '成绩更改申请列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    keyword: z.string().trim().max(60).optional(),
    teachingClassId: z.string().optional(),
    sort: sortBy(scoreChangeSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ rows: z.array(scoreChangeItem), total }),
});

/** One change application with every changed cell, before and after (SCORE-CHANGE-02, 03, 08, 13). Values as shown. */
export const scoreChangeDetail = defineOperation({
  id: 'scoreChange.detail',
  method: 'GET',
  path: '/score/scoreChange/detail/{applyId}',
  access: { permission: 'scoreChangeAudit:detail' },
  scope: 'application',
  summary: '成绩更改详情',
  outcome: 'query',
  input: z.object({ applyId: z.string().min(1) }),
  output: z.object({
    ...scoreChangeItem.shape,
    courseCredit: z.string(),
    coursePersonCount: z.number().int(),
    teacherName: z.string(),
    importTeacher: z.string(),
    items: z.array(scoreItemView),
    rows: z.array(scoreChangeRowView),
    effect: scoreChangeEffect,
    /** When it took effect in the published score; null: not (yet). */
    effectTime: dateTimeText.nullable(),
    semesterId: z.string(),
    courseId: z.string(),
    courseNum: z.string(),
    /** Whether the person may decide it now. */
    awaitsMe: z.boolean(),
  }),
});
export const scoreChangeOperations = [
  applyScoreChangeOperation,
  applyScoreChangeFor,
  queryScoreChanges,
  scoreChangeDetail,
] as const;
