import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { buildWeb } from '@jwxt/infra/supervisor/web-build.ts';
import { beforeAll, expect, test } from 'vitest';
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
    css: z.array(z.string()).default([]),
  }),
);

const folder = join(projectRoot, 'web/dist');
let manifest: z.output<typeof chunks>;
beforeAll(async () => {
  // The pages that the product serves; built here if nobody has built them yet.
  await buildWeb(createLogger('bundle-test', { level: 'silent' }), new AbortController().signal);
  manifest = chunks.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')));
}, 300_000);

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

test('the home page, its shell and what follows at rest, without charts, load under 323 kB of JavaScript', async () => {
  expect((await weight('shell', 'home.page', 'at-rest')).kB).toBeLessThan(323);
});

// Each file takes its way to the server and back, and a browser fetches no more than six at a time.
test('the home page with its shell comes in no more than eight files', async () => {
  expect((await weight('shell', 'home.page')).files).toBeLessThanOrEqual(8);
});

test('a page behind the login loads with its shell under 438 kB of JavaScript before its own', async () => {
  expect((await weight('shell', 'pages')).kB).toBeLessThan(438);
});

test('the login page loads neither the shell nor a page, and less than 185 kB of JavaScript', async () => {
  expect((await weight('login.page')).kB).toBeLessThan(185);
});

test('what the entry will ask for is asked for beside it, each file by the name under which it comes', async () => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const [, script = ''] = /<script async src="\/(assets\/ahead-[^"]+)"/.exec(html) ?? [];
  const files = z
    .record(z.enum(['visitor', 'home', 'page']), z.array(z.string()))
    .parse(JSON.parse(/files = (.*);/.exec(await readFile(join(folder, script), 'utf8'))?.[1] ?? ''));
  const named = (...names: string[]) => names.map((name) => manifest[keyOf(name)]?.file);
  expect(files.visitor).toEqual(expect.arrayContaining(named('login.page')));
  expect(files.home).toEqual(
    expect.arrayContaining([...named('shell', 'home.page'), ...(manifest[keyOf('shell')]?.css ?? [])]),
  );
  expect(files.page).toEqual(expect.arrayContaining(named('shell', 'pages')));
  expect(files.visitor).not.toEqual(expect.arrayContaining(named('shell')));
  // What the document names itself is not asked for twice.
  for (const file of Object.values(files).flat()) expect(html).not.toContain(file);
});

test('packages run before the entry, each in a task of its own', async () => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script type="module" crossorigin src="\/assets\/(\w+)-/g)].map(
    ([, name]) => name,
  );
  expect(scripts).toEqual(['react', 'react', 'index']);
  expect(html).not.toMatch(/modulepreload[^>]+react-/);
});

test('fields of schemas are made when a schema is used, not when its page is loaded', async () => {
  const { file } = manifest[keyOf('shell')] ?? expect.fail();
  const code = await readFile(join(folder, file), 'utf8');
  // approval.operations.ts comes with the shell.
  expect(code).toMatch(/get approvalProcessName\(\)\{return \w+\(\)\}/);
  expect(code).not.toMatch(/\bapprovalProcessName:\w+\(\)/);
});
