import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { INDEX_ADDRESS, safeReturnUrl } from '@jwxt/contracts/session/return-url.ts';

export type LoginProblems = { userName?: string | undefined; password?: string | undefined; code?: string | undefined };

/** What is missing in the login form, by field (LOGIN-30…32). */
export function loginProblems({
  userName,
  password,
  code,
  captchaVisible,
}: {
  userName: string;
  password: string;
  code: string;
  captchaVisible: boolean;
}): LoginProblems {
  return {
    ...(userName.trim() === '' ? { userName: '请输入用户名' } : {}),
    ...(password === '' ? { password: '请输入密码' } : {}),
    ...(captchaVisible && code.trim() === '' ? { code: '请输入验证码' } : {}),
  };
}

/**
 * Where a person goes after signing in: single-sign-on users to the address they came from, everybody else to the index
 * (LOGIN-36, LOGIN-37). Another site's address is never followed.
 */
export function afterLogin(sso: string, returnUrl: string | undefined): string {
  return sso === yesNo.yes ? safeReturnUrl(returnUrl) : INDEX_ADDRESS;
}

/** Value of the first parameter of an address, whatever its name (LOGIN-44); empty when there is none. */
export function firstQueryValue(search: string): string {
  return new URLSearchParams(search).values().next().value ?? '';
}
