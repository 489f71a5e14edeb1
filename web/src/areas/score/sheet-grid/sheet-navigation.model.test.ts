import { describe, expect, test } from 'vitest';
import { openGrid, REMARK_KEY } from './sheet-grid.model.ts';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { directionOf, firstEditable, firstMissing, move } from './sheet-navigation.model.ts';
import { sampleItem, sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

const grid = openGrid(
  sampleSheet({
    items: [
      sampleItem('ps', '平时成绩', 40),
      sampleItem('sy', '实验成绩', 20, { enable: 'false' }),
      sampleItem('qm', '期末成绩', 40),
    ],
  }),
  'teacher1',
);
const at = (studentCode: string, dataKey: string) => ({ studentCode, dataKey });

describe('moving between cells', () => {
  test('SCORE-ENTRY-09 goes to the next cell that may be typed in, in each direction', () => {
    expect(move(grid, grid.order, at('s1', 'ps'), 'right')).toEqual(at('s1', 'qm'));
    expect(move(grid, grid.order, at('s1', 'qm'), 'left')).toEqual(at('s1', 'ps'));
    expect(move(grid, grid.order, at('s1', 'ps'), 'down')).toEqual(at('s2', 'ps'));
    expect(move(grid, grid.order, at('s2', 'ps'), 'up')).toEqual(at('s1', 'ps'));
    expect(move(grid, grid.order, at('s1', 'ps'), 'up')).toBeNull();
    expect(move(grid, grid.order, at('s3', 'qm'), 'down')).toBeNull();
  });

  test('Tab goes on in the next row and leaves the grid at its end', () => {
    expect(move(grid, grid.order, at('s1', REMARK_KEY), 'next')).toEqual(at('s2', 'ps'));
    expect(move(grid, grid.order, at('s2', 'ps'), 'previous')).toEqual(at('s1', REMARK_KEY));
    expect(move(grid, grid.order, at('s3', REMARK_KEY), 'next')).toBeNull();
    expect(move(grid, grid.order, at('s1', 'ps'), 'previous')).toBeNull();
  });

  test('Home, End and the page keys go to the ends and ten rows on, to cells that may be typed in', () => {
    expect(move(grid, grid.order, at('s2', 'qm'), 'rowStart')).toEqual(at('s2', 'ps'));
    expect(move(grid, grid.order, at('s2', 'ps'), 'rowEnd')).toEqual(at('s2', REMARK_KEY));
    expect(move(grid, grid.order, at('s2', 'qm'), 'top')).toEqual(at('s1', 'qm'));
    expect(move(grid, grid.order, at('s1', 'ps'), 'pageDown')).toEqual(at('s3', 'ps'));
    expect(move(grid, grid.order, at('s3', 'ps'), 'pageUp')).toEqual(at('s1', 'ps'));
    const absent = typeCells(grid, [{ ...at('s1', REMARK_KEY), text: '旷考' }]).grid;
    expect(move(absent, absent.order, at('s3', 'qm'), 'top')).toEqual(at('s2', 'qm'));
  });

  test('passes over cells that a remark excludes', () => {
    const absent = typeCells(grid, [{ ...at('s2', REMARK_KEY), text: '旷考' }]).grid;
    expect(move(absent, absent.order, at('s1', 'ps'), 'down')).toEqual(at('s3', 'ps'));
  });

  test('goes on down the first column that is not full, whether rows or columns were typed', () => {
    const type = (...cells: [string, string][]) =>
      typeCells(
        grid,
        cells.map(([studentCode, dataKey]) => ({ studentCode, dataKey, text: '80' })),
      ).grid;
    expect(firstMissing(grid, grid.order)).toEqual(at('s1', 'ps'));
    expect(firstMissing(type(['s1', 'ps'], ['s2', 'ps']), grid.order)).toEqual(at('s3', 'ps'));
    expect(firstMissing(type(['s1', 'ps'], ['s1', 'qm']), grid.order)).toEqual(at('s2', 'ps'));
    const full = type(
      ...grid.order.flatMap((code): [string, string][] => [
        [code, 'ps'],
        [code, 'qm'],
      ]),
    );
    expect(firstMissing(full, full.order)).toBeNull();
  });

  test('follows the rows as shown', () => {
    expect(move(grid, ['s3', 's1'], at('s3', 'ps'), 'down')).toEqual(at('s1', 'ps'));
    expect(firstEditable(grid, ['s3'])).toEqual(at('s3', 'ps'));
    expect(
      firstEditable(openGrid(sampleSheet({ editable: false, rows: [sampleRow(1)] }), 'teacher1'), ['s1']),
    ).toBeNull();
  });
});

describe('keys', () => {
  const key = (name: string, extra = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...extra,
  });
  const inside = { atStart: false, atEnd: false };

  test('SCORE-ENTRY-09 Ctrl with an arrow always moves; a plain arrow only from the end of the text', () => {
    for (const [name, direction] of [
      ['ArrowLeft', 'left'],
      ['ArrowRight', 'right'],
      ['ArrowUp', 'up'],
      ['ArrowDown', 'down'],
    ]) {
      expect(directionOf(key(name ?? '', { ctrlKey: true }), inside)).toBe(direction);
    }
    expect(directionOf(key('ArrowLeft'), inside)).toBeNull();
    expect(directionOf(key('ArrowLeft'), { atStart: true, atEnd: false })).toBe('left');
    expect(directionOf(key('ArrowRight'), { atStart: false, atEnd: true })).toBe('right');
  });

  test('Enter and Tab, and back with Shift', () => {
    expect(directionOf(key('Enter'), inside)).toBe('down');
    expect(directionOf(key('Enter', { shiftKey: true }), inside)).toBe('up');
    expect(directionOf(key('Tab'), inside)).toBe('next');
    expect(directionOf(key('Tab', { shiftKey: true }), inside)).toBe('previous');
    expect(directionOf(key('5'), inside)).toBeNull();
  });

  test('Home and End stay with a text in the middle of which one types', () => {
    expect([directionOf(key('Home'), inside), directionOf(key('End'), inside)]).toEqual([null, null]);
    const whole = { atStart: true, atEnd: true };
    expect([
      directionOf(key('Home'), whole),
      directionOf(key('End'), whole),
      directionOf(key('Home', { ctrlKey: true }), inside),
      directionOf(key('End', { ctrlKey: true }), inside),
    ]).toEqual(['rowStart', 'rowEnd', 'top', 'bottom']);
  });
});
