import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

/**
 * Replaces what stands between `<!-- <name> -->` and `<!-- end of <name> -->` in a page of `docs/`, by what is made of
 * it; the rest of the page is written by people.
 */
export async function writeSection(page: string, name: string, make: (before: string) => string): Promise<void> {
  const path = join(projectRoot, 'docs', page);
  const content = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [content.indexOf(begin), content.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${page} has no place for ${name}`);
  await writeFile(
    path,
    `${content.slice(0, from)}${begin}\n\n${make(content.slice(from + begin.length, to).trim())}\n\n` +
      `${content.slice(to)}`,
  );
}

/** First cell of a line of a table. */
const idOf = (line: string): string => line.split('|')[1]?.trim() ?? '';

/**
 * A section with the figures of some groups in the place of their former ones: lines that say which run measured what,
 * then the table. The first line is that of a whole run; each of the others ends with the figures that it is about.
 */
export function withFigures(before: string, about: string, table: string): string {
  const lines = before.split('\n');
  const at = lines.findIndex((line) => line.startsWith('|'));
  if (at < 0) return `${about}\n\n${table}`;
  const [head = '', rule = '', ...rows] = table.split('\n');
  const fresh = new Map(rows.map((row) => [idOf(row), row]));
  const old = lines.slice(at + 2).filter((line) => line.startsWith('|'));
  const known = new Set(old.map(idOf));
  const [whole = '', ...parts] = lines.slice(0, at).filter((line) => line !== '');
  const still = parts.flatMap((line) => {
    const [run, ids = ''] = line.split(': ');
    const left = ids.split(', ').filter((id) => !fresh.has(id));
    return left.length > 0 ? [`${run}: ${left.join(', ')}`] : [];
  });
  return [
    ...[whole, ...still, `${about}: ${[...fresh.keys()].join(', ')}`].flatMap((line) => [line, '']),
    head,
    rule,
    ...old.map((row) => fresh.get(idOf(row)) ?? row),
    ...[...fresh].filter(([id]) => !known.has(id)).map(([, row]) => row),
  ].join('\n');
}
