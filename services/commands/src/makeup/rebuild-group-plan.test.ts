import { expect, test } from 'vitest';
import { classesOf } from './rebuild-group-plan.ts';

const there = (campus: string, count: number) => Array.from({ length: count }, () => ({ campus }));
const names = new Map([
  ['1', '本部'],
  ['2', '东区'],
]);
const planned = (signUps: readonly { campus: string }[], size: number, course = '高等数学') =>
  classesOf(course, signUps, size, names).map(({ campus, name, members }) => [campus, name, members.length]);

// SCORE-MORE-29
test('sign-ups are parted by campus, and into classes of like size', () => {
  expect(planned(there('1', 3), 40)).toEqual([['1', '高等数学重修班', 3]]);
  expect(planned([...there('1', 7), ...there('2', 2)], 3)).toEqual([
    ['1', '高等数学本部重修班1', 3],
    ['1', '高等数学本部重修班2', 2],
    ['1', '高等数学本部重修班3', 2],
    ['2', '高等数学东区重修班', 2],
  ]);
  expect(planned(there('1', 1), 1, '课'.repeat(60))).toEqual([['1', `${'课'.repeat(57)}重修班`, 1]]);
});
