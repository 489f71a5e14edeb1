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
const chunks = z.record(z.string(), z.object({ file: z.string(), src: z.string().optional(), isEntry: z.boolean().optional(), imports: z.array(z.string()).default([]) }));

let folder: string;
let manifest: z.output<typeof chunks>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-pages-'));
  // As a process of its own: among tests the libraries would be built with their checks for developers.
  const command = [join(projectRoot, 'node_modules/vite/bin/vite.js'), 'build', '--config', join(projectRoot, 'web/vite.config.ts'), '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, NODE_ENV: 'production' } });
  manifest = chunks.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const keyOf = (source: string): string => Object.keys(manifest).find((key) => key.endsWith(source)) ?? expect.fail(`${source} is not a chunk of its own`);

/** Gzip size in kB of all JavaScript that must be there before these parts of the pages can be shown. */
async function weight(...sources: string[]): Promise<number> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports.forEach(visit);
  };
  visit(Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '');
  sources.map(keyOf).forEach(visit);
  const sizes = await Promise.all([...files].filter((file) => file.endsWith('.js')).map(async (file) => gzipSync(await readFile(join(folder, file))).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('the home page with its shell and the monitor ball, without charts, loads less than 320 kB of JavaScript', async () => {
  expect(await weight('app/shell.tsx', 'areas/home/home.page.tsx', 'areas/data-monitor/monitor-ball.tsx')).toBeLessThan(320);
});

test('the login page loads neither the shell nor a page, and less than 200 kB of JavaScript', async () => {
  expect(await weight('areas/login/login.page.tsx')).toBeLessThan(200);
});
