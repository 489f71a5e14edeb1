import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileTooLarge, StoreFull, type FileStore } from './file-store.ts';
import { createFolderFileStore } from './folder-file-store.ts';

let root: string;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jwxt-store-'));
  store = createFolderFileStore(root);
});
afterEach(() => rm(root, { recursive: true }));

const digestOf = (data: string): string => createHash('sha256').update(data).digest('hex');
const files = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
const nobody = () => Promise.resolve(new Set<string>());
const receive = (data: string, maxBytes = 100) => store.receive(Readable.from([Buffer.from(data)]), { maxBytes });
const stored = async (data: string): Promise<string> => {
  const incoming = await receive(data);
  await incoming.keep();
  await incoming.discard();
  return incoming.digest;
};
const read = async (digest: string): Promise<string | null> => {
  const opened = await store.open(digest);
  return opened && (await text(opened.stream));
};
const listed = async (): Promise<[string, number][]> => {
  const found: [string, number][] = [];
  for await (const { digest, bytes } of store.list()) found.push([digest, bytes]);
  return found;
};

describe('a folder of files', () => {
  it('keeps bytes under their digest, once, and gives them back', async () => {
    const incoming = await receive('hello');
    expect([
      incoming.bytes,
      incoming.digest,
      (await incoming.read(1, 3)).toString(),
      (await incoming.read(4, 9)).toString(),
    ]).toEqual([5, digestOf('hello'), 'ell', 'o']);
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
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('hel');
        await Promise.resolve();
        throw new Error('connection lost');
      })(),
    );
    await expect(store.receive(breaking, { maxBytes: 100 })).rejects.toThrow('connection lost');
    expect(await files()).toEqual([]);
    expect((await receive('hello', 5)).bytes).toBe(5);
  });

  it('has its file before the first byte is looked at, so that what is refused by it can be removed', async () => {
    const seen: string[] = [];
    const source = Readable.from(
      (function* () {
        seen.push(...readdirSync(join(root, 'incoming')));
        yield Buffer.from('hello');
      })(),
    );
    await expect(store.receive(source, { maxBytes: 4 })).rejects.toThrow(FileTooLarge);
    expect([seen.length, await files()]).toEqual([1, []]);
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
    expect(await store.sweep(new Date(), nobody)).toEqual({ unfinished: 0, recycled: 0, broughtBack: 0 });
    expect(await store.sweep(new Date(Date.now() + 31 * 86_400_000), nobody)).toEqual({
      unfinished: 0,
      recycled: 1,
      broughtBack: 0,
    });
    expect([await store.has(digest), existsSync(join(root, 'recycle', digest))]).toEqual([false, false]);
  });

  it('what was put aside and is named again is brought back before it goes', async () => {
    const [named, unnamed] = [await stored('named'), await stored('unnamed')];
    for (const digest of [named, unnamed]) await store.recycle(digest);
    const asked: string[] = [];
    const sweep = () =>
      store.sweep(new Date(Date.now() + 31 * 86_400_000), (digests) => {
        asked.push(...digests);
        return Promise.resolve(new Set([named]));
      });
    expect(await sweep()).toEqual({ unfinished: 0, recycled: 1, broughtBack: 1 });
    expect(asked.toSorted()).toEqual([named, unnamed].toSorted());
    expect(await listed()).toEqual([[named, 5]]);
  });

  it('sweeps uploads that a killed process left behind, not those that are under way', async () => {
    await mkdir(join(root, 'incoming'));
    for (const name of ['old', 'new']) await writeFile(join(root, 'incoming', name), 'x');
    const before = new Date(Date.now() - 3 * 3_600_000);
    await utimes(join(root, 'incoming', 'old'), before, before);
    expect(await store.sweep(new Date(), nobody)).toEqual({ unfinished: 1, recycled: 0, broughtBack: 0 });
    expect(await files()).toEqual([join('incoming', 'new')]);
  });
});

describe('bytes that are withdrawn', () => {
  const [yes, no] = [() => Promise.resolve(true), () => Promise.resolve(false)];
  const kept = async (data: string) => {
    const incoming = await receive(data);
    await incoming.keep();
    return incoming;
  };

  it('go at once and altogether, once nobody else names them', async () => {
    const incoming = await kept('refused');
    await incoming.withdraw(no);
    await incoming.discard();
    expect(await files()).toEqual([]);
  });

  it('stay when somebody names them, and when the store had them before, in use or put aside', async () => {
    const named = await kept('named');
    await named.withdraw(yes);
    await stored('before');
    const again = await kept('before');
    await again.withdraw(no);
    await store.recycle(await stored('aside'));
    const aside = await kept('aside');
    await aside.withdraw(no);
    for (const incoming of [named, again, aside]) await incoming.discard();
    expect((await listed()).map(([digest]) => digest).toSorted()).toEqual(
      ['named', 'before', 'aside'].map(digestOf).toSorted(),
    );
  });

  it('if two bring the same bytes, one refused and one taken, the bytes stay, however they fall together', async () => {
    /**
     * Steps of the one that is taken, each of which may come before or within the other's withdrawal: his row, and his
     * keeping again.
     */
    for (const [rowAt, againAt] of [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
      [2, 2],
    ] as const) {
      const data = `same ${rowAt} ${againAt}`;
      const refused = await kept(data);
      const taken = await kept(data);
      let [asked, row] = [0, false];
      const reach = async (step: number): Promise<void> => {
        if (step >= rowAt) row = true;
        if (step === againAt) await taken.keep();
      };
      await reach(0);
      await refused.withdraw(async () => {
        const named = row;
        asked += 1;
        await reach(asked);
        return named;
      });
      if (asked < againAt) await taken.keep();
      for (const incoming of [refused, taken]) await incoming.discard();
      expect(await read(digestOf(data)), data).toBe(data);
    }
    expect((await files()).filter((path) => path.startsWith('incoming'))).toEqual([]);
  });
});

describe('the reserve of the disk', () => {
  const MB = 1024 * 1024;
  const roomOf = (...frees: number[]) =>
    createFolderFileStore(root, {
      reserveBytes: 100 * MB,
      measure: () =>
        Promise.resolve({ freeBytes: (frees.length > 1 ? frees.shift() : frees[0]) ?? 0, totalBytes: 1_000 * MB }),
    });

  it('is left, counting what was announced', async () => {
    const of = (free: number) => roomOf(free).receive(Readable.from([Buffer.from('x')]), { maxBytes: 10 });
    expect((await of(100 * MB + 10)).bytes).toBe(1);
    await expect(of(100 * MB + 9)).rejects.toThrow(StoreFull);
  });

  it('is looked at again while a large file arrives', async () => {
    const chunks = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(MB)));
    await expect(roomOf(200 * MB, 150 * MB, 99 * MB).receive(chunks, { maxBytes: 20 * MB })).rejects.toThrow(StoreFull);
    expect(await files()).toEqual([]);
  });
});
