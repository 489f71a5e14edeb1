import { depths } from './catalogue.ts';
import type { CatalogueRow, Depth } from './catalogue.ts';

/** A test file and its text. */
export interface TestFile {
  path: string;
  text: string;
}

/** Rows proven of those there are. */
export interface Share {
  proven: number;
  total: number;
}

/** What the tests prove of the catalogue. */
export interface Coverage {
  rows: (CatalogueRow & { provenBy: string[] })[];
  areas: { area: string; depths: Record<Depth, Share>; all: Share }[];
  total: { depths: Record<Depth, Share>; all: Share };
  /** Ids in tests that the catalogue does not have. */
  unknown: { id: string; path: string; line: number }[];
}

/**
 * Finds catalogue ids in tests: a row is proven when a test names it, in its title, in a row of its table or in a
 * comment. An id of a known area with an unknown number is a mistake, reported in `unknown`.
 */
export function measureCoverage(catalogue: readonly CatalogueRow[], files: readonly TestFile[]): Coverage {
  const provenBy = new Map(catalogue.map((row) => [row.id, new Set<string>()]));
  const unknown: Coverage['unknown'] = [];
  const areaNames = [...new Set(catalogue.map((row) => row.area))];
  // Longest first, so that SCORE-ENTRY is not read as another area that it begins or ends with.
  const pattern = new RegExp(
    String.raw`(?<![\w-])(${areaNames.toSorted((a, b) => b.length - a.length).join('|')})-(\d+)(?![\w-])`,
    'g',
  );
  for (const { path, text } of files) {
    for (const match of text.matchAll(pattern)) {
      const proofs = provenBy.get(match[0]);
      if (proofs) proofs.add(path);
      else unknown.push({ id: match[0], path, line: text.slice(0, match.index).split('\n').length });
    }
  }
  const rows = catalogue.map((row) => ({ ...row, provenBy: [...(provenBy.get(row.id) ?? [])].toSorted() }));
  const sum = (of: readonly (typeof rows)[number][]) => ({
    depths: Object.fromEntries(
      depths.map((depth) => [depth, share(of.filter((row) => row.depth === depth))]),
    ) as Record<Depth, Share>,
    all: share(of),
  });
  return {
    rows,
    areas: areaNames.map((area) => ({ area, ...sum(rows.filter((row) => row.area === area)) })),
    total: sum(rows),
    unknown,
  };
}

function share(rows: readonly { provenBy: string[] }[]): Share {
  return { proven: rows.filter((row) => row.provenBy.length > 0).length, total: rows.length };
}

/** The coverage as a table for people. */
export function coverageTable({ areas, total }: Coverage): string {
  const cell = ({ proven, total: all }: Share): string => (all === 0 ? '–' : `${proven}/${all}`).padStart(10);
  const line = (name: string, of: Coverage['total']): string =>
    `${name.padEnd(16)}${depths.map((depth) => cell(of.depths[depth])).join('')}${cell(of.all)}`;
  const header = `${'area'.padEnd(16)}${[...depths, 'all'].map((title) => title.padStart(10)).join('')}`;
  return [header, ...areas.map((area) => line(area.area, area)), line('total', total)].join('\n');
}
