/**
 * `npm run spec-coverage`: which rows of the specification's catalogue (`docs/requirements`) the tests prove, by area
 * and depth. `--json` prints everything as JSON; `--write` writes the tests of each row into its page; `--check` prints
 * only the mistakes: a test that names an id which the catalogue does not have, or a page that names other tests than
 * there are. Exits with 1 when there is one.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { sourceFiles } from '../architecture/sources.ts';
import { readPages, renderPage, requirementsFolder } from './catalogue.ts';
import { coverageTable, measureCoverage } from './coverage.ts';

const parts = ['contracts', 'infra', 'services', 'web', 'tests'];
const own = join(projectRoot, 'tests', 'src', 'spec-coverage');

const paths = (await Promise.all(parts.map((part) => sourceFiles(join(projectRoot, part))))).flat();
const tests = paths.filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith(own));
const files = await Promise.all(
  tests.map(async (path) => ({
    path: relative(projectRoot, path).split(sep).join('/'),
    text: await readFile(path, 'utf8'),
  })),
);
const pages = await readPages();
const coverage = measureCoverage(
  pages.flatMap(({ rows }) => rows),
  files,
);
const provenBy = new Map(coverage.rows.map((row) => [row.id, row.provenBy]));
const mistakes = coverage.unknown.map(({ id, path, line }) => `${path}:${line} 需求目录中没有编号 ${id}`);

for (const page of pages) {
  const path = join(requirementsFolder, page.file);
  const text = renderPage(page, (id) => provenBy.get(id) ?? []);
  if (text === (await readFile(path, 'utf8'))) continue;
  if (process.argv.includes('--write')) await writeFile(path, text);
  else mistakes.push(`docs/requirements/${page.file} 与测试不一致，请执行 npm run spec-coverage -- --write`);
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(coverage, null, 2)}\n`);
else if (!process.argv.includes('--check')) process.stdout.write(`${coverageTable(coverage)}\n`);
for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
process.exitCode = mistakes.length > 0 ? 1 : 0;
