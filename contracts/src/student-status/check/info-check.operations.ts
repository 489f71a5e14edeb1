import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { checkedFieldNames, proposedChange, type CheckedField } from './checked-fields.ts';

const id = z.string().min(1, '数据丢失，请刷新后重试！').max(64);
const request = {
  studentId: z.string().min(1, '请先选择学生再操作').max(40),
  /** What the evidence is attached to; the page makes it. */
  fileId: z
    .string()
    .regex(/^(?:[\w-]{1,40}\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '附件主键格式不正确')
    .optional(),
  changes: z.array(proposedChange).min(1, '请至少填写一项变更').max(checkedFieldNames.length),
};

/** Proposes changes to a student's information. */
export const applyForInfoCheck = defineCommand(
  'infoCheck.apply',
  z.object(request),
  z.object({ applyId: z.string() }),
  { shownIn: ['approval-content', 'approval-list', 'approval-log', 'todo-queue'] },
);
/** A student says that the own data is right, in a window. */
export const confirmOwnInfo = defineCommand(
  'infoCheck.confirm',
  z.object({ checkTimeId: id }),
  z.object({ checkTimeId: z.string() }),
);

export const infoCheckApply = defineOperation({
  id: 'infoCheck.apply',
  method: 'POST',
  path: '/studentStatus/studentInformationApproval/apply',
  access: { permission: 'studentInformationApproval:apply' },
  scope: 'student',
  summary: '申请学生信息核对',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...request }),
  output: z.object({ applyId: z.string() }),
});

const checkedField = z.enum(checkedFieldNames as [CheckedField, ...CheckedField[]]);
const checkedValue = z.object({
  field: checkedField,
  label: z.string(),
  value: z.string(),
  /** In words, where the value is a code. */
  text: z.string(),
  editable: z.boolean(),
  needsFile: z.boolean(),
});
/**
 * A student's data as it is to be checked: the own within a window, or that of a student in scope for staff, who are
 * bound by no window. Personal values come whole; who looks at somebody else's is logged.
 */
export const infoCheckForm = defineOperation({
  id: 'infoCheck.form',
  method: 'GET',
  path: '/studentStatus/studentInformationApproval/form',
  access: { permission: 'studentInformationApproval:apply' },
  scope: 'student',
  summary: '待核对的学生信息',
  outcome: 'query',
  input: z.object({ studentId: z.string().max(64).optional() }),
  output: z.object({
    studentId: z.string(),
    studentNumber: z.string(),
    studentName: z.string(),
    className: z.string(),
    /** The window that is open for the student, or the next one; null: there is none. */
    window: z
      .object({
        checkTimeId: z.string(),
        checkName: z.string(),
        beginTime: dateTimeText,
        endTime: dateTimeText,
        open: z.boolean(),
        confirmedTime: dateTimeText.nullable(),
      })
      .nullable(),
    fields: z.array(checkedValue),
    /** The applications of the student, newest first. */
    applications: z.array(
      z.object({
        applyId: z.string(),
        title: z.string(),
        applyTime: dateTimeText,
        approvalBusinessStatus: z.string(),
        approvalBusinessStatusName: z.string(),
        currentNodeName: z.string().nullable(),
        /** What became of each change, once it was decided. */
        rows: z.array(z.object({ label: z.string(), before: z.string(), after: z.string(), isEffective: z.string() })),
        /**
         * What it goes on with where it is the last one and back with the caller; null otherwise. Personal values
         * for who sees them whole.
         */
        again: z
          .object({
            fileId: z.string().nullable(),
            changes: z.array(z.object({ field: checkedField, value: z.string(), info: z.string() })),
          })
          .nullable(),
      }),
    ),
    mayConfirm: z.boolean(),
    mayApply: z.boolean(),
  }),
});
export type InfoCheckForm = z.output<typeof infoCheckForm.output>;

/** 确认无误: a student's own, once a window. */
export const confirmInfo = defineOperation({
  id: 'infoCheck.confirm',
  method: 'POST',
  path: '/studentStatus/studentInformationApproval/confirm',
  access: { permission: 'studentInformationApproval:confirm' },
  scope: noScope.own,
  summary: '确认本人信息无误',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, checkTimeId: id }),
  output: z.object({ checkTimeId: z.string() }),
});

export const infoCheckOperations = [infoCheckApply, infoCheckForm, confirmInfo] as const;
