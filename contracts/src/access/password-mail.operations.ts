import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';
import { issuedPassword } from './account.operations.ts';

/** First passwords that one call sends: so few that the page shows how it goes on. */
export const MAILED_AT_ONCE = 20;
/** What became of one person's message; `unreachable`: the mail server did not answer, and it can be tried again. */
export const mailResult = {
  sent: 'sent',
  noAddress: 'noAddress',
  changed: 'changed',
  refused: 'refused',
  unreachable: 'unreachable',
} as const;
export type MailResult = (typeof mailResult)[keyof typeof mailResult];

const access = { permission: 'user:updateUserDefaultPassword' } as const;

/** What the operator has still to name before first passwords can be sent; nothing: they can. */
export const passwordMail = defineOperation({
  id: 'systemUser.passwordMail',
  method: 'GET',
  path: '/system/systemUser/passwordMail',
  access,
  scope: { none: '只说明邮件是否已配置，不涉及人员' },
  summary: '初始密码能否邮件发送',
  input: z.object({}),
  output: z.object({ missing: z.array(z.string()) }),
});
/**
 * Sends first passwords that have just been made to the people themselves (issue of a real school, 1.3): each to the
 * address of its account, or else of its teacher or student. A text that is not the password of today is not sent.
 */
export const sendPasswords = defineOperation({
  id: 'systemUser.sendPasswords',
  method: 'POST',
  path: '/system/systemUser/sendPasswords',
  access,
  scope: 'account',
  summary: '邮件发送初始密码',
  encoding: 'json',
  outcome: 'operate',
  patience: 'long',
  input: z.object({
    passwords: z
      .array(issuedPassword.pick({ userName: true, password: true }))
      .min(1)
      .max(MAILED_AT_ONCE, `一次最多发送 ${String(MAILED_AT_ONCE)} 人`),
  }),
  output: z.object({
    results: z.array(
      z.object({
        userName: z.string(),
        result: z.enum(mailResult),
        /** In words, for the person who sends. */
        message: z.string(),
      }),
    ),
  }),
});

export const passwordMailOperations = [passwordMail, sendPasswords] as const;
