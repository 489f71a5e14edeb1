import { describe, expect, it } from 'vitest';
import { missingRows, nextLayout, withFates, type Fate, type Fresh, type Layout } from './steady-rows.ts';

const id = (row: string) => row.toLowerCase();
const lay = (before: Layout<string> | null, list: string[], key = 'k') =>
  nextLayout(before, key, { list, total: list.length }, id, 4);
const gone: Fate<string> = { kind: 'gone', text: '已由他人处理', by: null };
const of = (layout: Layout<string>, fresh: Fresh<string>, fates: Record<string, Fate<string>> = {}) => {
  const { rows, arrived } = withFates(layout, fresh, id, new Map(Object.entries(fates)));
  return { rows: rows.map((each) => (each.gone === null ? each.row : `-${each.row}`)), arrived };
};

describe('rows that keep their place', () => {
  it('stay when the list no longer holds them, and are gone only when it is known', () => {
    const fresh = { list: ['a', 'c'], total: 2 };
    const second = nextLayout(lay(null, ['a', 'b', 'c']), 'k', fresh, id, 4);
    expect(missingRows(second, fresh, id)).toEqual(['b']);
    expect(of(second, fresh)).toEqual({ rows: ['a', 'b', 'c'], arrived: 0 });
    expect(of(second, fresh, { b: gone })).toEqual({ rows: ['a', '-b', 'c'], arrived: 0 });
    expect(of(lay(second, ['a', 'c', 'b']), { list: ['a', 'c', 'b'], total: 3 }, { b: gone }).rows).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('that arrivals pushed off the page wait as before, with what is new about them; all arrivals are counted', () => {
    const fresh = { list: ['x', 'y', 'a', 'b'], total: 12 };
    const second = nextLayout(lay(null, ['a', 'b', 'c', 'd']), 'k', fresh, id, 4);
    expect(of(second, fresh, { c: { kind: 'waiting', row: 'C' }, d: { kind: 'waiting', row: 'd' } })).toEqual({
      rows: ['a', 'b', 'C', 'd'],
      arrived: 8,
    });
    expect(of(second, fresh, { c: gone, d: { kind: 'waiting', row: 'd' } })).toEqual({
      rows: ['a', 'b', '-c', 'd'],
      arrived: 9,
    });
  });

  it('are followed by new ones as far as the page has room; the rest is only counted', () => {
    const fresh = { list: ['a', 'c', 'd', 'e'], total: 4 };
    expect(of(nextLayout(lay(null, ['a', 'b', 'c']), 'k', fresh, id, 4), fresh, { b: gone })).toEqual({
      rows: ['a', '-b', 'c', 'd'],
      arrived: 2,
    });
  });

  it('are laid out anew for another page, filter or refresh', () => {
    expect(lay(lay(lay(null, ['a', 'b']), ['b']), ['b', 'c'], 'other').rows).toEqual(['b', 'c']);
  });

  it('nothing has come when only others were decided', () => {
    const first: Layout<string> = { ...lay(null, ['a', 'b', 'c', 'd']), total: 9 };
    const fresh = { list: ['a', 'c', 'd', 'e'], total: 8 };
    expect(of(nextLayout(first, 'k', fresh, id, 4), fresh, { b: gone }).arrived).toBe(0);
  });
});
