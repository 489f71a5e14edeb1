import { describe, expect, it } from 'vitest';
import { afterLogin, firstQueryValue, loginProblems } from './login-rules.ts';

describe('signing in', () => {
  it('LOGIN-30, LOGIN-31, LOGIN-32: name and password are required, the captcha once its box shows', () => {
    expect(loginProblems({ userName: ' ', password: '', code: '', captchaVisible: false })).toEqual({
      userName: '请输入用户名',
      password: '请输入密码',
    });
    expect(loginProblems({ userName: 'a', password: 'b', code: ' ', captchaVisible: true })).toEqual({
      code: '请输入验证码',
    });
    expect(loginProblems({ userName: 'a', password: 'b', code: 'x', captchaVisible: true })).toEqual({});
  });

  it('LOGIN-44: a temporary link is read from the first parameter, whatever it is called', () => {
    expect(['?token=a-b_c&x=2', '?k=%E6%98%8E', '?=v', '?', ''].map(firstQueryValue)).toEqual([
      'a-b_c',
      '明',
      'v',
      '',
      '',
    ]);
  });

  // LOGIN-36, LOGIN-37
  it('the address is followed for single sign-on, and never to another site; everybody else goes to the index', () => {
    const address = '/jwxt/gly/messageSystem/approval?tab=1';
    expect([afterLogin('1', address), afterLogin('0', address), afterLogin('1', undefined)]).toEqual([
      address,
      '/',
      '/',
    ]);
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', '/login?returnUrl=%2F'])
      expect(afterLogin('1', evil)).toBe('/');
  });
});
