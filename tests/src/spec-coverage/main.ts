/**
 * `npm run spec-coverage`: which rows of the specification's catalogue the tests prove, by area and depth. `--json`
 * prints everything as JSON, `--check` only the mistakes. Exits with 1 when a test names an id that the catalogue does
 * not have.
 */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { sourceFiles } from '../architecture/source-check.ts';
import { readCatalogue } from './catalogue.ts';
import { coverageTable, measureCoverage } from './coverage.ts';

const parts = ['contracts', 'infra', 'services', 'web', 'tests'];
const own = join(projectRoot, 'tests', 'src', 'spec-coverage');

const paths = (await Promise.all(parts.map((part) => sourceFiles(join(projectRoot, part))))).flat();
const tests = paths.filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith(own));
const files = await Promise.all(
  tests.map(async (path) => ({ path: relative(projectRoot, path), text: await readFile(path, 'utf8') })),
);
const coverage = measureCoverage(await readCatalogue(), files);

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(coverage, null, 2)}\n`);
else if (!process.argv.includes('--check')) process.stdout.write(`${coverageTable(coverage)}\n`);
for (const { id, path, line } of coverage.unknown) process.stderr.write(`${path}:${line} 需求目录中没有编号 ${id}\n`);
process.exitCode = coverage.unknown.length > 0 ? 1 : 0;
