import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Violation } from './import-check.ts';
import { checkAreas } from './area-rules.ts';
import { checkCircles } from './circle-rules.ts';
import { checkClasses, checkVariables } from './class-rules.ts';
import { checkSortedTables } from './list-rules.ts';
import { checkSource } from './source-rules.ts';

const parts = ['contracts', 'infra', 'services', 'web', 'tests'];
const skippedFolders = new Set(['node_modules', 'dist', 'public']);

/** Checks names, places and texts of all source files below the root. */
export async function checkSources(root: string): Promise<Violation[]> {
  const files = (await Promise.all(parts.map((part) => sourceFiles(join(root, part))))).flat();
  const sources = new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => [
        relative(root, file).split(sep).join('/'),
        await readFile(file, 'utf8'),
      ]),
    ),
  );
  return [
    ...[...sources].flatMap(([path, text]) => checkSource(path, text)),
    ...checkClasses(sources),
    ...checkVariables(sources),
    ...checkAreas(sources),
    ...checkCircles(sources),
    ...checkSortedTables(sources),
  ];
}

/** All files of ours below a folder that hold code or styles. */
export async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : await sourceFiles(path);
      return /\.(tsx?|css)$/.test(entry.name) ? [path] : [];
    }),
  );
  return nested.flat();
}
