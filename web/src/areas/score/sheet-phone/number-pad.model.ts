/** A key of the pad. */
export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'back' | 'clear';

/** The keys in rows, as on a telephone. */
export const padKeys: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'];

/** Longest text of a cell, as in the grid. */
const MOST = 10;

/**
 * The text of a cell after a key. `fresh`: the cell was just entered, so that what is typed takes the place of what was
 * there. A second decimal point, and what is too long, is no key.
 */
export function typedWith(text: string, key: PadKey, fresh: boolean): string {
  if (key === 'clear') return '';
  if (key === 'back') return fresh ? '' : text.slice(0, -1);
  const before = fresh ? '' : text;
  if (key === '.' && before.includes('.')) return before;
  if (before.length >= MOST) return before;
  return before === '' && key === '.' ? '0.' : before + key;
}
