import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

/** How far the specification shows a requirement: fully, in part, or by its name only. */
export const depths = ['shown', 'partial', 'name'] as const;
export type Depth = (typeof depths)[number];

/** One requirement of the specification's catalogue. */
export interface CatalogueRow {
  readonly id: string;
  readonly area: string;
  readonly depth: Depth;
}

/** A requirement as its page in `docs/requirements` has it. */
export interface Requirement extends CatalogueRow {
  /** What is required, and where the specification says so. */
  readonly text: string;
}

/** One page of `docs/requirements`: an area with its rows. */
export interface RequirementsPage {
  /** Name of the file. */
  readonly file: string;
  /** What stands before the first row. */
  readonly head: string;
  readonly rows: readonly Requirement[];
}

/** Where the pages are. */
export const requirementsFolder = join(projectRoot, 'docs', 'requirements');

const rowTitle = /^## (([A-Z]+(?:-[A-Z]+)*)-\d+) · (shown|partial|name)$/;
/** The line that names the tests of a row; written by the program, so it is no part of what is read. */
const proof = /^(Proven by|Open)\b.*$/;

/** Reads one page. Throws when a title is none, or a row belongs to another area. */
export function parsePage(file: string, text: string): RequirementsPage {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const rows = sections.map((section): Requirement => {
    const [title = '', ...body] = section.split('\n');
    const [, id, area, depth] = rowTitle.exec(title) ?? [];
    if (id === undefined || area === undefined || `${area.toLowerCase()}.md` !== file)
      throw new Error(`docs/requirements/${file}: “${title}” is no title of a row of this area`);
    const lines = body.filter((line) => !proof.test(line));
    return { id, area, depth: depth as Depth, text: lines.join('\n').trim() };
  });
  return { file, head: head.trim(), rows };
}

/** A page with the tests that prove each row; the file as it should be. */
export function renderPage({ head, rows }: RequirementsPage, provenBy: (id: string) => readonly string[]): string {
  const sections = rows.map(({ id, depth, text }) => {
    const tests = provenBy(id).map((path) => `[${path}](../../${path})`);
    return `## ${id} · ${depth}\n\n${text}\n\n${tests.length > 0 ? `Proven by ${tests.join(', ')}` : 'Open'}\n`;
  });
  return [`${head}\n`, ...sections].join('\n');
}

/** All pages, in the order of their names. */
export async function readPages(): Promise<RequirementsPage[]> {
  const files = (await readdir(requirementsFolder)).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return await Promise.all(
    files.toSorted().map(async (file) => parsePage(file, await readFile(join(requirementsFolder, file), 'utf8'))),
  );
}
