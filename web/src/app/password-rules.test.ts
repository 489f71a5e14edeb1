import { describe, expect, it } from 'vitest';
import { passwordProblems } from './password-rules.ts';

const rule = '必须包含一个大写，一个小写字母，且长度为6到16位';
const newTokenProblem = (newToken: string) =>
  passwordProblems({ oldToken: 'a', newToken, confirmToken: newToken }).newToken;

describe('changing the password', () => {
  it('SESSION-34, SESSION-35, SESSION-36: all three fields are required', () => {
    expect(passwordProblems({ oldToken: '', newToken: '', confirmToken: '' })).toEqual({
      oldToken: '请输入原密码！',
      newToken: '请输入新密码！',
      confirmToken: '请再次输入密码！',
    });
  });

  it('SESSION-33: the repetition must match', () => {
    expect(passwordProblems({ oldToken: 'a', newToken: 'Abcdef1', confirmToken: 'Abcdef2' })).toEqual({
      confirmToken: '新密码输入不一致，请重新输入',
    });
  });

  it('SESSION-37, SESSION-38, SESSION-39: 6 to 16 of letters, digits and ~!@&%#_, with upper and lower case', () => {
    for (const bad of ['Abc12', 'Abcdefghij1234567', 'abcdef1', 'ABCDEF1'])
      expect(newTokenProblem(bad), bad).toBe(rule);
    for (const [bad, strange] of [
      ['New-4-Pass', '-'],
      ['Abcdef*', '*'],
      ['Abc def', '空格'],
      ['密码Abcdef', '密'],
      ['Ab😀cdef', '😀'],
    ] as const) {
      expect(newTokenProblem(bad), bad).toBe(`${rule}；不能使用“${strange}”，符号只能用 ~!@&%#_`);
    }
    expect(passwordProblems({ oldToken: 'Jwxt@2026', newToken: 'Jwxt@2026', confirmToken: 'Jwxt@2026' })).toEqual({
      newToken: '新密码不能与原密码相同',
    });
    for (const good of ['Abcdef', 'Jwxt@2026', 'aB~!@&%#_1234567']) expect(newTokenProblem(good), good).toBeUndefined();
  });
});
