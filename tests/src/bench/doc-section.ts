import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

/** Replaces what stands between `<!-- <name> -->` and `<!-- end of <name> -->` in a page of `docs/`; the rest of it is written by people. */
export async function writeSection(page: string, name: string, text: string): Promise<void> {
  const path = join(projectRoot, 'docs', page);
  const content = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [content.indexOf(begin), content.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${page} has no place for ${name}`);
  await writeFile(path, `${content.slice(0, from)}${begin}\n\n${text}\n\n${content.slice(to)}`);
}
