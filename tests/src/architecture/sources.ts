import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Sources by their path below the root, with `/` on every machine. */
export type Sources = ReadonlyMap<string, string>;

const skippedFolders = new Set(['node_modules', 'dist', 'public']);

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

/** What all code and styles below some folders of the root say, or below one of them. */
export async function readSources(root: string, ...folders: readonly string[]): Promise<Sources> {
  const files = (await Promise.all(folders.map((folder) => sourceFiles(join(root, folder))))).flat();
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => [
        relative(root, file).split(sep).join('/'),
        await readFile(file, 'utf8'),
      ]),
    ),
  );
}

/** The table of terms, words, icons and colours that the rules read. */
export async function readGlossary(root: string): Promise<string> {
  return await readFile(join(root, 'docs/glossary.md'), 'utf8');
}
