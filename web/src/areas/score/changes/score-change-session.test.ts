import { describe, expect, it } from 'vitest';
import { sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';
import { REMARK_KEY, isEditable } from '../sheet-grid/sheet-grid.model.ts';
import { changeRows } from './score-change.model.ts';
import { changeSession } from './score-change-session.ts';

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const cell = { studentCode: 's1', dataKey: REMARK_KEY };
/** A change of a sheet with the remark 缓考, which no teacher sets, asked for by somebody. */
function openAs(changeAs: 'teacher' | 'onBehalf') {
  const rows = [{ ...sampleRow(1, { ps: '80.0', qm: '90.0' }), scoreRemarkCode: '01', scoreRemarkName: '缓考' }];
  return changeSession({ ...sampleSheet({ rows }), changeAs }, 'me', storage, 'key');
}

describe('a change of published scores', () => {
  it('for the teachers may be of a remark that no teacher sets or takes away', () => {
    const session = openAs('onBehalf');
    expect(isEditable(session.get().grid, cell)).toBe(true);
    expect(session.type([{ ...cell, text: '旷考' }])).toEqual([]);
    expect(changeRows(session.get().grid)).toMatchObject([
      { studentCode: 's1', scoreRemarkCode: { before: '01', after: '03' } },
    ]);
  });

  it('by a teacher is not', () => {
    expect(isEditable(openAs('teacher').get().grid, cell)).toBe(false);
  });
});
