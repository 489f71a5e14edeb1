import type { CSSProperties } from 'react';
import { textWidthOf } from '../../../ui/cell-text.ts';
import type { Grid } from './sheet-grid.model.ts';

/** Beside the text of a cell. */
const PADDING = 18;
const NUMBER = 44;
/** Longer names of units are told in two lines. */
export const WIDEST = { class: 110, major: 170 } as const;

/** Whether a name takes two lines in a column that is no wider. */
export const isLong = (name: string, widest: number): boolean => textWidthOf(name) + PADDING > widest;

/**
 * Pixels of the grid's columns, in their order: as wide as what they say, so that numbers, names and units are whole and
 * all columns stand beside each other at 1366; what is left is shared. `edges`: where the pinned ones stand.
 */
export function gridWidths(
  { sheet, rows }: Pick<Grid, 'sheet' | 'rows'>,
  mode: 'entry' | 'change',
): { all: readonly number[]; edges: CSSProperties } {
  const servers = Object.values(rows).map(({ server }) => server);
  const asSaid = (least: number, most: number, said: (row: (typeof servers)[number]) => string): number =>
    Math.min(
      most,
      servers.reduce((width, row) => Math.max(width, textWidthOf(said(row)) + PADDING), least),
    );
  const number = asSaid(88, 200, (row) => row.studentNumber);
  const name = asSaid(72, 120, (row) => row.studentName);
  return {
    all: [
      NUMBER,
      number,
      name,
      // A proposal stands beside what it replaces.
      ...sheet.items.map((item) =>
        Math.max(mode === 'change' ? 112 : 84, textWidthOf(item.scoreSubItemName) + PADDING),
      ),
      92,
      mode === 'change' ? 104 : 80,
      asSaid(74, 110, (row) => row.isReExamStudentName),
      asSaid(80, WIDEST.class, (row) => row.administrativeClassName),
      asSaid(96, WIDEST.major, (row) => row.gradeMajorName),
      98,
    ],
    edges: {
      '--jw-name-left': `${String(NUMBER + number)}px`,
      '--jw-pinned': `${String(NUMBER + number + name)}px`,
    } as CSSProperties,
  };
}
