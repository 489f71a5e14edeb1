import { expect, test } from 'vitest';
import { openGrid } from '../sheet-grid/sheet-grid.model.ts';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';
import { confirmedOf, gridWarnings } from './sheet-warnings.model.ts';

test('warnings of a grid count what is typed at once, and a confirmation holds for the sentence that was read', () => {
  const saved = openGrid(
    sampleSheet({ rows: Array.from({ length: 5 }, (_, index) => sampleRow(index + 1, { ps: '85.0', qm: '85.0' })) }),
    'teacher1',
  );
  const confirmed = new Set(['5 人总评都是 85.00']);
  expect(confirmedOf(gridWarnings(saved, null), confirmed)).toEqual([
    { check: 'allEqual', text: '5 人总评都是 85.00' },
  ]);
  const { grid } = typeCells(
    saved,
    ['s1', 's2', 's3', 's4', 's5'].flatMap((studentCode) =>
      ['ps', 'qm'].map((dataKey) => ({ studentCode, dataKey, text: '86' })),
    ),
  );
  expect(gridWarnings(grid, null)).toMatchObject([{ text: '5 人总评都是 86.00' }]);
  expect(confirmedOf(gridWarnings(grid, null), confirmed)).toEqual([]);
});
