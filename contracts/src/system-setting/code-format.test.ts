import { expect, it } from 'vitest';
import { formatCode, missingSources, sampleCode, segmentProblems, type Segment } from './code-format.ts';

const fixed = (value: string): Segment => ({ type: 'fixed', value, length: null });
const from = (value: string, length: number): Segment => ({ type: 'field', value, length });
const date = (value: string): Segment => ({ type: 'date', value, length: null });
const serial = (length: number): Segment => ({ type: 'serial', value: null, length });
const time = '2026-12-31T17:00:00.000Z';

it('a number is made of fixed text, fields, the school’s date and a serial number', () => {
  const segments = [fixed('K'), from('kkxy', 4), date('YY'), serial(3)];
  expect(formatCode(segments, { values: { kkxy: '101' }, time, serial: 7 })).toEqual({
    code: 'K010127007',
    prefix: 'K010127',
  });
  expect(formatCode([from('kkxy', 2), serial(2)], { values: { kkxy: '101-1' }, time, serial: 1 }).code).toBe('1101');
  expect(sampleCode(segments, time)).toBe('KXXXX27001');
});

it('what a number needs and the row has not is named', () => {
  expect(missingSources('1', [from('kkxy', 3), serial(3)], {})).toEqual([{ field: 'kkxy', label: '开课单位' }]);
  expect(missingSources('1', [from('kkxy', 3), serial(3)], { kkxy: '101' })).toEqual([]);
});

it.each([
  [[fixed('课'), serial(3)], { index: 0, column: 'value', message: '应为字母、数字和 . _ -' }],
  [[from('xm', 3), serial(3)], { index: 0, column: 'value', message: '应为：kkxy、kcsx、kcxz、kcbj' }],
  [[date('YYY'), serial(3)], { index: 0, column: 'value', message: '应为：YYYY、YY、MM、DD' }],
  [[{ type: 'serial', value: null, length: null }], { index: 0, column: 'length', message: '应为 1 到 12' }],
  [[fixed('K')], { index: null, column: '', message: '应有一个流水号，不能多也不能少' }],
  [[serial(2), serial(2)], { index: null, column: '', message: '应有一个流水号，不能多也不能少' }],
  [[fixed('A'.repeat(20)), serial(12)], { index: null, column: '', message: '编号最长 30 位' }],
])('a rule that makes no numbers is refused where it is wrong: %j', (segments, problem) => {
  expect(segmentProblems('1', segments)).toEqual([problem]);
});
