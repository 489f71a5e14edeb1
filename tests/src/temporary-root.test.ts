import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryRoot } from './temporary-root.ts';

test('temporary files lie in memory only where there is enough of it, and programs may run there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-shared-'));
  try {
    expect(temporaryRoot(folder, 0)).toBe(tmpdir());
    expect(temporaryRoot(join(folder, 'missing'), 2 ** 40)).toBe(tmpdir());
    expect([folder, tmpdir()]).toContain(temporaryRoot(folder, 2 ** 40));
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
