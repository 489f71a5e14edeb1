import { z } from 'zod';
import { approve } from '../../approval/approval.operations.ts';
import { defineCommand } from '../../kernel/command.ts';
import { dictionaryCode } from '../../kernel/dictionary-code.ts';
import { commandId, dateText, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

const key = z.string().min(1, '数据丢失，请刷新后重试！').max(140);
const path = (action: string): `/${string}` => `/studentStatus/statusChange/${action}`;
const applied = z.object({ applyId: z.string() });
const reason = z.string().trim().min(1, '必填').max(200, '最多 200 个字符');
const shownIn = ['approval-list', 'approval-log', 'todo-queue'] as const;
const code = z.string().min(1, '必填').max(64);
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());

/** Sends a saved application; it is judged by how the student stands now. */
export const submitStatusChangeOperation = defineOperation({
  id: 'statusChange.submitApproval',
  method: 'POST',
  path: path('submitApproval'),
  access: { permission: 'statusChange:submitApproval' },
  scope: 'resource',
  summary: '学籍异动送审',
  encoding: 'form',
  outcome: 'submitForApproval',
  input: z.object({ commandId, applyId: key }),
  output: applied,
});
export const submitStatusChange = defineCommand('statusChange.submitApproval', z.object({ applyId: key }), applied, {
  shownIn,
});

/** Decides several by the shared rules of approvals; each answers for itself. */
export const processStatusChange = defineOperation({
  id: 'statusChange.doProcessApproval',
  method: 'POST',
  path: path('doProcessApproval'),
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '审核学籍异动',
  encoding: 'json',
  outcome: 'audit',
  input: approve.input,
  output: approve.output,
});

const document = {
  /** Empty: the next one of the rule for documents. */
  documentNumber: optional(z.string().trim().max(40, '最多 40 个字符')),
  documentDate: optional(dateText),
};
/** The office implements what passed: from its day on it holds. */
export const implementStatusChangeOperation = defineOperation({
  id: 'statusChange.doImplement',
  method: 'POST',
  path: path('doImplement'),
  access: { permission: 'statusChange:doImplement' },
  scope: 'resource',
  summary: '执行学籍异动',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, applyId: key, ...document }),
  output: applied,
});
export const implementStatusChange = defineCommand(
  'statusChange.doImplement',
  z.object({ applyId: key, ...document }),
  applied,
);

/** Takes back what was implemented and has not come to its day. */
export const cancelStatusChangeOperation = defineOperation({
  id: 'statusChange.cancel',
  method: 'POST',
  path: path('cancel'),
  access: { permission: 'statusChange:doImplement' },
  scope: 'resource',
  summary: '取消未生效的学籍异动',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, applyId: key, reason }),
  output: applied,
});
export const cancelStatusChange = defineCommand('statusChange.cancel', z.object({ applyId: key, reason }), applied);

/** What a change does somewhere, as it will be or as it was done. */
const effect = z.object({
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  note: z.string(),
  /** Empty: not done yet. */
  doneTime: dateTimeText.nullable(),
});
export type StatusEffect = z.output<typeof effect>;

const told = z.object({
  applyId: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  changeType: z.string(),
  changeTypeName: z.string(),
  changeReasonName: z.string(),
  reasonText: z.string(),
  effectiveDate: z.string(),
  endDate: z.string().nullable(),
  targetSchool: z.string(),
  statusBeforeName: z.string(),
  statusAfterName: z.string(),
  classBeforeName: z.string(),
  classAfterName: z.string(),
  gradeMajorBeforeName: z.string(),
  gradeMajorAfterName: z.string(),
  /** The grade-major that the student comes to, or stays in; empty: none is known. */
  gradeMajorAfter: z.string(),
  documentNumber: z.string(),
  documentDate: z.string().nullable(),
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  implementStatus: z.string(),
  implementStatusName: z.string(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  own: z.boolean(),
  awaitsMe: z.boolean(),
});
export type ToldStatusChange = z.output<typeof told>;

/** One application with what it will do elsewhere, or has done. */
export const statusChangeEffects = defineOperation({
  id: 'statusChange.queryEffects',
  method: 'GET',
  path: path('queryEffects'),
  access: { permission: 'statusChange:query' },
  scope: 'resource',
  summary: '学籍异动及其影响',
  outcome: 'query',
  input: z.object({ applyId: key }),
  output: z.object({
    ...told.shape,
    /** It needs a document of the school. */
    needsDocument: z.boolean(),
    /** Why it cannot be implemented as things stand; empty: it can. */
    problem: z.string(),
    effects: z.array(effect),
  }),
});
export type StatusChangeDetail = z.output<typeof statusChangeEffects.output>;

/** What the list is sorted by. */
export const returningSorts = ['studentNumber', 'departmentName', 'changeType', 'effectiveDate', 'endDate'] as const;

/** Changes that students come back from: those that end soon, and those that are overdue (domain model). */
export const queryReturning = defineOperation({
  id: 'statusChange.queryReturning',
  method: 'POST',
  path: path('queryReturning'),
  access: { permission: 'statusChange:query' },
  scope: 'student',
  summary: '到期异动',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    keyword: z.string().trim().max(60).optional(),
    state: z.enum(['soon', 'overdue']).optional(),
    sort: sortBy(returningSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    rows: z.array(
      z.object({
        applyId: z.string(),
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        departmentName: z.string(),
        administrativeClassName: z.string(),
        changeType: z.string(),
        changeTypeName: z.string(),
        effectiveDate: z.string(),
        endDate: z.string(),
        /** Until the last day; negative: overdue by so many. */
        daysLeft: z.number().int(),
        /** An application that ends it is under way. */
        applied: z.boolean(),
      }),
    ),
    total,
    overdue: total,
  }),
});
export type ReturningChange = z.output<typeof queryReturning.output>['rows'][number];

const ownForm = {
  applyId: key.optional(),
  changeType: code,
  changeReason: code,
  reasonText: z.string().trim().min(1, '必填').max(300, '最多 300 个字符'),
  effectiveDate: dateText,
  endDate: optional(dateText),
  classAfter: optional(z.string().max(64)),
  targetSchool: optional(z.string().trim().max(80, '最多 80 个字符')),
};
/** A student applies for himself; with `applyId` again, after it came back. */
export const applyForOwnChange = defineOperation({
  id: 'statusChange.applyOwn',
  method: 'POST',
  path: path('applyOwn'),
  access: { permission: 'statusChange:applyOwn' },
  scope: noScope.own,
  summary: '本人申请学籍异动',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...ownForm, applyId: key }),
  output: applied,
});
export const applyOwnStatusChange = defineCommand(
  'statusChange.applyOwn',
  z.object({
    ...ownForm,
    applyId: key,
    changeType: dictionaryCode('XJ_YDLB'),
    changeReason: dictionaryCode('XJ_YDYY'),
  }),
  applied,
  { shownIn },
);

/** The own applications, what may be applied for, and how one stands. */
export const queryOwnChanges = defineOperation({
  id: 'statusChange.own',
  method: 'GET',
  path: path('own'),
  access: { permission: 'statusChange:applyOwn' },
  scope: noScope.own,
  summary: '本人的学籍异动',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    statusName: z.string(),
    administrativeClassName: z.string(),
    gradeMajorName: z.string(),
    types: z.array(z.object({ code: z.string(), name: z.string() })),
    reasons: z.array(z.object({ code: z.string(), name: z.string() })),
    /** Classes that one may ask for: of the own major. */
    classes: z.array(z.object({ code: z.string(), name: z.string() })),
    list: z.array(told),
  }),
});
export type OwnChanges = z.output<typeof queryOwnChanges.output>;

export const applicationOperations = [
  submitStatusChangeOperation,
  processStatusChange,
  implementStatusChangeOperation,
  cancelStatusChangeOperation,
  statusChangeEffects,
  queryReturning,
  applyForOwnChange,
  queryOwnChanges,
] as const;
