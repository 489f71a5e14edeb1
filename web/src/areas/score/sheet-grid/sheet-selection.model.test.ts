import { describe, expect, test } from 'vitest';
import { cellFocus } from './cell-focus.store.ts';
import { stepOf } from './grid-keys.ts';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { openGrid, REMARK_KEY } from './sheet-grid.model.ts';
import { pasteBlock } from '../sheet-import/sheet-paste.model.ts';
import {
  blockBetween,
  blockText,
  cellBeside,
  emptied,
  filledDown,
  filledTo,
  isWide,
  repeated,
} from './sheet-selection.model.ts';
import { gradeItem, sampleItem, sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

const items = [sampleItem('ps', '平时成绩', 40), gradeItem('lw', '论文', 20), sampleItem('qm', '期末成绩', 40)];
const rows = [
  sampleRow(1, { ps: '81.0', lw: '1', qm: '71.0' }),
  sampleRow(2, { ps: '82.0', lw: '2', qm: null }),
  sampleRow(3),
  sampleRow(4, { ps: '84.0' }),
];
const grid = openGrid(sampleSheet({ items, rows }), 'teacher1');
const layout = { order: grid.order, columns: ['ps', 'lw', 'qm', REMARK_KEY] };
const at = (studentCode: string, dataKey: string) => ({ studentCode, dataKey });
const block = (from: [string, string], to: [string, string]) =>
  blockBetween(layout, at(...from), at(...to)) ?? expect.unreachable('no block');
const texts = (typed: readonly { studentCode: string; dataKey: string; text: string | null }[]) =>
  typed.map((each) => `${each.studentCode} ${each.dataKey} ${String(each.text)}`);

describe('a block of cells', () => {
  test('is the same whichever way it was drawn', () => {
    expect(block(['s3', 'qm'], ['s1', 'lw'])).toEqual({ codes: ['s1', 's2', 's3'], keys: ['lw', 'qm'] });
    expect(isWide(block(['s1', 'ps'], ['s1', 'ps']))).toBe(false);
    expect(blockBetween(layout, at('s1', 'ps'), at('s9', 'ps'))).toBeNull();
  });

  test('is copied as spreadsheets take it, grades and remarks by name, and comes back the same', () => {
    const text = blockText(grid, block(['s1', 'ps'], ['s2', REMARK_KEY]));
    expect(text).toBe('81.0\t优秀\t71.0\t正常\r\n82.0\t良好\t\t正常');
    const { grid: pasted, report } = pasteBlock(grid, grid.order, at('s3', 'ps'), text);
    expect(report).toMatchObject({ refused: [], skipped: 0, outside: 0 });
    expect(blockText(pasted, block(['s3', 'ps'], ['s4', REMARK_KEY]))).toBe(text);
  });

  test('is emptied, or takes one value everywhere, as one step', () => {
    expect(texts(emptied(block(['s1', 'ps'], ['s1', 'lw'])))).toEqual(['s1 ps null', 's1 lw null']);
    const { grid: next } = typeCells(grid, repeated(block(['s1', 'qm'], ['s4', 'qm']), '75'));
    expect(blockText(next, block(['s1', 'qm'], ['s4', 'qm']))).toBe('75.0\r\n75.0\r\n75.0\r\n75.0');
    expect(next.undo).toHaveLength(1);
  });

  test('fill down repeats the first row, or what stands above a single cell', () => {
    expect(texts(filledDown(grid, grid.order, block(['s1', 'ps'], ['s3', 'lw'])))).toEqual([
      's2 ps 81.0',
      's2 lw 1',
      's3 ps 81.0',
      's3 lw 1',
    ]);
    expect(texts(filledDown(grid, grid.order, block(['s3', 'ps'], ['s3', 'ps'])))).toEqual(['s3 ps 82.0']);
    expect(filledDown(grid, grid.order, block(['s1', 'ps'], ['s1', 'ps']))).toEqual([]);
  });

  test('the handle repeats the block below or above it; pressed twice it leaves alone what has a value', () => {
    const two = block(['s1', 'ps'], ['s2', 'ps']);
    expect(texts(filledTo(grid, grid.order, two, 's4'))).toEqual(['s3 ps 81.0', 's4 ps 82.0']);
    expect(texts(filledTo(grid, grid.order, two, 's4', true))).toEqual(['s3 ps 81.0']);
    expect(texts(filledTo(grid, grid.order, block(['s3', 'qm'], ['s4', 'ps']), 's2'))).toHaveLength(3);
    expect(texts(filledTo(grid, grid.order, block(['s2', 'ps'], ['s2', 'ps']), 's1'))).toEqual(['s1 ps 82.0']);
    expect(filledTo(grid, grid.order, two, 's2')).toEqual([]);
  });

  test('stays inside the grid', () => {
    expect(cellBeside(layout, at('s1', 'ps'), -1, 1)).toEqual(at('s1', 'lw'));
    expect(cellBeside(layout, at('s1', 'ps'), Infinity, 0)).toEqual(at('s4', 'ps'));
  });
});

describe('drawing a block', () => {
  const key = (name: string, extra = {}) => ({ key: name, ctrlKey: false, metaKey: false, ...extra });
  test('Shift with arrows draws; in the middle of a text left and right stay with the text', () => {
    expect(stepOf(key('ArrowDown'), { atStart: false, atEnd: false })).toEqual({ down: 1, right: 0 });
    expect(stepOf(key('ArrowRight'), { atStart: false, atEnd: true })).toBeNull();
    expect(stepOf(key('ArrowRight'), { atStart: true, atEnd: true })).toEqual({ down: 0, right: 1 });
    expect(stepOf(key('ArrowLeft', { ctrlKey: true }), { atStart: false, atEnd: true })).toEqual({
      down: 0,
      right: -1,
    });
  });

  test('ends when the focus goes elsewhere, and rows learn only of their own part', () => {
    const focus = cellFocus();
    focus.show(layout);
    focus.set(at('s1', 'ps'));
    focus.extend(at('s2', 'lw'));
    expect([focus.marks('s1'), focus.marks('s2'), focus.marks('s3')]).toEqual(['ps lw||', 'ps lw||lw', '']);
    focus.fillTo('s3');
    expect(focus.marks('s3')).toBe('|ps lw|');
    focus.fillTo(null);
    focus.set(at('s4', 'qm'));
    expect([focus.marks('s1'), focus.marks('s4')]).toEqual(['', '||qm']);
  });
});
