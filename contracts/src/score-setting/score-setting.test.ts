import { describe, expect, it } from 'vitest';
import { shown, toStored, toWire } from '../kernel/resource-values.ts';
import { scoreTemplate } from './score-template.resource.ts';
import { scoreValue } from './score-value.resource.ts';

type Item = {
  scoreSubItemName: string;
  scoreSubItemProportion: number;
  min: number | null;
  max: number | null;
  scoreHierarchyCode: string;
  isExamItem: '0' | '1';
  dataKey: string | null;
  enable: string | null;
};
const item = (scoreSubItemName: string, scoreSubItemProportion: number, more: Partial<Item> = {}): Item => ({
  scoreSubItemName,
  scoreSubItemProportion,
  min: null,
  max: null,
  scoreHierarchyCode: 'bfz',
  isExamItem: '0',
  dataKey: null,
  enable: null,
  ...more,
});
const template = (items: Item[]) =>
  scoreTemplate.check?.({
    scoreTemplateName: 'T',
    scoreHierarchyCode: 'bfz',
    digit: 0,
    teacherAdjust: '0',
    isDefault: '0',
    sfqy: '1',
    items,
  }) ?? [];

describe('score templates (SCORE-MORE-20)', () => {
  it('SCORE-MORE-20: proportions add up to 100, said with the difference', () => {
    expect(template([item('平时', 40), item('期末', 60, { isExamItem: '1' })])).toEqual([]);
    expect(template([item('平时', 40), item('期末', 55)])).toEqual([
      { field: 'items', message: '各分项比例之和应为100，现为95，少5' },
    ]);
  });
  // SCORE-MORE-20
  it('names differ, ends enclose the proportion, one item at most is the exam; one to eight items', () => {
    expect(template([item('平时', 40, { min: 50, max: 30 }), item('平时', 60)]).map(({ field }) => field)).toEqual([
      'items.1.scoreSubItemName',
      'items.0.min',
      'items.0.max',
    ]);
    expect(template([item('甲', 50, { isExamItem: '1' }), item('乙', 50, { isExamItem: '1' })])).toEqual([
      { field: 'items', message: '期末（考试）分项只能有一个，补缓考替代期末时用它' },
    ]);
    const { schema } = scoreTemplate.fields.items;
    expect(
      [0, 1, 8, 9].map((count) => schema.safeParse(Array.from({ length: count }, () => item('甲', 10))).success),
    ).toEqual([false, true, true, false]);
  });
  it('SCORE-MORE-20: stored as sheets take them; an item keeps its key and new ones get one that is free', () => {
    const stored = toStored(scoreTemplate.fields.items, [
      item('实验', 30, { dataKey: 'fx1' }),
      item('等级', 70, { scoreHierarchyCode: 'wjz', isExamItem: '1', min: 60, max: 80 }),
    ]);
    expect(stored).toEqual([
      {
        scoreSubItemName: '实验',
        scoreSubItemProportion: 30,
        scoreHierarchyCode: 'bfz',
        dataKey: 'fx1',
        enable: 'true',
        isExamItem: false,
        type: 'number',
      },
      {
        scoreSubItemName: '等级',
        scoreSubItemProportion: 70,
        scoreHierarchyCode: 'wjz',
        dataKey: 'fx2',
        enable: 'true',
        isExamItem: true,
        type: 'select',
        min: 60,
        max: 80,
      },
    ]);
    expect(toWire(scoreTemplate.fields.items, stored)).toMatchObject([
      { isExamItem: '0', dataKey: 'fx1' },
      { isExamItem: '1', min: 60 },
    ]);
  });
});

type Band = {
  scoreValueCode: string;
  scoreValueName: string;
  scorePercentileMinValue: string;
  scorePercentileMaxValue: string;
  scorePercentileValue: string;
  passSign: '0' | '1';
};
const band = (
  scoreValueCode: string,
  scorePercentileMinValue: string,
  scorePercentileMaxValue: string,
  scorePercentileValue: string,
  passSign: '0' | '1' = '1',
): Band => ({
  scoreValueCode,
  scoreValueName: `等级${scoreValueCode}`,
  scorePercentileMinValue,
  scorePercentileMaxValue,
  scorePercentileValue,
  passSign,
});
const system = (scoreValues: Band[], scoreHierarchyCode = 'abc') =>
  scoreValue.check?.({ scoreHierarchyCode, scoreHierarchyName: 'S', sfqy: '1', scoreValues }) ?? [];

describe('grade systems (SCORE-MORE-23)', () => {
  it('SCORE-MORE-23: bands cover 0 to 100 in hundredths', () => {
    expect(system([band('1', '60', '100', '80'), band('2', '0', '59.99', '0', '0')])).toEqual([]);
    expect(system([band('1', '60', '100', '80'), band('2', '0', '59', '0', '0')])).toEqual([
      { field: 'scoreValues.0.scorePercentileMinValue', message: '应从 59.01 开始，中间有空缺' },
    ]);
    expect(system([band('1', '60', '100', '80'), band('2', '0', '60', '0', '0')])).toEqual([
      { field: 'scoreValues.0.scorePercentileMinValue', message: '应从 60.01 开始，与下一等级重叠' },
    ]);
    expect(system([band('1', '60', '99', '80'), band('2', '0', '59.99', '0', '0')])).toEqual([
      { field: 'scoreValues.0.scorePercentileMaxValue', message: '最高等级应到 100' },
    ]);
  });
  // SCORE-MORE-23
  it('codes and names differ, a percentile lies in its band or is 0 if that fails, nothing above a pass fails', () => {
    expect(system([band('1', '60', '100', '50'), band('1', '0', '59.99', '0', '0')]).map(({ field }) => field)).toEqual(
      ['scoreValues.1.scoreValueCode', 'scoreValues.1.scoreValueName', 'scoreValues.0.scorePercentileValue'],
    );
    expect(system([band('1', '60', '100', '80', '0'), band('2', '0', '59.99', '30', '1')])).toEqual([
      { field: 'scoreValues.0.passSign', message: '更低的等级已经及格' },
    ]);
    expect(system([])).toEqual([{ field: 'scoreValues', message: '至少要有两个等级' }]);
  });
});

describe('a grade system without bands', () => {
  it('says in lists and exports what that means', () => {
    const { scoreValues } = scoreValue.fields;
    expect(shown(scoreValues, { scoreValues: [] }, 'scoreValues', null)).toBe('0–100 分，不分等级');
  });
});
