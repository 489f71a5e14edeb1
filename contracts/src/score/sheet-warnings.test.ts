import { describe, expect, test } from 'vitest';
import type { CellValue, ScoreItem } from './score-sheet.events.ts';
import { largestGap, sheetWarnings, unconfirmed, type EarlierFigures, type JudgedClass } from './sheet-warnings.ts';

const item = (dataKey: string, scoreSubItemName: string): ScoreItem => ({
  dataKey,
  scoreSubItemName,
  scoreSubItemProportion: 50,
  type: 'number',
  enable: 'true',
  scoreHierarchyCode: 'bfz',
  isExamItem: dataKey === 'qm',
});
const items = [item('ps', '平时成绩'), item('qm', '期末成绩')];
const row = (
  index: number,
  value: number,
  more: { cells?: Record<string, CellValue>; scoreRemarkCode?: string; isReExamStudentName?: string } = {},
): JudgedClass['rows'][number] => ({
  studentCode: `s${String(index + 1)}`,
  cells: { ps: value * 10, qm: value * 10 },
  scoreRemarkCode: '00',
  final: Math.round(value * 100),
  passed: value >= 60,
  ...more,
});
const classOf = (finals: readonly number[], more: Partial<JudgedClass> = {}): JudgedClass => ({
  scoreType: '1',
  items,
  rows: finals.map((value, index) => row(index, value)),
  ...more,
});
const spread = (count: number, from = 65, step = 1.3) =>
  Array.from({ length: count }, (_, index) => from + index * step);
const earlierAt = (at: number, students = 60): EarlierFigures => ({
  classes: 2,
  students,
  mean: at * 100,
  points: Array.from({ length: 101 }, (_, point) => (point === at ? students : 0)),
});
const checks = (judged: JudgedClass, earlier: EarlierFigures | null = null) =>
  sheetWarnings(judged, earlier).map(({ check, text }) => [check, text]);

describe('what looks unusual before a class is handed in (SCORE-MORE-47)', () => {
  test('nothing in an ordinary class, and nothing in one too small to tell', () => {
    expect(checks(classOf(spread(20)))).toEqual([]);
    expect(checks(classOf([50, 50, 50]))).toEqual([]);
  });

  test('everybody with the same total; a whole item with one value', () => {
    expect(checks(classOf([85, 85, 85, 85, 85]))).toEqual([['allEqual', '5 人总评都是 85.00']]);
    const rows = spread(12).map((value, index) => row(index, value, { cells: { ps: 900, qm: value * 10 } }));
    expect(sheetWarnings(classOf([], { rows }), null)).toMatchObject([
      { check: 'allEqual', text: '平时成绩：12 人成绩全部相同', cells: [{ studentCode: 's1', dataKey: 'ps' }] },
    ]);
  });

  test('a sentence stays short however many items are the same', () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      item(`fx${String(index)}`, `名称很长的成绩分项名称很长的成绩第${String(index)}项`),
    );
    const rows = spread(12).map((value, index) =>
      row(index, value, { cells: Object.fromEntries(many.map(({ dataKey }) => [dataKey, 900])) }),
    );
    const [warning] = sheetWarnings(classOf([], { items: many, rows }), null);
    expect(warning?.text).toMatch(/ 等 8 项：12 人成绩全部相同$/);
    expect(warning?.text.length).toBeLessThanOrEqual(120);
  });

  test('a heap at 60, with its cells', () => {
    expect(sheetWarnings(classOf([...spread(20, 66), 60, 60.2, 60.5, 60]), null)).toMatchObject([
      {
        check: 'heap',
        title: '总评集中在 60 分',
        text: '4 人总评在 60.00–60.99，相邻各分平均 0.0 人',
        cells: [{ studentCode: 's21' }, {}, {}, {}],
      },
    ]);
    expect(checks(classOf([...spread(20, 55, 0.6), 60])).map(([check]) => check)).not.toContain('heap');
  });

  test('not of totals on a make-up sheet whose passes count for 60 at most', () => {
    const capped = (cap: number | null) => ({
      scoreType: '2',
      retake: { makeupAndDelayTemplateValue: '0' as const, cap, students: {} },
    });
    expect(checks(classOf([60, 60, 60, 60, 60], capped(6000)))).toEqual([]);
    expect(checks(classOf([60, 60, 60, 60, 60], capped(null))).map(([check]) => check)).toEqual(['allEqual', 'heap']);
  });

  test('more than three in ten failing; not for make-ups', () => {
    expect(checks(classOf([40, 45, 50, 70, 71, 72, 73, 74, 75, 76]))).toEqual([]);
    const finals = [40, 45, 50, 58, 71, 72, 73, 74, 75, 76];
    expect(checks(classOf(finals))).toEqual([['failRate', '不及格 4 人，占 40.0%，高于 30%']]);
    expect(checks(classOf(finals, { scoreType: '2' }))).toEqual([]);
  });

  test('far from earlier classes: by the mean, or by the distribution; not against a handful', () => {
    const now = classOf(spread(20, 60, 0.5));
    expect(checks(now, earlierAt(90))).toEqual([
      ['distribution', '平均 64.75，往年 2 个班 60 人平均 90.00，相差 25.25 分'],
    ]);
    expect(checks(now, earlierAt(75))).toEqual([
      ['distribution', '69 分及以下所占比例与往年 2 个班 60 人相差 100.0 个百分点'],
    ]);
    expect(checks(now, earlierAt(90, 10))).toEqual([]);
    expect(largestGap([{ final: 7000 }, { final: 8000 }], { students: 2, points: earlierAt(70, 2).points })).toEqual({
      distance: 0.5,
      point: 70,
    });
  });

  test('a value that the remark lets not count has to be confirmed, in the smallest class too', () => {
    const absent = row(1, 0, { cells: { ps: 800, qm: 850 }, scoreRemarkCode: '02' });
    expect(sheetWarnings(classOf([], { rows: [row(0, 80), absent] }), null)).toEqual([
      {
        check: 'barred',
        title: '备注与已录入的成绩矛盾',
        text: '1 人备注为缺考，却录有期末成绩：不计入总评，也不打印',
        cells: [{ studentCode: 's2', dataKey: 'qm' }],
      },
    ]);
    expect(checks(classOf([], { rows: [row(0, 80), { ...absent, cells: { ps: 800, qm: null } }] }))).toEqual([]);
    expect(checks(classOf([], { rows: [row(0, 80), { ...absent, scoreRemarkCode: '03' }] }))).toEqual([
      ['barred', '1 人备注为旷考，却录有平时成绩、期末成绩：不计入总评，也不打印'],
    ]);
  });

  test('absent students do not count, and other figures have to be confirmed again', () => {
    const rows = [
      ...spread(9).map((value, index) => row(index, value)),
      ...[9, 10, 11, 12, 13].map((index) => row(index, 0, { cells: { ps: 0, qm: null }, scoreRemarkCode: '02' })),
    ];
    expect(checks(classOf([], { rows }))).toEqual([]);
    const confirmed = [{ check: 'allEqual' as const, text: '5 人总评都是 85.00' }];
    expect(unconfirmed(sheetWarnings(classOf([85, 85, 85, 85, 85]), null), confirmed)).toEqual([]);
    expect(unconfirmed(sheetWarnings(classOf([86, 86, 86, 86, 86]), null), confirmed)).toMatchObject([
      { text: '5 人总评都是 86.00' },
    ]);
  });
});

test('totals that a cap has made equal among those who retake are no heap; those of everybody else are', () => {
  const capped = [70, 71, 72, 73].map((_, index) => row(90 + index, 60, { isReExamStudentName: '重修' }));
  const rows = [...spread(20, 66).map((value, index) => row(index, value)), ...capped];
  const checks = (more: Partial<JudgedClass>) =>
    sheetWarnings(classOf([], { rows, ...more }), null).map(({ check }) => check);
  expect(checks({ retakeCap: 6000 })).toEqual([]);
  expect(checks({})).toEqual(['heap']);
});
