export type LoginProblems = { userName?: string | undefined; password?: string | undefined; code?: string | undefined };

/** What is missing in the login form, by field (LOGIN-30…32). */
export function loginProblems({ userName, password, code, captchaVisible }: { userName: string; password: string; code: string; captchaVisible: boolean }): LoginProblems {
  return {
    ...(userName.trim() === '' ? { userName: '请输入用户名' } : {}),
    ...(password === '' ? { password: '请输入密码' } : {}),
    ...(captchaVisible && code.trim() === '' ? { code: '请输入验证码' } : {}),
  };
}

/** Where the handle of the slider stands after a drag by `moved` pixels; `done` only at the very end of the track (LOGIN-27, LOGIN-28). */
export function slide(moved: number, track: number): { at: number; done: boolean } {
  const at = Math.min(Math.max(0, moved), track);
  return { at, done: at >= track };
}
