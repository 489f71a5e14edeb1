import { expect, test } from 'vitest';
import { sortedRows } from './sorted-rows.ts';

test('rows in memory go by pinyin and by figures, what is empty last either way, and else as they stood', () => {
  const rows = [
    { name: '张三', score: 9 },
    { name: '', score: null },
    { name: '李四10', score: 100 },
    { name: '李四9', score: 9 },
  ];
  type Row = (typeof rows)[number];
  const by = { name: (row: Row) => row.name, score: (row: Row) => row.score };
  const names = (sort: 'name' | 'name,desc' | 'score' | 'score,desc' | undefined) =>
    sortedRows(rows, sort, by).map(({ name }) => name);
  expect(names('name')).toEqual(['李四9', '李四10', '张三', '']);
  expect(names('name,desc')).toEqual(['张三', '李四10', '李四9', '']);
  expect(names('score')).toEqual(['张三', '李四9', '李四10', '']);
  expect(names('score,desc')).toEqual(['李四10', '张三', '李四9', '']);
  expect(names(undefined)).toEqual(['张三', '', '李四10', '李四9']);
});
