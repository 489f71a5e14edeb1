import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-check.ts';

const codeOf = async (paths: readonly string[]): Promise<string> =>
  (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');

it('the glossary names what is there: each word of code in the contracts, each column or wire name', async () => {
  const migrations = join(projectRoot, 'infra/migrations');
  const sql = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).map((file) => join(migrations, file));
  const contracts = await codeOf(
    (await sourceFiles(join(projectRoot, 'contracts/src'))).filter((path) => !path.endsWith('.test.ts')),
  );
  const columns = await codeOf(sql);
  const rows = (await readFile(join(projectRoot, 'docs/glossary.md'), 'utf8'))
    .split('\n')
    .flatMap((line) => /^\| [^`|]+ \| `(\w+)` \| `(\w+)` \|/.exec(line)?.slice(1) ?? []);
  // A word begins a name (recall, recallApplication) or goes on in one (mayRecall); a column is one by itself.
  const isSaid = (word: string): boolean =>
    new RegExp(String.raw`\b${word}|${word.charAt(0).toUpperCase()}${word.slice(1)}`).test(contracts);
  const isWire = (name: string): boolean => new RegExp(String.raw`\b${name}`, 'i').test(`${columns}\n${contracts}`);
  expect(rows.length / 2).toBeGreaterThan(40);
  expect(rows.filter((word, at) => (at % 2 === 0 ? !isWire(word) : !isSaid(word)))).toEqual([]);
});
