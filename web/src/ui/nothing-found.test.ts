import { expect, it } from 'vitest';
import { nothingFound } from './nothing-found.ts';

it('a choice without offers says that its query failed, and only else that nobody is there', () => {
  expect(nothingFound({ isFetching: true, error: null }, '没有符合条件的学生')).toBe('正在查询…');
  expect(nothingFound({ isFetching: false, error: new Error('查询失败') }, '没有符合条件的学生')).toBe('查询失败');
  expect(nothingFound({ isFetching: false, error: null }, '没有符合条件的学生')).toBe('没有符合条件的学生');
});
