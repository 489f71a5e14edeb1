import { describe, expect, it } from 'vitest';
import { mobilePhone } from './mobile-phone.ts';

const messageOf = (text: string) => mobilePhone.safeParse(text).error?.issues[0]?.message ?? null;

describe('mobile phone numbers', () => {
  it('are 11 digits, the first 1, the second 3 to 9', () => {
    expect(['13800138000', '19912345678'].map(messageOf)).toEqual([null, null]);
    expect(
      ['12800138000', '1380013800', '138001380000', '23800138000', '138001380o0', ' 13800138000'].map(messageOf),
    ).toEqual(Array(6).fill('手机号码格式有误'));
  });

  it('may be empty', () => {
    expect(messageOf('')).toBeNull();
  });
});
