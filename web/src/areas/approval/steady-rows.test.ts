import { describe, expect, it } from 'vitest';
import { arrivedSince, nextLayout, type Layout } from './steady-rows.ts';

const lay = (before: Layout<string> | null, list: string[], total = list.length, key = 'k') => nextLayout(before, key, { list, total }, (row) => row, 4);
const shown = ({ rows }: Layout<string>) => rows.map(({ row, gone }) => (gone ? `-${row}` : row));

describe('rows that keep their place', () => {
  it('stay when they are gone, and come back to life when they come back', () => {
    const first = lay(null, ['a', 'b', 'c']);
    const second = lay(first, ['a', 'c']);
    expect(shown(second)).toEqual(['a', '-b', 'c']);
    expect(shown(lay(second, ['a', 'c', 'b']))).toEqual(['a', 'b', 'c']);
  });

  it('are followed by new ones as far as the page has room; the rest is only counted', () => {
    const first = lay(null, ['a', 'b', 'c'], 3);
    const fresh = { list: ['a', 'c', 'd', 'e'], total: 4 };
    const second = nextLayout(first, 'k', fresh, (row) => row, 4);
    expect(shown(second)).toEqual(['a', '-b', 'c', 'd']);
    expect(arrivedSince(second, fresh)).toBe(2);
  });

  it('are laid out anew for another page, filter or refresh', () => {
    const first = lay(lay(null, ['a', 'b']), ['b']);
    expect(shown(lay(first, ['b', 'c'], 2, 'other'))).toEqual(['b', 'c']);
  });

  it('nothing has come when only others were decided', () => {
    const first = lay(null, ['a', 'b', 'c', 'd'], 9);
    const fresh = { list: ['a', 'c', 'd', 'e'], total: 8 };
    expect(arrivedSince(nextLayout(first, 'k', fresh, (row) => row, 4), fresh)).toBe(0);
  });
});
