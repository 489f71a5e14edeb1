import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { Figure } from './figure.ts';
import { markdownOf } from './table.ts';

const page = join(projectRoot, 'docs/benchmark.md');
const [begin, end] = ['<!-- figures: written by `npm run bench -- --write-docs` -->', '<!-- end of figures -->'];

/** Puts the figures, with date, machine and command, between the marks of `docs/benchmark.md`; what is said about them stays. */
export async function writeTable(figures: readonly Figure[]): Promise<void> {
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no marks for the figures`);
  await writeFile(page, `${text.slice(0, from)}${begin}\n\n${aboutRun()}\n\n${markdownOf(figures)}\n\n${text.slice(to)}`);
}

function aboutRun(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, \`npm run ${['bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)].join(' ')}\`, ${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown processor'}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`;
}
