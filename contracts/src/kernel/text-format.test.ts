import { describe, expect, it } from 'vitest';
import { isDay } from './fields.ts';
import { birthOf, idNumberProblem, sexOf, textFormats } from './text-format.ts';

describe('the id number of a resident', () => {
  it('has a checksum, says a day of birth and a sex', () => {
    expect(idNumberProblem('11010519491231002X')).toBeNull();
    expect([birthOf('11010519491231002X'), sexOf('11010519491231002X')]).toEqual(['1949-12-31', '2']);
  });
  it.each([
    ['110105194912310021', '身份证号校验位不对，请核对'],
    ['11010519490231002X', '身份证号中的出生日期不存在'],
    ['11010519491231002x', '身份证号应为18位数字，末位可以是大写X'],
    ['110105491231002', '身份证号应为18位数字，末位可以是大写X'],
  ])('%s is none', (text, message) => {
    expect(idNumberProblem(text)).toBe(message);
  });
});

it.each([
  ['mobile', '13800000000', '12800000000'],
  ['email', 'a.b@school.edu.cn', 'a b@school'],
  ['zipCode', '100871', '10087'],
  ['schoolYear', '2026-2027', '2026-2028'],
  ['semester', '2026-2027-1', '2026-2027-4'],
  ['month', '2026-12', '2026-13'],
  ['code', 'A-1.b', '甲1'],
  ['bankCard', '6222020000000000000', '6222'],
] as const)('a text written as %s', (format, right, mistaken) => {
  expect(textFormats[format](right)).toBeNull();
  expect(textFormats[format](mistaken)).not.toBeNull();
});

it('a day is one of the calendar', () => {
  expect(['2024-02-29', '2023-02-29', '2024-2-9', '1024-01-01'].map(isDay)).toEqual([true, false, false, false]);
});
