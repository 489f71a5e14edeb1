import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateText } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { appealStatus } from './conduct.vocabulary.ts';

const key = z.string().min(1).max(64);
const done = z.object({ key: z.string() });
const textUpTo = (max: number) =>
  z
    .string()
    .trim()
    .min(1, '必填')
    .max(max, `最多 ${String(max)} 个字符`);

/** Longest reason for removing or revoking a punishment. */
export const END_REASON_MAX = 200;
/** Longest reason of an appeal, and longest answer. */
export const APPEAL_TEXT_MAX = 500;
export const APPEAL_OPINION_MAX = 200;

const delivery = { punishmentId: key, deliverDate: dateText };
const appeal = { punishmentId: key, appealText: textUpTo(APPEAL_TEXT_MAX) };
const ending = { punishmentId: key, endReason: textUpTo(END_REASON_MAX) };
const decision = {
  punishmentId: key,
  appealStatus: z.enum([appealStatus.upheld, appealStatus.changed, appealStatus.revoked], '请选择复查决定'),
  appealOpinion: textUpTo(APPEAL_OPINION_MAX),
  /** Of a punishment that is changed: the lighter one, and how long it lasts. */
  punishName: z.string().max(8).optional(),
  months: z.coerce.number().int().min(1).max(24).optional(),
};

/** The written decision was handed to the student (STUDENT-STATUS-39). */
export const deliverPunishmentOperation = defineOperation({
  id: 'punishment.deliver',
  method: 'POST',
  path: '/studentStatus/punishment/deliver',
  access: { permission: 'punishment:deliver' },
  scope: 'resource',
  summary: '处分送达',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...delivery }),
  output: done,
});
/** The student himself appeals, within ten days of the delivery. */
export const appealPunishmentOperation = defineOperation({
  id: 'punishment.appeal',
  method: 'POST',
  path: '/studentStatus/punishment/appeal',
  access: { permission: 'conduct:own' },
  scope: noScope.own,
  summary: '本人对处分的申诉',
  encoding: 'form',
  failureText: '申诉失败',
  input: z.object({ commandId, ...appeal }),
  output: done,
});
/** What becomes of an appeal: upheld, a lighter punishment, or none. */
export const decideAppealOperation = defineOperation({
  id: 'punishment.decideAppeal',
  method: 'POST',
  path: '/studentStatus/punishment/decideAppeal',
  access: { permission: 'punishment:decideAppeal' },
  scope: 'resource',
  summary: '处分申诉复查',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...decision }),
  output: done,
});
/** After its period. */
export const removePunishmentOperation = defineOperation({
  id: 'punishment.remove',
  method: 'POST',
  path: '/studentStatus/punishment/remove',
  access: { permission: 'punishment:remove' },
  scope: 'resource',
  summary: '处分解除',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...ending }),
  output: done,
});
/** It should not have been given. */
export const revokePunishmentOperation = defineOperation({
  id: 'punishment.revoke',
  method: 'POST',
  path: '/studentStatus/punishment/revoke',
  access: { permission: 'punishment:revoke' },
  scope: 'resource',
  summary: '处分撤销',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...ending }),
  output: done,
});

export const deliverPunishment = defineCommand('punishment.deliver', z.object(delivery), done);
export const appealPunishment = defineCommand('punishment.appeal', z.object(appeal), done);
export const decideAppeal = defineCommand('punishment.decideAppeal', z.object(decision), done);
export const removePunishment = defineCommand('punishment.remove', z.object(ending), done);
export const revokePunishment = defineCommand('punishment.revoke', z.object(ending), done);
