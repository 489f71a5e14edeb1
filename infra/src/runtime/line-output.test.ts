import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scriptPath } from '../engines/child.ts';
import { openLineOutput } from './line-output.ts';

let folder: string;
let fd: number;
const text = (): string => readFileSync(join(folder, 'out'), 'utf8');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-lines-'));
  fd = openSync(join(folder, 'out'), 'w');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('lines are gathered, and all of them written in order', async () => {
  const output = openLineOutput(fd);
  const lines = Array.from({ length: 2_000 }, (_, index) => `行 ${index}\n`);
  for (const line of lines) output.write(line);
  await vi.waitFor(() => expect(text()).toBe(lines.join('')));
  output.write('one more\n');
  expect(text()).not.toContain('one more');
  output.flush();
  expect(text()).toContain('one more');
  closeSync(fd);
});

it('what cannot be written any more is dropped, without an error and without waiting', () => {
  const output = openLineOutput(fd);
  closeSync(fd);
  output.write('lost\n');
  output.flush();
  output.write('lost too\n');
  output.flush();
});

it('a process whose log nobody reads any more ends, though it has much to say about that', async () => {
  const child = spawn(process.execPath, [scriptPath('../testing/talks-without-reader.ts', import.meta.url)], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout!, 'data');
  child.stdout!.destroy();
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
