import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { dictionaryCode } from '../kernel/dictionary-code.ts';
import { defineOperation } from '../kernel/operation.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { infoChange, SEX_DICTIONARY, type CheckedField } from './info-check.events.ts';

const freeText = z.string().trim().min(1, '必填').max(60, '最多60个字符');

/** A change of one field to a value; `updateInfo`: why, and what proves it. */
function change<const F extends CheckedField, V extends z.ZodType>(field: F, value: V) {
  return z.object({
    updateFieldCode: z.literal(field),
    updateFieldValue: value,
    updateInfo: z.string().trim().min(1, '必填').max(200, '最多200个字符'),
  });
}

const request = {
  studentId: z.string().min(1, '请先选择学生再操作').max(40),
  changes: z
    .array(
      z.discriminatedUnion('updateFieldCode', [
        change('studentName', freeText),
        change('xmpy', freeText),
        change('xbm', dictionaryCode(SEX_DICTIONARY)),
      ]),
    )
    .min(1, '请至少填写一项变更')
    .max(10),
};

/** Proposes changes to a student's information. */
export const applyForInfoCheck = defineCommand(
  'infoCheck.apply',
  z.object(request),
  z.object({ applyId: z.string() }),
  { shownIn: ['approval-content', 'approval-list', 'approval-log', 'todo-queue'] },
);
/** Turns one row on or off; `applyId` is the first part of the row's id. */
export const toggleInfoChange = defineCommand(
  'infoCheck.toggle',
  z.object({ id: z.string().min(1) }),
  z.object({ id: z.string(), isEffective: z.enum(yesNo) }),
  { shownIn: ['approval-content'] },
);

export const infoCheckApply = defineOperation({
  id: 'infoCheck.apply',
  method: 'POST',
  path: '/studentStatus/studentInformationApproval/apply',
  access: { permission: 'studentInformationApproval:apply' },
  scope: 'student',
  summary: '申请学生信息核对',
  calledBy: 'The student record system, to hand in corrections for approval.',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...request }),
  output: z.object({ applyId: z.string() }),
});

/** Information-change confirmation rows of one application (APPROVAL-85, 86). */
export const infoCheckRows = defineOperation({
  id: 'infoCheck.rows',
  method: 'GET',
  path: '/studentStatus/studentInformationApproval/confirmList',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '核对详情：信息变更确认',
  failureText: '查询失败',
  input: z.object({ applyId: z.string().min(1, '数据丢失，请刷新后重试！').max(80) }),
  output: z.object({
    rows: z.array(infoChange),
    /** Whether the caller may turn rows on and off now: an approver of the current node. */
    mayToggle: z.boolean(),
  }),
});

/** Toggles `isEffective` of one row (APPROVAL-87, 88). */
export const infoCheckToggle = defineOperation({
  id: 'infoCheck.toggle',
  method: 'POST',
  path: '/studentStatus/studentInformationApproval/toggleEffective',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '切换变更是否生效',
  encoding: 'form',
  outcome: 'set',
  input: z.object({ commandId, id: z.string().min(1, '数据丢失，请刷新后重试！').max(120) }),
  output: z.object({ id: z.string(), isEffective: z.enum(yesNo) }),
});
export const infoCheckOperations = [infoCheckApply, infoCheckRows, infoCheckToggle] as const;
