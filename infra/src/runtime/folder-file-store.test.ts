import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileTooLarge, type FileStore } from './file-store.ts';
import { createFolderFileStore } from './folder-file-store.ts';

let root: string;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jwxt-store-'));
  store = createFolderFileStore(root);
});
afterEach(() => rm(root, { recursive: true }));

const digestOf = (data: string): string => createHash('sha256').update(data).digest('hex');
const files = async (): Promise<string[]> => (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
const receive = (data: string, maxBytes = 100) => store.receive(Readable.from([Buffer.from(data)]), { maxBytes });
const stored = async (data: string): Promise<string> => {
  const incoming = await receive(data);
  await incoming.keep();
  return incoming.digest;
};
const read = async (digest: string): Promise<string | null> => {
  const opened = await store.open(digest);
  return opened && await text(opened.stream);
};
const listed = async (): Promise<[string, number][]> => {
  const found: [string, number][] = [];
  for await (const { digest, bytes } of store.list()) found.push([digest, bytes]);
  return found;
};

describe('a folder of files', () => {
  it('keeps bytes under their digest, once, and gives them back', async () => {
    const incoming = await receive('hello');
    expect([incoming.bytes, incoming.digest, (await incoming.read(1, 3)).toString(), (await incoming.read(4, 9)).toString()]).toEqual([5, digestOf('hello'), 'ell', 'o']);
    await incoming.keep();
    await incoming.discard();
    await stored('hello');
    const place = join('content', digestOf('hello').slice(0, 2), digestOf('hello'));
    expect(await files()).toEqual([place]);
    expect(await read(digestOf('hello'))).toBe('hello');
    expect(await listed()).toEqual([[digestOf('hello'), 5]]);
    expect(await read(digestOf('other'))).toBeNull();
  });

  it('leaves nothing of what is thrown away, is too large, or breaks off', async () => {
    await (await receive('hello')).discard();
    await expect(receive('hello', 4)).rejects.toThrow(FileTooLarge);
    const breaking = Readable.from((async function* () {
      yield Buffer.from('hel');
      await Promise.resolve();
      throw new Error('connection lost');
    })());
    await expect(store.receive(breaking, { maxBytes: 100 })).rejects.toThrow('connection lost');
    expect(await files()).toEqual([]);
    expect((await receive('hello', 5)).bytes).toBe(5);
  });

  it('a digest is the only name: nothing else becomes a path', async () => {
    await expect(store.open('../../etc/passwd')).rejects.toThrow('not a digest');
    await expect(store.recycle('../content')).rejects.toThrow('not a digest');
  });

  it('fails at the end of bytes that are no longer what they were', async () => {
    const digest = await stored('hello');
    await writeFile(join(root, 'content', digest.slice(0, 2), digest), 'hellO');
    await expect(read(digest)).rejects.toThrow('is damaged');
  });

  it('what was put aside comes back when it is asked for, and goes for good after thirty days', async () => {
    const digest = await stored('hello');
    await store.recycle(digest);
    expect(await listed()).toEqual([]);
    expect([await store.has(digest), await read(digest)]).toEqual([true, 'hello']);
    await store.recycle(digest);
    expect(await store.sweep(new Date())).toEqual({ unfinished: 0, recycled: 0 });
    expect(await store.sweep(new Date(Date.now() + 31 * 86_400_000))).toEqual({ unfinished: 0, recycled: 1 });
    expect([await store.has(digest), existsSync(join(root, 'recycle', digest))]).toEqual([false, false]);
  });

  it('sweeps uploads that a killed process left behind, not those that are under way', async () => {
    await mkdir(join(root, 'incoming'));
    for (const name of ['old', 'new']) await writeFile(join(root, 'incoming', name), 'x');
    const before = new Date(Date.now() - 3 * 3_600_000);
    await utimes(join(root, 'incoming', 'old'), before, before);
    expect(await store.sweep(new Date())).toEqual({ unfinished: 1, recycled: 0 });
    expect(await files()).toEqual([join('incoming', 'new')]);
  });
});
