import { expect, test } from 'vitest';
import { certificateNumber, certificateNumberProblem } from './certificate.rules.ts';

const facts = { school: '10999', level: '3', year: '2026' };

test('STUDENT-STATUS-07: numbers of diplomas and degrees are made and checked by the ministry’s forms', () => {
  expect(certificateNumber('1', facts, 27)).toEqual({ number: '109991202605000027', prefix: '109991202605' });
  expect(certificateNumber('2', facts, 27)).toEqual({ number: '1099942026000027', prefix: '1099942026' });
  // There is no degree of a junior college; other certificates have numbers of their own.
  expect([certificateNumber('2', { ...facts, level: '4' }, 1), certificateNumber('4', facts, 1)]).toEqual([null, null]);
  const problem = (type: string, number: string) => certificateNumberProblem(type, number, '2026-06-30');
  expect([problem('1', '109991202605000027'), problem('2', '1099942026000027'), problem('4', 'ZS-1')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(problem('1', '1099912026050000')).toBe('毕业证书编号应为18位数字');
  expect(problem('1', '109991202609000027')).toBe('毕业证书编号中的培养层次不对');
  expect(problem('2', '1099942025000027')).toBe('编号中的年份 2025 与发证日期不一致');
});
