import { expect, it } from 'vitest';
import { historicalValue } from './historical-score.rules.ts';

const grades = [
  { scoreHierarchyCode: 'ljz', name: '合格', value: 8000 },
  { scoreHierarchyCode: 'wjz', name: '良好', value: 8500 },
  { scoreHierarchyCode: 'sjz', name: '良好', value: 8000 },
];

// SCORE-MORE-34
it.each([
  ['85', '00', 'bfz', { final: 8500, finalName: '85.00', scoreHierarchyCode: 'bfz' }],
  ['92.5', '00', 'wjz', { final: 9250, finalName: '92.50', scoreHierarchyCode: 'bfz' }],
  ['良好', '00', 'sjz', { final: 8000, finalName: '良好', scoreHierarchyCode: 'sjz' }],
  ['合格', '00', 'bfz', { final: 8000, finalName: '合格', scoreHierarchyCode: 'ljz' }],
  [null, '02', 'bfz', { final: 0, finalName: '0.00', scoreHierarchyCode: 'bfz' }],
  [null, '00', 'bfz', null],
  ['100.01', '00', 'bfz', null],
  ['-1', '00', 'bfz', null],
  ['不错', '00', 'wjz', null],
] as const)('an old score %s with remark %s at a course of %s counts as %j', (text, remark, system, value) => {
  expect(historicalValue(text, remark, system, grades)).toEqual(value);
});
