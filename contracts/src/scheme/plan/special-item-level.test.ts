import { expect, test } from 'vitest';
import { placeByLevel, type Level, type LevelLine } from './special-item-level.ts';

const level = (specialItemId: string, minScore: number | null, own: Partial<Level> = {}): Level => ({
  specialItemId,
  itemName: `${specialItemId}级`,
  capacity: null,
  studentNum: 0,
  sexLimit: null,
  minScore,
  ...own,
});
const line = (score: number | null, own: Partial<LevelLine> = {}): LevelLine => ({
  studentCode: 'S',
  sex: '1',
  heldItemId: null,
  level: '',
  score,
  ...own,
});
const placed = (lines: readonly LevelLine[], levels: readonly Level[]) =>
  placeByLevel(lines, levels).map((place) => ('reason' in place ? place.reason : place.specialItemId));

test('SCHEME-34: a score comes into the highest level whose bound it reaches, a name into its level', () => {
  const levels = [level('B', 600), level('A', 850), level('C', null)];
  expect(placed([line(850), line(849), line(599), line(null), line(900, { level: 'C级' })], levels)).toEqual([
    'A',
    'B',
    '低于最低的分级分数线',
    '专项和分级成绩至少填写一项',
    'C',
  ]);
  expect(placed([line(900, { level: 'D级' })], levels)).toEqual(['这门课程没有专项“D级”']);
  expect(placed([line(900)], [level('C', null)])).toEqual(['这门课程的专项没有设置分级分数线']);
});

test('SCHEME-34: within room the better scores come first, and nobody is moved', () => {
  const levels = [level('A', 800, { capacity: 3, studentNum: 1 }), level('B', 0, { sexLimit: '2' })];
  expect(
    placed([line(810), line(900), line(850), line(null, { level: 'A级' }), line(820, { heldItemId: 'A' })], levels),
  ).toEqual(['“A级”名额已满（3 人）', 'A', '“A级”名额已满（3 人）', 'A', 'A']);
  expect(placed([line(100), line(990, { heldItemId: 'B' })], levels)).toEqual([
    '“B级”只限女生',
    '应在“A级”，已在“B级”，请先移出或办理专项变更',
  ]);
});
