import { describe, expect, it } from 'vitest';
import { loginProblems, slide } from './login-rules.ts';
import { DEFAULT_SETTINGS, settingsFrom } from './login-settings.ts';

describe('signing in', () => {
  it('LOGIN-30, LOGIN-31, LOGIN-32: name and password are required, the captcha once its box shows', () => {
    expect(loginProblems({ userName: ' ', password: '', code: '', captchaVisible: false })).toEqual({ userName: '请输入用户名', password: '请输入密码' });
    expect(loginProblems({ userName: 'a', password: 'b', code: ' ', captchaVisible: true })).toEqual({ code: '请输入验证码' });
    expect(loginProblems({ userName: 'a', password: 'b', code: 'x', captchaVisible: true })).toEqual({});
  });

  it('LOGIN-27: the slider is done only at the very end of the track', () => {
    expect([slide(-5, 290), slide(289, 290), slide(400, 290)]).toEqual([{ at: 0, done: false }, { at: 289, done: false }, { at: 290, done: true }]);
  });

  it('LOGIN-11: missing, empty or broken settings fall back to the defaults, one by one', () => {
    expect(settingsFrom(null)).toEqual(DEFAULT_SETTINGS);
    expect(settingsFrom('{')).toEqual(DEFAULT_SETTINGS);
    expect(settingsFrom(JSON.stringify({ zxx: '求实', yxx: '', other: 'x', dlbt: 3 }))).toEqual({ ...DEFAULT_SETTINGS, zxx: '求实' });
  });
});
