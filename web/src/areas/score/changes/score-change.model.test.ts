import { describe, expect, test } from 'vitest';
import { openGrid, REMARK_KEY } from '../sheet-grid/sheet-grid.model.ts';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { changeRows, effectOf, markChangeErrors, proposalsOf } from './score-change.model.ts';
import { sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

const published = openGrid(
  sampleSheet({
    editable: true,
    rows: [sampleRow(1, { ps: '80.0', qm: '50.0' }), sampleRow(2, { ps: '70.0' }), sampleRow(3)],
  }),
  'teacher1',
);
const changed = typeCells(published, [
  { studentCode: 's1', dataKey: 'qm', text: '66' },
  { studentCode: 's2', dataKey: REMARK_KEY, text: '缺考' },
]).grid;

describe('a score change as it is applied for', () => {
  test('holds each changed cell with the value that was seen', () => {
    expect(changeRows(changed)).toEqual([
      { studentCode: 's1', items: { qm: { before: '50.0', after: '66.0' } } },
      { studentCode: 's2', items: {}, scoreRemarkCode: { before: '00', after: '02' } },
    ]);
    expect(changeRows(published)).toEqual([]);
  });

  test('says before it is sent what it does as a whole', () => {
    // 80 × 40 % + 50 × 60 % = 62; s2 has no exam, and 缺考 counts 0.
    expect(effectOf(changed)).toMatchObject({ studentNum: 2, upNum: 1, downNum: 0, toPass: [], toFail: [] });
    expect(effectOf(changed).largest).toEqual({ studentName: '学生1', change: 960 });
    expect(effectOf(published)).toMatchObject({ studentNum: 0, largest: null });
  });

  test('a returned one is typed in again from its detail', () => {
    const rows = [
      {
        studentCode: 's1',
        remarkName: '正常',
        'remarkName!': '正常',
        items: { qm: { before: '50.0', after: '66.0' } },
      },
      { studentCode: 's2', remarkName: '正常', 'remarkName!': '缺考', items: {} },
    ];
    const again = typeCells(published, proposalsOf({ rows } as never)).grid;
    expect(changeRows(again)).toEqual(changeRows(changed));
  });

  test('messages of the server land on their cells, others are left for the page', () => {
    const { grid, others } = markChangeErrors(changed, changeRows(changed), [
      { field: 'rows.0.items.qm.after', message: '成绩应在 0 至 100 之间' },
      { field: 'rows.1.scoreRemarkCode', message: '备注不可' },
      { field: 'reason', message: '必填' },
    ]);
    expect(grid.rows['s1']?.drafts['qm']?.refusal).toBe('成绩应在 0 至 100 之间');
    expect(grid.rows['s2']?.drafts[REMARK_KEY]?.refusal).toBe('备注不可');
    expect(others).toEqual([{ field: 'reason', message: '必填' }]);
  });
});
