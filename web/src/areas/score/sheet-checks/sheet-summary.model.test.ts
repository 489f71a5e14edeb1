import { describe, expect, test } from 'vitest';
import { openGrid } from '../sheet-grid/sheet-grid.model.ts';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { openChecks, submitChecks, summarise } from './sheet-summary.model.ts';
import { sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

const rows = [
  sampleRow(1, { ps: '95.0', qm: '95.0' }),
  sampleRow(2, { ps: '59.9', qm: '60.0' }),
  sampleRow(3, { ps: '70.0' }),
];

describe('figures of the sheet', () => {
  test('count complete rows, rates over those with a final score, and bands', () => {
    const summary = summarise(openGrid(sampleSheet({ rows }), 'teacher1'));
    expect(summary).toMatchObject({
      total: 3,
      complete: 2,
      scored: 2,
      passed: 1,
      failed: 1,
      passRate: '50.0%',
      excellentRate: '50.0%',
      mean: '77.48',
      max: '95.00',
      min: '59.96',
    });
    expect(summary.bands.map((band) => band.count)).toEqual([1, 0, 0, 0, 1]);
    expect(summary.missing).toEqual([
      {
        studentCode: 's3',
        studentNumber: '2024211003',
        studentName: '学生3',
        cells: [{ studentCode: 's3', dataKey: 'qm' }],
        names: '期末成绩',
      },
    ]);
  });

  test('a remark that counts the exam alone is in the way where no exam is open, and leads to the remark', () => {
    const { items } = sampleSheet();
    const sheet = sampleSheet({
      items: items.filter((item) => !item.isExamItem),
      rows: [{ ...sampleRow(1, { ps: '95.0' }), scoreRemarkCode: '09' }],
    });
    expect(summarise(openGrid(sheet, 'teacher1'))).toMatchObject({
      complete: 0,
      missing: [
        {
          cells: [{ studentCode: 's1', dataKey: 'scoreRemarkCode' }],
          names: '备注“免听”只按考试分项计分，成绩单没有启用的考试分项，请先设置考试分项或更改备注',
        },
      ],
    });
  });

  test('SCORE-RULES-08 an empty sheet has dashes', () => {
    expect(summarise(openGrid(sampleSheet(), 'teacher1'))).toMatchObject({ passRate: '-', mean: '-', max: '-' });
  });

  test('checks put what fails first and lead to the cell', () => {
    const { grid } = typeCells(openGrid(sampleSheet({ rows }), 'teacher1'), [
      { studentCode: 's1', dataKey: 'ps', text: '200' },
    ]);
    const summary = summarise(grid);
    const checks = submitChecks(grid, summary, [], new Set(), () => [{ studentCode: 's1', dataKey: 'ps' }]);
    expect(checks.map((check) => check.level)).toEqual(['failed', 'failed', 'passed', 'passed', 'passed']);
    expect(checks[0]).toMatchObject({
      title: '2 名学生缺少成绩项',
      cells: [
        { studentCode: 's1', dataKey: 'ps' },
        { studentCode: 's3', dataKey: 'qm' },
      ],
    });
    expect(checks[1]).toMatchObject({ title: '1 处成绩有误' });
    expect(openChecks(checks)).toEqual({ failed: 2, warnings: 0 });
  });

  test('a warning stands after the errors until it is confirmed; an error cannot be confirmed', () => {
    const grid = openGrid(sampleSheet({ rows }), 'teacher1');
    const warning = { title: '不及格率偏高', text: '不及格 1 人，占 50.0%，高于 30%', cells: [] };
    const levels = (confirmed: readonly string[]) =>
      submitChecks(grid, summarise(grid), [warning], new Set(confirmed), () => []).map((check) => check.level);
    expect(levels([])).toEqual(['failed', 'warning', 'passed', 'passed', 'passed', 'passed']);
    expect(levels([warning.text, '1 名学生缺少成绩项'])).toEqual([
      'failed',
      'confirmed',
      'passed',
      'passed',
      'passed',
      'passed',
    ]);
  });
});
