import { describe, expect, test } from 'vitest';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { openGrid, REMARK_KEY, shownText, type Grid } from '../sheet-grid/sheet-grid.model.ts';
import { isBlock, parseBlock, pasteBlock, pasteSentence } from './sheet-paste.model.ts';
import { gradeItem, sampleItem, sampleSheet } from '../sheet-sample.fixture.ts';

const grid = openGrid(sampleSheet(), 'teacher1');
const at = { studentCode: 's1', dataKey: 'ps' };
const texts = (next: Grid, key: string) =>
  next.order.map((code) => shownText(next.rows[code] ?? expect.unreachable(), key));

describe('a block copied from a spreadsheet', () => {
  test('is read with its quotes, empty cells and any line end', () => {
    expect(parseBlock('90\t80\r\n"a\nb"\t""""\r\n\t7\r\n')).toEqual([
      ['90', '80'],
      ['a\nb', '"'],
      ['', '7'],
    ]);
    expect(parseBlock('')).toEqual([]);
  });

  test('one value is no block', () => {
    expect([isBlock('90'), isBlock('90\n'), isBlock('90\t80'), isBlock('90\n80')]).toEqual([false, false, true, true]);
  });

  test('is written from the cell on, as one step', () => {
    const { grid: next, report } = pasteBlock(grid, grid.order, at, '90\t80.55\n70\t60\n');
    expect([texts(next, 'ps'), texts(next, 'qm')]).toEqual([
      ['90.0', '70.0', null],
      ['80.6', '60.0', null],
    ]);
    expect(report).toMatchObject({ written: 4, skipped: 0, outside: 0, byNumber: false });
    expect(next.undo).toHaveLength(1);
  });

  test('passes over read-only cells and says so', () => {
    const partly = openGrid(
      sampleSheet({
        items: [
          sampleItem('ps', '平时成绩', 40),
          sampleItem('sy', '实验', 20, { enable: 'false' }),
          sampleItem('qm', '期末成绩', 40),
        ],
      }),
      'teacher1',
    );
    const { grid: next, report } = pasteBlock(partly, partly.order, at, '90\t1\t80');
    expect([texts(next, 'ps')[0], texts(next, 'sy')[0], texts(next, 'qm')[0]]).toEqual(['90.0', null, '80.0']);
    expect(report).toMatchObject({ written: 2, skipped: 1 });
  });

  test('keeps values that are no scores in their cells and reports them', () => {
    const { grid: next, report } = pasteBlock(grid, grid.order, at, '缺考\n101\n88');
    expect(texts(next, 'ps')).toEqual(['缺考', '101', '88.0']);
    expect(report.refused.map(({ studentCode, message }) => [studentCode, message])).toEqual([
      ['s1', '成绩应为数字'],
      ['s2', '成绩应在 0 至 100 之间'],
    ]);
    expect(pasteSentence(report)).toBe('已粘贴 1 个成绩；2 个不能保存，已标红并保留原文');
  });

  test('tells which scores an empty cell of the block took away', () => {
    const full = pasteBlock(grid, grid.order, at, '90\t80\n91\t81').grid;
    const { grid: next, report } = pasteBlock(full, full.order, at, '85\t\n\t\t正常\n\t');
    expect([texts(next, 'ps'), texts(next, 'qm')]).toEqual([
      ['85.0', null, null],
      [null, null, null],
    ]);
    expect(report).toMatchObject({ written: 2, emptied: 3 });
    expect(pasteSentence(report)).toBe('已粘贴 2 个成绩；清空 3 个（粘贴内容为空，可撤销）');
  });

  test('counts what falls outside the table', () => {
    expect(pasteBlock(grid, grid.order, { studentCode: 's3', dataKey: 'qm' }, '90\t正常\t1\n80').report).toMatchObject({
      written: 2,
      outside: 2,
    });
  });

  test('takes names of grades and remarks', () => {
    const graded = openGrid(sampleSheet({ items: [gradeItem('lw', '论文', 100)] }), 'teacher1');
    const { grid: next } = pasteBlock(
      graded,
      graded.order,
      { studentCode: 's1', dataKey: 'lw' },
      '优秀\t正常\n及格\t缺考',
    );
    expect([texts(next, 'lw'), texts(next, REMARK_KEY)]).toEqual([
      ['1', '4', null],
      ['00', '02', '00'],
    ]);
  });

  test('keeps the scores of a row whose remark is refused, and of one whose remark is taken back', () => {
    const { grid: next } = pasteBlock(grid, grid.order, at, '70\t72\t缓考\n71\t73\t缺考');
    expect([texts(next, 'ps'), texts(next, 'qm')]).toEqual([
      ['70.0', '71.0', null],
      ['72.0', null, null],
    ]);
    const normal = typeCells(
      next,
      ['s1', 's2'].map((studentCode) => ({ studentCode, dataKey: REMARK_KEY, text: '正常' })),
    ).grid;
    expect([texts(normal, 'qm'), texts(normal, REMARK_KEY)]).toEqual([
      ['72.0', '73.0', null],
      ['00', '00', '00'],
    ]);
  });

  test('with student numbers is matched by them, headings and strangers aside', () => {
    const { grid: next, report } = pasteBlock(
      grid,
      grid.order,
      at,
      '学号\t姓名\t平时\n2024211003\t学生3\t73\n2024211001\t学生1\t71\n2024999999\t外人\t99',
    );
    expect(texts(next, 'ps')).toEqual(['71.0', null, '73.0']);
    expect(report).toMatchObject({ written: 2, outside: 1, byNumber: true });
  });
});
