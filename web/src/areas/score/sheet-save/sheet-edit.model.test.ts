import { describe, expect, test } from 'vitest';
import {
  cellState,
  isEditable,
  openGrid,
  REMARK_KEY,
  roundedCells,
  shownText,
  viewRow,
  type Grid,
} from '../sheet-grid/sheet-grid.model.ts';
import { redo, resolveAll, resolveConflict, typeCells, typing, undo } from './sheet-edit.model.ts';
import { mergeSheet } from './sheet-merge.model.ts';
import { takeAttempt } from './sheet-save.model.ts';
import { byOther, gradeItem, sampleItem, sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

const type = (grid: Grid, studentCode: string, dataKey: string, text: string | null) =>
  typeCells(grid, [{ studentCode, dataKey, text }]).grid;
const row = (grid: Grid, code = 's1') => grid.rows[code] ?? expect.unreachable('no row');
const shown = (grid: Grid, dataKey: string, code = 's1') => shownText(row(grid, code), dataKey);
const view = (grid: Grid, code = 's1') => viewRow(row(grid, code), grid.sheet);

describe('typing into cells', () => {
  const grid = openGrid(sampleSheet(), 'teacher1');

  test('SCORE-RULES-01 rounds what is typed to one decimal, half up', () => {
    for (const [typed, kept] of [
      ['85', '85.0'],
      ['85.44', '85.4'],
      ['85.45', '85.5'],
      ['0', '0.0'],
      ['100', '100.0'],
      [' 7.95 ', '8.0'],
      ['８５．５', '85.5'],
    ]) {
      expect(shown(type(grid, 's1', 'ps', typed ?? ''), 'ps'), typed).toBe(kept);
    }
  });

  // SCORE-RULES-01
  test('remembers what a cell has rounded until it changes, and says nothing of numbers that it only wrote out', () => {
    const typed = type(type(type(grid, 's1', 'ps', '85.55'), 's2', 'ps', '90.50'), 's3', 'ps', '８８');
    expect(roundedCells(typed)).toEqual([{ studentCode: 's1', dataKey: 'ps', typed: '85.55', kept: '85.6' }]);
    expect(roundedCells(undo(undo(undo(typed))))).toEqual([]);
    expect(roundedCells(type(typed, 's1', 'ps', '85.6'))).toEqual([]);
    expect(roundedCells(type(type(typed, 's1', 'ps', '77.77'), 's1', 'ps', 'abc'))).toEqual([]);
  });

  test('figures that are no digits do not become some: 8² is not 82', () => {
    for (const text of ['8²', '½', '①', '1e1', '0x10'])
      expect(row(type(grid, 's1', 'ps', text)).drafts['ps']?.refusal, text).toBe('成绩应为数字');
  });

  test('keeps text that is no score in its cell, marked with the reason, and does not count it', () => {
    for (const [typed, reason] of [
      ['abc', '成绩应为数字'],
      ['100.1', '成绩应在 0 至 100 之间'],
      ['-1', '成绩应在 0 至 100 之间'],
    ]) {
      const next = type(grid, 's1', 'ps', typed ?? '');
      expect(shown(next, 'ps')).toBe(typed);
      expect(row(next).drafts['ps']?.refusal).toBe(reason);
      expect(cellState(row(next), 'ps')).toBe('refused');
      expect(view(next).missing).toContain('ps');
    }
  });

  test('a grade item takes the name or the code of a grade and nothing else', () => {
    const graded = openGrid(
      sampleSheet({ items: [gradeItem('lw', '论文', 100)], scoreHierarchyCode: 'wjz', scoreHierarchyName: '五级制' }),
      'teacher1',
    );
    expect(shown(type(graded, 's1', 'lw', '良好'), 'lw')).toBe('2');
    expect(row(type(graded, 's1', 'lw', '很好')).drafts['lw']?.refusal).toBe('等级“很好”不在“五级制”中');
  });

  test('typing the stored value again leaves nothing to save', () => {
    const stored = openGrid(sampleSheet({ rows: [sampleRow(1, { ps: '85.0' })] }), 'teacher1');
    const back = type(type(stored, 's1', 'ps', '90'), 's1', 'ps', '85');
    expect(row(back).drafts).toEqual({});
  });

  test('typing the stored value again while another one is on its way is sent after it', () => {
    const stored = openGrid(sampleSheet({ rows: [sampleRow(1, { ps: '85.0' })] }), 'teacher1');
    const sent = takeAttempt(type(stored, 's1', 'ps', '90'), 'c1');
    expect(row(type(sent, 's1', 'ps', '85')).drafts['ps']?.text).toBe('85.0');
  });

  test('only the row that changed becomes a new object', () => {
    const next = type(grid, 's1', 'ps', '90');
    expect(next.rows['s2']).toBe(grid.rows['s2']);
    expect(next.rows['s1']).not.toBe(grid.rows['s1']);
  });

  test('SCORE-ENTRY-13 an item that is not enabled is read-only', () => {
    const sheet = openGrid(
      sampleSheet({ items: [sampleItem('ps', '平时成绩', 40, { enable: 'false' }), sampleItem('qm', '期末成绩', 60)] }),
      'teacher1',
    );
    expect(isEditable(sheet, { studentCode: 's1', dataKey: 'ps' })).toBe(false);
    const { grid: next, skipped } = typeCells(sheet, [{ studentCode: 's1', dataKey: 'ps', text: '1' }]);
    expect([skipped, shown(next, 'ps')]).toEqual([1, null]);
  });

  test('SCORE-ENTRY-14 nothing can be typed into a sheet that is not editable', () => {
    expect(
      isEditable(openGrid(sampleSheet({ editable: false, readOnlyReason: '录入已截止' }), 'teacher1'), {
        studentCode: 's1',
        dataKey: 'ps',
      }),
    ).toBe(false);
  });

  test('a remark excludes items, drops what was typed there and not saved, and one undo brings both back', () => {
    const typed = type(grid, 's1', 'qm', '80');
    const absent = type(typed, 's1', REMARK_KEY, '缺考');
    expect(shown(absent, REMARK_KEY)).toBe('02');
    expect(shown(absent, 'qm')).toBeNull();
    expect(isEditable(absent, { studentCode: 's1', dataKey: 'qm' })).toBe(false);
    expect(isEditable(absent, { studentCode: 's1', dataKey: 'ps' })).toBe(true);
    expect(view(absent)).toMatchObject({ final: 0, complete: true, passed: false });
    const back = undo(absent);
    expect([shown(back, REMARK_KEY), shown(back, 'qm')]).toEqual(['00', '80.0']);
  });

  test('what a remark took away comes back when the remark lets it in again, on what was seen when typing it', () => {
    const absent = type(type(type(grid, 's1', 'qm', '80'), 's1', REMARK_KEY, '缺考'), 's1', REMARK_KEY, '旷考');
    expect([shown(absent, 'qm'), row(absent).drafts['qm']]).toEqual([null, undefined]);
    const later = mergeSheet(
      absent,
      sampleSheet({
        revision: 7,
        rows: [sampleRow(1, { qm: '60.0' }, { cellInfo: { qm: byOther(7) } }), sampleRow(2), sampleRow(3)],
      }),
    );
    const back = type(later, 's1', REMARK_KEY, '正常');
    expect(row(back).drafts['qm']).toEqual({ text: '80.0', base: null, baseRevision: 5 });
    expect([shown(undo(back), REMARK_KEY), shown(undo(back), 'qm')]).toEqual(['03', '60.0']);
    expect(shown(type(undo(undo(undo(absent))), 's1', REMARK_KEY, '缺考'), 'qm')).toBeNull();
  });

  test('a remark that cannot be saved shuts no cell: the row counts with the one it has', () => {
    const refused = type(type(grid, 's1', 'qm', '80'), 's1', REMARK_KEY, '缓考');
    expect([
      shown(refused, 'qm'),
      isEditable(refused, { studentCode: 's1', dataKey: 'qm' }),
      view(refused).remark,
    ]).toEqual(['80.0', true, '00']);
  });

  test('a remark made elsewhere cannot be set or taken away here', () => {
    expect(row(type(grid, 's1', REMARK_KEY, '缓考')).drafts[REMARK_KEY]?.refusal).toContain('不能直接录入');
    const deferred = openGrid(sampleSheet({ rows: [sampleRow(1, {}, { scoreRemarkCode: '01' })] }), 'teacher1');
    expect(isEditable(deferred, { studentCode: 's1', dataKey: REMARK_KEY })).toBe(false);
  });
});

describe('live totals', () => {
  const grid = openGrid(sampleSheet(), 'teacher1');

  test('SCORE-RULES-02 SCORE-RULES-03 the total is the weighted sum, floored to two decimals', () => {
    const thirds = openGrid(
      sampleSheet({
        items: [sampleItem('ps', '平时', 33), sampleItem('sy', '实验', 33), sampleItem('qm', '期末', 34)],
      }),
      'teacher1',
    );
    const next = type(type(type(thirds, 's1', 'ps', '85.5'), 's1', 'sy', '77.7'), 's1', 'qm', '91.3');
    expect(view(next)).toMatchObject({ final: 8489, finalText: '84.89' });
  });

  test('SCORE-RULES-04 SCORE-RULES-05 SCORE-RULES-08 a missing item leaves the row incomplete with a dash', () => {
    expect(view(type(grid, 's1', 'ps', '90'))).toMatchObject({
      complete: false,
      final: null,
      finalText: '-',
      missing: ['qm'],
    });
  });

  test('SCORE-RULES-07 the number is shown with the places of the sheet', () => {
    const whole = openGrid(sampleSheet({ digit: 0, rows: [sampleRow(1, { ps: '59.0', qm: '60.0' })] }), 'teacher1');
    // A failed value that rounding would lift to the pass mark explains itself.
    expect(view(whole)).toMatchObject({ finalText: '59.60', passed: false });
    const other = openGrid(sampleSheet({ digit: 0, rows: [sampleRow(1, { ps: '59.0', qm: '65.0' })] }), 'teacher1');
    expect(view(other)).toMatchObject({ finalText: '63', passed: true });
  });

  test('SCORE-RULES-06 SCORE-RULES-09 a grade sheet shows the band', () => {
    const rows = [sampleRow(1, { ps: '90.0', qm: '89.9' })];
    expect(view(openGrid(sampleSheet({ scoreHierarchyCode: 'wjz', rows }), 'teacher1')).finalText).toBe('良好(89.94)');
    const pass = [
      {
        scoreHierarchyCode: 'ejz',
        scoreValueCode: '1',
        scoreValueName: '合格',
        scorePercentileMinValue: 6000,
        scorePercentileMaxValue: 10000,
        scorePercentileValue: 8000,
      },
    ];
    expect(view(openGrid(sampleSheet({ scoreHierarchyCode: 'ejz', listCode: pass, rows }), 'teacher1')).finalText).toBe(
      '合格',
    );
  });

  test('counts a number while it is still being typed, without saving it', () => {
    const next = typing(type(grid, 's1', 'ps', '90'), { studentCode: 's1', dataKey: 'qm' }, '80');
    expect(view(next).finalText).toBe('84.00');
    expect(row(next).drafts['qm']).toBeUndefined();
  });

  test('SCORE-ENTRY-06 a row can be submitted when it is complete and all of it is saved', () => {
    const stored = openGrid(
      sampleSheet({ rows: [sampleRow(1, { ps: '90.0', qm: '80.0' }, { complete: true, canSubmmit: '1' })] }),
      'teacher1',
    );
    expect(view(stored).submittable).toBe(true);
    expect(view(type(stored, 's1', 'qm', '81')).submittable).toBe(false);
  });
});

describe('undo and redo', () => {
  const grid = openGrid(sampleSheet(), 'teacher1');

  test('takes steps back and forth, and a new edit ends what could be redone', () => {
    const two = type(type(grid, 's1', 'ps', '80'), 's1', 'ps', '90');
    expect(shown(undo(two), 'ps')).toBe('80.0');
    expect(shown(undo(undo(two)), 'ps')).toBeNull();
    expect(shown(redo(undo(two)), 'ps')).toBe('90.0');
    expect(type(undo(two), 's1', 'ps', '70').redo).toEqual([]);
    expect(undo(grid)).toBe(grid);
  });

  test('undoes a whole paste at once', () => {
    const pasted = typeCells(grid, [
      { studentCode: 's1', dataKey: 'ps', text: '1' },
      { studentCode: 's2', dataKey: 'ps', text: '2' },
    ]).grid;
    expect([shown(undo(pasted), 'ps'), shown(undo(pasted), 'ps', 's2')]).toEqual([null, null]);
  });

  test('leaves a cell alone that somebody else changed since', () => {
    const saved = { ...type(grid, 's1', 'ps', '80') };
    const stored = mergeSheet(
      saved,
      sampleSheet({ revision: 6, rows: [sampleRow(1, { ps: '80.0' }), sampleRow(2), sampleRow(3)] }),
    );
    const changed = mergeSheet(
      stored,
      sampleSheet({
        revision: 7,
        rows: [sampleRow(1, { ps: '66.0' }, { cellInfo: { ps: byOther(7) } }), sampleRow(2), sampleRow(3)],
      }),
    );
    expect(shown(undo(changed), 'ps')).toBe('66.0');
  });

  test('leaves it alone too when the other came to the same value: that is theirs now', () => {
    const stored = mergeSheet(
      type(grid, 's1', 'ps', '80'),
      sampleSheet({
        revision: 6,
        rows: [
          sampleRow(1, { ps: '80.0' }, { cellInfo: { ps: { ...byOther(6), byUserName: 'teacher1' } } }),
          sampleRow(2),
          sampleRow(3),
        ],
      }),
    );
    expect(shown(undo(stored), 'ps')).toBeNull();
    const same = mergeSheet(
      stored,
      sampleSheet({
        revision: 8,
        rows: [sampleRow(1, { ps: '80.0' }, { cellInfo: { ps: byOther(8) } }), sampleRow(2), sampleRow(3)],
      }),
    );
    expect(shown(undo(same), 'ps')).toBe('80.0');
    expect(shown(undo(type(same, 's1', 'ps', '70')), 'ps')).toBe('80.0');
  });
});

describe('conflicts', () => {
  const typed = typeCells(openGrid(sampleSheet(), 'teacher1'), [
    { studentCode: 's1', dataKey: 'ps', text: '52' },
    { studentCode: 's2', dataKey: 'ps', text: '70' },
  ]).grid;
  const theirs = { cellInfo: { ps: byOther(7) } };
  const grid = mergeSheet(
    typed,
    sampleSheet({
      revision: 7,
      rows: [sampleRow(1, { ps: '55.0' }, theirs), sampleRow(2, { ps: '71.0' }, theirs), sampleRow(3)],
    }),
  );
  const ref = { studentCode: 's1', dataKey: 'ps' };

  test('mine goes again, based on their revision', () => {
    const next = resolveConflict(grid, ref, 'mine');
    expect(row(next).drafts['ps']).toEqual({ text: '52.0', base: '55.0', baseRevision: 7 });
    expect(cellState(row(next), 'ps')).toBe('unsaved');
  });

  test('theirs replaces mine, and can be undone', () => {
    const next = resolveConflict(grid, ref, 'theirs');
    expect([shown(next, 'ps'), cellState(row(next), 'ps')]).toEqual(['55.0', 'saved']);
    expect(shown(undo(next), 'ps')).toBe('52.0');
  });

  test('all at once', () => {
    const next = resolveAll(grid, 'theirs');
    expect([shown(next, 'ps'), shown(next, 'ps', 's2')]).toEqual(['55.0', '71.0']);
  });

  test('typing on in a conflicting cell keeps the question open', () => {
    const next = type(grid, 's1', 'ps', '53');
    expect(row(next).drafts['ps']).toMatchObject({ text: '53.0', conflict: { theirs: '55.0', byName: '林佳怡' } });
  });
});
