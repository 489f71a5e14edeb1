import { describe, expect, it } from 'vitest';
import { parsePage, readPages, renderPage } from './catalogue.ts';
import type { CatalogueRow } from './catalogue.ts';
import { coverageTable, measureCoverage } from './coverage.ts';

const catalogue: CatalogueRow[] = [
  { id: 'SCORE-ENTRY-01', area: 'SCORE-ENTRY', depth: 'shown' },
  { id: 'SCORE-ENTRY-02', area: 'SCORE-ENTRY', depth: 'name' },
  { id: 'HOME-01', area: 'HOME', depth: 'shown' },
];

describe('coverage of the catalogue', () => {
  it('counts the rows that tests name, by area and depth, each once', () => {
    const coverage = measureCoverage(catalogue, [
      { path: 'a.test.ts', text: "it('does this (SCORE-ENTRY-01)', f);\n// SCORE-ENTRY-01 again" },
      { path: 'b.test.ts', text: "it.each([['HOME-01', 1]])('%s', f);" },
    ]);
    expect(coverage.unknown).toEqual([]);
    expect(coverage.total).toEqual({
      depths: { shown: { proven: 2, total: 2 }, partial: { proven: 0, total: 0 }, name: { proven: 0, total: 1 } },
      all: { proven: 2, total: 3 },
    });
    expect(coverage.rows.find((row) => row.id === 'HOME-01')?.provenBy).toEqual(['b.test.ts']);
    expect(coverage.areas.map((area) => [area.area, area.all.proven])).toEqual([
      ['SCORE-ENTRY', 1],
      ['HOME', 1],
    ]);
    expect(coverageTable(coverage).split('\n').at(-1)).toMatch(/^total +2\/2 +– +0\/1 +2\/3$/);
  });

  it('reports an id that the catalogue does not have, with its place', () => {
    const coverage = measureCoverage(catalogue, [{ path: 'a.test.ts', text: "\n// HOME-1\nit('HOME-99', f);" }]);
    expect(coverage.unknown).toEqual([
      { id: 'HOME-1', path: 'a.test.ts', line: 2 },
      { id: 'HOME-99', path: 'a.test.ts', line: 3 },
    ]);
    expect(coverage.total.all.proven).toBe(0);
  });

  it('does not take parts of longer words for ids', () => {
    const text = "'MYHOME-01' 'HOME-01-x' 'X-HOME-01' 'HOME-012'";
    const coverage = measureCoverage(catalogue, [{ path: 'a.test.ts', text }]);
    expect(coverage.total.all.proven).toBe(0);
    expect(coverage.unknown.map((one) => one.id)).toEqual(['HOME-012']);
  });

  it('knows the whole catalogue', async () => {
    const rows = (await readPages()).flatMap((page) => page.rows);
    const count = (depth: string): number => rows.filter((row) => row.depth === depth).length;
    expect([rows.length, new Set(rows.map((row) => row.id)).size]).toEqual([1055, 1055]);
    expect([count('shown'), count('partial'), count('name')]).toEqual([536, 240, 279]);
  });
});

describe('a page of requirements', () => {
  const text = '# HOME: Home page\n\n## HOME-01 · shown\n\nThe first.\n\nSource: 000 §1\n\nOpen\n';

  it('names the tests of each row; what is written again by itself is the same', () => {
    const page = parsePage('home.md', text);
    expect(page.rows).toEqual([{ id: 'HOME-01', area: 'HOME', depth: 'shown', text: 'The first.\n\nSource: 000 §1' }]);
    expect(renderPage(page, () => [])).toBe(text);
    const proven = renderPage(page, () => ['web/a.test.ts']);
    expect(proven).toContain('\nProven by [web/a.test.ts](../../web/a.test.ts)\n');
    expect(renderPage(parsePage('home.md', proven), () => [])).toBe(text);
  });

  it('has rows of its own area only', () => {
    expect(() => parsePage('files.md', text)).toThrow('HOME-01 · shown');
    expect(() => parsePage('home.md', `${text}\n## More\n`)).toThrow('More');
  });
});
