import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { infoChange } from './info-check.events.ts';

/** Turns one row on or off; `applyId` is the first part of the row's id. */
export const toggleInfoChange = defineCommand(
  'infoCheck.toggle',
  z.object({ id: z.string().min(1) }),
  z.object({ id: z.string(), isEffective: z.enum(yesNo) }),
  { shownIn: ['approval-content'] },
);

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
    /** With what each value means, where it is a code. */
    rows: z.array(infoChange.extend({ preUpdateText: z.string(), updateText: z.string() })),
    /** What its evidence is attached to; null: there is none. */
    fileId: z.string().nullable(),
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
export type InfoCheckRow = z.output<typeof infoCheckRows.output>['rows'][number];

export const infoCheckOperations = [infoCheckRows, infoCheckToggle] as const;
