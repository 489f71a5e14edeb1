import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { temporaryRoot } from './temporary-root.ts';

const mounts = 'proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,relatime,size=24683620k 0 0\n';
const memory = (gib: number): string => `MemFree: 1 kB\nMemAvailable:   ${String(gib * 2 ** 20)} kB\n`;
const free = (gib: number) => () => gib * 2 ** 30;

test('temporary files lie in memory where there is enough of it and programs may run there, else as usual', () => {
  expect(temporaryRoot(mounts, memory(16), free(10))).toBe('/dev/shm');
  expect(temporaryRoot(mounts, memory(8), free(10))).toBe(tmpdir());
  expect(temporaryRoot(mounts, memory(16), free(1))).toBe(tmpdir());
  expect(temporaryRoot(mounts.replace('relatime', 'noexec'), memory(16), free(10))).toBe(tmpdir());
  expect(temporaryRoot('', '', free(10))).toBe(tmpdir());
});
