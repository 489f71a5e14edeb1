import type { CSSProperties } from 'react';
import { textWidthOf } from '../../../ui/cell-text.ts';
import type { Grid } from './sheet-grid.model.ts';

/** Beside the text of a cell. */
const PADDING = 18;
const NUMBER = 44;
const STATE = 98;
/** What the columns have beside each other at 1366. */
const ROOM = 1132;
/** Where there is no room for them, longer names of units are told in two lines. */
const WIDEST = { class: 110, major: 170 } as const;
export type UnitWidths = { readonly class: number; readonly major: number };

/** Whether a name takes two lines in a column that is no wider. */
export const isLong = (name: string, widest: number): boolean => textWidthOf(name) + PADDING > widest;

/**
 * Pixels of the grid's columns, in their order: as wide as what they say, so that numbers, names and units are whole
 * and all columns stand beside each other at 1366; what is left is shared. `units`: those of the names of units.
 * `edges`: where the pinned ones stand.
 */
export function gridWidths(
  { sheet, rows }: Pick<Grid, 'sheet' | 'rows'>,
  mode: 'entry' | 'change',
): { all: readonly number[]; units: UnitWidths; edges: CSSProperties } {
  const servers = Object.values(rows).map(({ server }) => server);
  const asSaid = (least: number, most: number, said: (row: (typeof servers)[number]) => string): number =>
    Math.min(
      most,
      servers.reduce((width, row) => Math.max(width, textWidthOf(said(row)) + PADDING), least),
    );
  const number = asSaid(88, 200, (row) => row.studentNumber);
  const name = asSaid(72, 120, (row) => row.studentName);
  const before = [
    NUMBER,
    number,
    name,
    // A proposal stands beside what it replaces.
    ...sheet.items.map((item) => Math.max(mode === 'change' ? 112 : 84, textWidthOf(item.scoreSubItemName) + PADDING)),
    92,
    mode === 'change' ? 104 : 80,
    asSaid(74, 110, (row) => row.isReExamStudentName),
  ];
  const whole = {
    class: asSaid(80, 200, (row) => row.administrativeClassName),
    major: asSaid(96, 300, (row) => row.gradeMajorName),
  };
  const rest = [...before, STATE].reduce((sum, width) => sum + width, 0);
  const fits = rest + whole.class + whole.major <= ROOM;
  const units = fits
    ? whole
    : { class: Math.min(whole.class, WIDEST.class), major: Math.min(whole.major, WIDEST.major) };
  return {
    all: [...before, units.class, units.major, STATE],
    units,
    edges: {
      '--jw-name-left': `${String(NUMBER + number)}px`,
      '--jw-pinned': `${String(NUMBER + number + name)}px`,
    } as CSSProperties,
  };
}
