import { z } from 'zod';
import { commandId, dateTimeText, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { codeKindOf, CODE_DIGITS, plainCode } from './second-factor.vocabulary.ts';
import { currentUserView } from './session.operations.ts';
import { FOR_SIGN_IN } from './session.vocabulary.ts';

/** A code of an authenticator. */
const authenticatorCode = z
  .string('请输入验证码')
  .max(40)
  .transform(plainCode)
  .refine((plain) => codeKindOf(plain) === 'code', `请输入${String(CODE_DIGITS)}位数字验证码`);
/** A code of an authenticator, or a recovery code. */
const anyCode = z
  .string('请输入验证码')
  .max(40)
  .transform(plainCode)
  .refine((plain) => codeKindOf(plain) !== null, `请输入${String(CODE_DIGITS)}位数字验证码，或一个恢复码`);
/** Recovery codes as they are shown, once. */
const recoveryCodes = z.array(z.string());

const own = { signedIn: '自己的二次验证' } as const;
const write = { method: 'POST', encoding: 'form' } as const;

/** Whether the person has a second factor, whether a role asks for it, and how many recovery codes are left. */
export const secondFactorStatus = defineOperation({
  id: 'secondFactor.status',
  method: 'GET',
  path: '/system/user/secondFactor/status',
  access: own,
  summary: '二次验证状态',
  input: z.object({}),
  output: z.object({
    bound: yesNoFlag,
    required: yesNoFlag,
    boundAt: dateTimeText.nullable(),
    codesLeft: z.number().int(),
  }),
});
/**
 * A new secret for an authenticator, as text and as the address that authenticators know. Nothing is kept: `sealed`
 * brings it back.
 */
export const beginSecondFactor = defineOperation({
  id: 'secondFactor.begin',
  path: '/system/user/secondFactor/begin',
  access: own,
  beforeSecondStep: '角色要求二次验证的人先绑定',
  alwaysOn: FOR_SIGN_IN,
  summary: '开始绑定二次验证',
  ...write,
  input: z.object({}),
  output: z.object({ sealed: z.string(), secret: z.string(), address: z.string() }),
});
/** Binds what was begun, confirmed by its first code. Who had to do this is signed in by it: then `user` is there. */
export const confirmSecondFactor = defineOperation({
  id: 'secondFactor.bind',
  path: '/system/user/secondFactor/bind',
  access: own,
  beforeSecondStep: '角色要求二次验证的人先绑定',
  alwaysOn: FOR_SIGN_IN,
  guessing: 'sign-in',
  summary: '绑定二次验证',
  outcome: 'set',
  ...write,
  input: z.object({ commandId, sealed: z.string().min(1).max(500), code: authenticatorCode }),
  output: z.object({ recoveryCodes, user: currentUserView.nullable() }),
});
/** The second step of signing in. */
export const passSecondStep = defineOperation({
  id: 'secondFactor.pass',
  path: '/system/user/secondFactor/pass',
  access: own,
  beforeSecondStep: '登录的第二步',
  alwaysOn: FOR_SIGN_IN,
  guessing: 'sign-in',
  summary: '二次验证',
  failureText: '验证码错误，请重新输入',
  ...write,
  input: z.object({ code: anyCode }),
  output: currentUserView,
});
/** New recovery codes; the former ones are worth nothing. */
export const renewRecoveryCodes = defineOperation({
  id: 'secondFactor.renewCodes',
  path: '/system/user/secondFactor/renewCodes',
  access: own,
  guessing: 'sign-in',
  summary: '重新生成恢复码',
  outcome: 'set',
  ...write,
  input: z.object({ commandId, code: authenticatorCode }),
  output: z.object({ recoveryCodes }),
});
/** The person does without, where no role asks for it. */
export const removeSecondFactor = defineOperation({
  id: 'secondFactor.remove',
  path: '/system/user/secondFactor/remove',
  access: own,
  guessing: 'sign-in',
  summary: '解除二次验证',
  outcome: 'remove',
  ...write,
  input: z.object({ commandId, code: anyCode }),
  output: z.object({}),
});
export const secondFactorOperations = [
  secondFactorStatus,
  beginSecondFactor,
  confirmSecondFactor,
  passSecondStep,
  renewRecoveryCodes,
  removeSecondFactor,
] as const;
