import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

/** What vite writes of each chunk: its file, and those that come with it at once. */
const chunks = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    src: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
  }),
);

let folder: string;
let manifest: z.output<typeof chunks>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-pages-'));
  // As a process of its own: among tests the libraries would be built with their checks for developers.
  const command = [
    join(projectRoot, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    join(projectRoot, 'web/vite.config.ts'),
    '--outDir',
    folder,
    '--emptyOutDir',
  ];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, NODE_ENV: 'production' } });
  manifest = chunks.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const keyOf = (name: string): string =>
  Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? expect.fail(`${name} is not a chunk of its own`);

/** All JavaScript that must be there before these chunks can run: how many files, and their gzip size in kB. */
async function weight(...names: string[]): Promise<{ files: number; kB: number }> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports.forEach(visit);
  };
  visit(Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '');
  names.map(keyOf).forEach(visit);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(join(folder, file))).length));
  return { files: scripts.length, kB: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

test('the home page, its shell and what follows at rest, without charts, load under 320 kB of JavaScript', async () => {
  expect((await weight('shell', 'home.page', 'at-rest')).kB).toBeLessThan(320);
});

// Each file takes its way to the server and back, and a browser fetches no more than six at a time.
test('the home page with its shell comes in no more than eight files', async () => {
  expect((await weight('shell', 'home.page')).files).toBeLessThanOrEqual(8);
});

test('the login page loads neither the shell nor a page, and less than 200 kB of JavaScript', async () => {
  expect((await weight('login.page')).kB).toBeLessThan(200);
});
