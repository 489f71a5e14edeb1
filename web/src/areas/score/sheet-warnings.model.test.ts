import { describe, expect, test } from 'vitest';
import { openGrid, type Grid } from './sheet-grid.model.ts';
import { sampleRow, sampleSheet } from './sheet-sample.fixture.ts';
import { confirmedOf, largestGap, sheetWarnings, type EarlierScores } from './sheet-warnings.model.ts';

/** A class with these finals: both items the same, so that the total is the value. */
const classOf = (finals: readonly number[], extra: Parameters<typeof sampleSheet>[0] = {}): Grid =>
  openGrid(sampleSheet({ rows: finals.map((value, index) => sampleRow(index + 1, { ps: value.toFixed(1), qm: value.toFixed(1) })), ...extra }), 'teacher1');
const spread = (count: number, from = 65, step = 1.3) => Array.from({ length: count }, (_, index) => from + index * step);
const earlierAt = (at: number, students = 60): EarlierScores => ({ classes: 2, students, mean: at * 100, points: Array.from({ length: 101 }, (_, point) => (point === at ? students : 0)) });
const checks = (grid: Grid, earlier: EarlierScores | null = null) => sheetWarnings(grid, earlier).map(({ check, text }) => [check, text]);

describe('what looks unusual before a class is handed in', () => {
  test('nothing in an ordinary class, and nothing in one too small to tell', () => {
    expect(checks(classOf(spread(20)))).toEqual([]);
    expect(checks(classOf([50, 50, 50]))).toEqual([]);
  });

  test('everybody with the same total; a whole item with one value', () => {
    expect(checks(classOf([85, 85, 85, 85, 85]))).toEqual([['allEqual', '5 人总评都是 85.00']]);
    const rows = spread(12).map((value, index) => sampleRow(index + 1, { ps: '90.0', qm: value.toFixed(1) }));
    const [warning] = sheetWarnings(openGrid(sampleSheet({ rows }), 'teacher1'), null);
    expect(warning).toMatchObject({ check: 'allEqual', text: '平时成绩：12 人成绩全部相同', cells: [{ studentCode: 's1', dataKey: 'ps' }] });
  });

  test('a heap at 60, with its cells', () => {
    const heap = sheetWarnings(classOf([...spread(20, 66), 60, 60.2, 60.5, 60]), null);
    expect(heap).toMatchObject([{ check: 'heap', title: '总评集中在 60 分', text: '4 人总评在 60.00–60.99，相邻各分平均 0.0 人', cells: [{ studentCode: 's21' }, {}, {}, {}] }]);
    expect(checks(classOf([...spread(20, 55, 0.6), 60])).map(([check]) => check)).not.toContain('heap');
  });

  test('more than three in ten failing; not for make-ups', () => {
    expect(checks(classOf([40, 45, 50, 70, 71, 72, 73, 74, 75, 76]))).toEqual([]);
    const finals = [40, 45, 50, 58, 71, 72, 73, 74, 75, 76];
    expect(checks(classOf(finals))).toEqual([['failRate', '不及格 4 人，占 40.0%，高于 30%']]);
    expect(checks(classOf(finals, { scoreType: '2' }))).toEqual([]);
  });

  test('far from earlier classes: by the mean, or by the distribution; not against a handful', () => {
    const now = classOf(spread(20, 60, 0.5));
    expect(checks(now, earlierAt(90))).toEqual([['distribution', '平均 64.75，往年 2 个班 60 人平均 90.00，相差 25.25 分']]);
    expect(checks(now, earlierAt(75))).toEqual([['distribution', '69 分及以下所占比例与往年 2 个班 60 人相差 100.0 个百分点']]);
    expect(checks(now, earlierAt(90, 10))).toEqual([]);
    expect(largestGap([{ final: 7000 }, { final: 8000 }], { students: 2, points: earlierAt(70, 2).points })).toEqual({ distance: 0.5, point: 70 });
  });

  test('absent students do not count, and other figures have to be confirmed again', () => {
    const rows = [...spread(9).map((value, index) => sampleRow(index + 1, { ps: value.toFixed(1), qm: value.toFixed(1) })), ...[10, 11, 12, 13, 14].map((number) => sampleRow(number, {}, { scoreRemarkCode: '02' }))];
    expect(checks(openGrid(sampleSheet({ rows }), 'teacher1'))).toEqual([]);
    const warnings = sheetWarnings(classOf([85, 85, 85, 85, 85]), null);
    expect(confirmedOf(warnings, new Set(['5 人总评都是 85.00']))).toEqual([{ check: 'allEqual', text: '5 人总评都是 85.00' }]);
    expect(confirmedOf(sheetWarnings(classOf([86, 86, 86, 86, 86]), null), new Set(['5 人总评都是 85.00']))).toEqual([]);
  });
});
