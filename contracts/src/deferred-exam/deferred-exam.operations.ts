import { z } from 'zod';
import { approve } from '../approval/approval.operations.ts';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, SCORE_PAGE_SIZE, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** Longest explanation, and longest reason for taking a leave back. */
export const REASON_TEXT_MAX = 200;
export const REVOKE_REASON_MAX = 60;

const key = z.string().min(1, '数据丢失，请刷新后重试！').max(80);
const studentId = z.string().min(1, '请先选择学生再操作').max(64);

const request = {
  studentId,
  /** An ordinary class of which the student is. */
  teachingClassId: z.string().min(1, '请选择课程').max(64),
  deferredReasonCode: z.string().min(1, '请选择缓考原因').max(64),
  reasonText: z
    .string()
    .trim()
    .min(1, '必填')
    .max(REASON_TEXT_MAX, `最多 ${String(REASON_TEXT_MAX)} 个字符`),
  /** The place that `deferredExam.classes` told for the course: attachments are there. */
  applyId: key,
};
const revocation = {
  applyId: key,
  reason: z
    .string()
    .trim()
    .min(1, '必填')
    .max(REVOKE_REASON_MAX, `最多 ${String(REVOKE_REASON_MAX)} 个字符`),
};

/**
 * Asks to sit the exam of a course later (SCORE-MORE-16): for the first time, or again after it was recalled. One that
 * waits or is in force is DEFERRED_OPEN or DEFERRED_GRANTED.
 */
export const applyForDeferredExam = defineCommand(
  'deferredExam.apply',
  z.object(request),
  z.object({ applyId: z.string() }),
  { shownIn: ['deferred-exam', 'approval-list', 'approval-log', 'todo-queue'] },
);
/** The office takes a leave in force back, before the sheet is handed in: the remark goes. */
export const revokeDeferredExam = defineCommand(
  'deferredExam.revoke',
  z.object(revocation),
  z.object({ applyId: z.string() }),
  { shownIn: ['deferred-exam', 'approval-list', 'approval-log', 'score-sheet'] },
);

/** An application as lists tell it. */
export const deferredExamItem = z.object({
  applyId: z.string(),
  studentId: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  studentClassName: z.string(),
  semesterId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  teachingClassName: z.string(),
  deferredReasonCode: z.string(),
  deferredReasonName: z.string(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  /** The caller applied. */
  own: z.boolean(),
  /** It waits at a node at which the caller decides. */
  mayDecide: z.boolean(),
});

export const deferredExamViews = ['apply', 'todo', 'audit'] as const;

export const deferredExamApply = defineOperation({
  id: 'deferredExam.apply',
  method: 'POST',
  path: '/score/deferredExamApply/apply',
  access: { permission: 'deferredExamApply:apply' },
  scope: 'student',
  summary: '申请缓考',
  encoding: 'form',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...request }),
  output: applyForDeferredExam.result,
});

/**
 * What a student may ask for: the classes of the current semester, each with the place of its application (`applyId`)
 * and why none can be made now (null: it can); the reasons, and the times in words. Without `studentId` of the caller.
 */
export const deferredExamClasses = defineOperation({
  id: 'deferredExam.classes',
  method: 'GET',
  path: '/score/deferredExamApply/classes',
  access: { permission: 'deferredExamApply:apply' },
  scope: 'student',
  summary: '学生可申请缓考的课程',
  outcome: 'query',
  input: z.object({ studentId: studentId.optional() }),
  output: z.object({
    studentId: z.string(),
    list: z.array(
      z.object({
        teachingClassId: z.string(),
        teachingClassName: z.string(),
        courseNum: z.string(),
        courseName: z.string(),
        teacherName: z.string(),
        applyId: z.string(),
        closed: z.string().nullable(),
      }),
    ),
    reasons: z.array(
      z.object({
        deferredReasonCode: z.string(),
        deferredReasonName: z.string(),
        needFile: z.string(),
        allowAfterExam: z.string(),
      }),
    ),
    window: z.string(),
  }),
});

/** What the list is sorted by. */
export const deferredExamSorts = [
  'studentNumber',
  'departmentName',
  'courseName',
  'deferredReasonName',
  'applyTime',
  'status',
] as const;

/** `view`: own applications and those of the own person; what waits for the caller; everything in scope. */
export const deferredExamQuery = defineOperation({
  id: 'deferredExam.query',
  method: 'POST',
  path: '/score/deferredExamApply/query',
  access: { permission: 'deferredExamApply:query' },
  scope: 'application',
  summary: '缓考申请列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    view: z.enum(deferredExamViews).default('audit'),
    keyword: z.string().trim().max(60).optional(),
    /** 1 待审核 …; several with commas. */
    approvalBusinessStatus: z
      .string()
      .regex(/^\d(,\d)*$/)
      .optional(),
    sort: sortBy(deferredExamSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({
    rows: z.array(deferredExamItem),
    total,
    /** How many wait for the caller, whatever the view. */
    todo: total,
  }),
});

export const deferredExamDetail = defineOperation({
  id: 'deferredExam.detail',
  method: 'GET',
  path: '/score/deferredExamApply/detail/{id}',
  access: { permission: 'deferredExamApply:query' },
  scope: 'application',
  summary: '缓考申请详情',
  outcome: 'query',
  input: z.object({ id: key }),
  output: z.object({
    ...deferredExamItem.shape,
    teachingClassId: z.string(),
    reasonText: z.string(),
    /** The remark is on the sheet, or comes with it. */
    effected: z.boolean(),
    /** With which it was not passed; null otherwise. */
    opinion: z.string().nullable(),
    /** Why it is in force no more, or never was although it passed; null otherwise. */
    voidReason: z.string().nullable(),
  }),
});

/** Decides several by the shared rules of approvals; each answers for itself. */
export const deferredExamAudit = defineOperation({
  id: 'deferredExam.audit',
  method: 'POST',
  path: '/score/deferredExamApply/audit',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '审核缓考申请',
  encoding: 'json',
  outcome: 'audit',
  input: approve.input,
  output: approve.output,
});

/** Takes an own application back before anybody decided; it may be sent again. Students have no approval centre. */
export const deferredExamRecall = defineOperation({
  id: 'deferredExam.recall',
  method: 'POST',
  path: '/score/deferredExamApply/recall',
  access: { permission: 'deferredExamApply:apply' },
  scope: noScope.own,
  summary: '撤回本人缓考申请',
  encoding: 'form',
  outcome: 'withdraw',
  input: z.object({ commandId, applyId: key }),
  output: z.object({ applyId: z.string() }),
});

/** Asks the approvers of an own application to hurry; once a day. */
export const deferredExamUrge = defineOperation({
  id: 'deferredExam.urge',
  method: 'POST',
  path: '/score/deferredExamApply/urge',
  access: { permission: 'deferredExamApply:apply' },
  scope: noScope.own,
  summary: '催办本人缓考申请',
  encoding: 'form',
  failureText: '催办失败',
  input: z.object({ commandId, applyId: key }),
  output: z.object({ applyId: z.string() }),
});

/** Takes a leave in force back. Refuses DEFERRED_NOT_EFFECTED and GRANT_SHEET_HANDED_IN. */
export const deferredExamRevoke = defineOperation({
  id: 'deferredExam.revoke',
  method: 'POST',
  path: '/score/deferredExamApply/revoke',
  access: { permission: 'deferredExamApply:revoke' },
  scope: 'application',
  summary: '撤销已通过的缓考',
  encoding: 'form',
  failureText: '撤销失败',
  input: z.object({ commandId, ...revocation }),
  output: revokeDeferredExam.result,
});

export const deferredExamOperations = [
  deferredExamApply,
  deferredExamClasses,
  deferredExamQuery,
  deferredExamDetail,
  deferredExamAudit,
  deferredExamRecall,
  deferredExamUrge,
  deferredExamRevoke,
] as const;
