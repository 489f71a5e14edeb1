import { describe, expect, it } from 'vitest';
import { loginProblems, slide } from './login-rules.ts';

describe('signing in', () => {
  it('LOGIN-30, LOGIN-31, LOGIN-32: name and password are required, the captcha once its box shows', () => {
    expect(loginProblems({ userName: ' ', password: '', code: '', captchaVisible: false })).toEqual({ userName: '请输入用户名', password: '请输入密码' });
    expect(loginProblems({ userName: 'a', password: 'b', code: ' ', captchaVisible: true })).toEqual({ code: '请输入验证码' });
    expect(loginProblems({ userName: 'a', password: 'b', code: 'x', captchaVisible: true })).toEqual({});
  });

  it('LOGIN-27: the slider is done only at the very end of the track', () => {
    expect([slide(-5, 290), slide(289, 290), slide(400, 290)]).toEqual([{ at: 0, done: false }, { at: 289, done: false }, { at: 290, done: true }]);
  });
});
