import { z } from 'zod';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/**
 * Looks with the eyes of somebody within the own scope, read only and for a while; logged with its reason. The session
 * stays the viewer's. VIEW_AS_REFUSED for oneself, for administrators and for who is switched off.
 */
export const viewAs = defineOperation({
  id: 'userMana.viewAs',
  method: 'POST',
  path: '/system/userMana/viewAs',
  access: { permission: 'user:viewAs' },
  scope: 'account',
  summary: '以他人身份查看',
  encoding: 'form',
  input: z.object({
    commandId,
    userName: z.string('请选择用户').trim().min(1, '请选择用户').max(64, '最多 64 个字符'),
    reason: z.string('请输入查看原因').trim().min(1, '请输入查看原因').max(200, '最多 200 个字符'),
  }),
  output: z.object({ name: z.string(), until: dateTimeText }),
});
/** Ends it before its time. */
export const stopViewAs = defineOperation({
  id: 'userMana.endViewAs',
  method: 'POST',
  path: '/system/userMana/endViewAs',
  access: { signedIn: '结束自己开始的查看' },
  temporary: '只结束查看，不办理业务',
  alwaysOn: '没有它无法回到自己的账号',
  summary: '结束以他人身份查看',
  encoding: 'form',
  input: z.object({ commandId }),
  output: z.object({}),
});

export const viewAsOperations = [viewAs, stopViewAs] as const;
