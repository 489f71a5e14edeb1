import type { PermissionCode } from '../kernel/permission.vocabulary.ts';

/** Account name of a program, as logs and events name it: `program:` and the first digits of its token's id. */
export const PROGRAM_PREFIX = 'program:';

/** Whether an account name is a program's. */
export function isProgram(userName: string): boolean {
  return userName.startsWith(PROGRAM_PREFIX);
}

/** How every token begins, so that one that was published by mistake is recognised. */
export const TOKEN_PREFIX = 'jwxt_';

/** A token is valid for this many days at most. */
export const TOKEN_DAYS = 366;

/** What no program may do, whoever makes its token: open doors for others. */
export const notForPrograms: readonly PermissionCode[] = [
  'apiToken:create',
  'apiToken:revoke',
  'systemUser:tempLogin',
  'user:viewAs',
  'user:resetSecondFactor',
  'loginUserRedis:kickOut',
  'secondaryAuth:create',
];

/** What has become of a token. */
export const tokenState = { valid: '1', expired: '2', revoked: '3' } as const;
export type TokenState = (typeof tokenState)[keyof typeof tokenState];
export const tokenStates = {
  [tokenState.valid]: '有效',
  [tokenState.expired]: '已到期',
  [tokenState.revoked]: '已撤销',
} as const satisfies Record<TokenState, string>;
