import { expect, test } from 'vitest';
import { changeEffectOf } from './sheet-figures.ts';

const row = (studentName: string, before: number | null, after: number | null) => ({
  studentName,
  final: { before, after },
  passedBefore: (before ?? 0) >= 6000,
  passedAfter: (after ?? 0) >= 6000,
});

test('a change of scores says who goes up and down, who crosses the pass mark, and the largest change', () => {
  expect(
    changeEffectOf([
      row('张三', 5800, 6400),
      row('李四', 6100, 5950),
      row('王五', 8000, 8000),
      row('赵六', null, 7000),
      row('孙七', 8000, 8700),
    ]),
  ).toEqual({
    studentNum: 5,
    upNum: 3,
    downNum: 1,
    toPass: ['张三', '赵六'],
    toFail: ['李四'],
    largest: { studentName: '赵六', change: 7000 },
  });
  expect(changeEffectOf([row('王五', 8000, 8000)])).toMatchObject({ upNum: 0, downNum: 0, largest: null });
});
