import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileTooLarge, StoreFull, type FileStore, type IncomingFile, type StoredFile } from './file-store.ts';

/** An upload that takes longer than this was given up. */
const unfinishedMs = 2 * 3_600_000;
/** How long what was put aside can still come back. */
const recycledMs = 30 * 86_400_000;
/** Room that must be left for everything else on the disk. */
const spareBytes = 256 * 1024 * 1024;

const digestPattern = /^[0-9a-f]{64}$/;

/**
 * Keeps files in a folder, outside everything that is served: `content/ab/abcd…` by digest, `incoming` while they arrive, `recycle` for what is
 * put aside. Only digests and random names become paths. The folder may lie on a file system that several machines share.
 */
export function createFolderFileStore(root: string): FileStore {
  const [content, incoming, recycled] = [join(root, 'content'), join(root, 'incoming'), join(root, 'recycle')];
  const placeOf = (digest: string): string => {
    if (!digestPattern.test(digest)) throw new TypeError('not a digest');
    return join(content, digest.slice(0, 2), digest);
  };
  const asideOf = (digest: string): string => join(recycled, digest);

  const broughtBack = async (digest: string): Promise<boolean> => {
    try {
      await mkdir(join(content, digest.slice(0, 2)), { recursive: true, mode: 0o700 });
      await rename(asideOf(digest), placeOf(digest));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  };
  const sizeOf = (digest: string): Promise<number | null> => stat(placeOf(digest)).then(({ size }) => size, nullWhenMissing);

  return {
    async receive(source, { maxBytes }) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await assertRoom(root);
      const path = join(incoming, randomUUID());
      const measure = measured(maxBytes);
      try {
        await pipeline(source, measure.through, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      } catch (error) {
        await rm(path, { force: true });
        throw isFull(error) ? new StoreFull('no space left', { cause: error }) : error;
      }
      return incomingFile(path, measure.bytes(), measure.digest(), placeOf(measure.digest()));
    },
    async open(digest) {
      const bytes = (await sizeOf(digest)) ?? ((await broughtBack(digest)) ? await sizeOf(digest) : null);
      return bytes === null ? null : { stream: verified(placeOf(digest), digest), bytes };
    },
    has: async (digest) => (await sizeOf(digest)) !== null || (await stat(asideOf(digest)).then(() => true, () => false)),
    async *list() {
      for (const part of await entriesOf(content)) {
        for (const digest of await entriesOf(join(content, part))) {
          const found = digestPattern.test(digest) ? await stat(placeOf(digest)).catch(nullWhenMissing) : null;
          if (found) yield { digest, bytes: found.size, storedAt: found.mtime } satisfies StoredFile;
        }
      }
    },
    async recycle(digest) {
      await mkdir(recycled, { recursive: true, mode: 0o700 });
      await rename(placeOf(digest), asideOf(digest)).then(() => utimes(asideOf(digest), new Date(), new Date())).catch(nullWhenMissing);
    },
    sweep: async (now) => ({ unfinished: await removeOlder(incoming, now, unfinishedMs), recycled: await removeOlder(recycled, now, recycledMs) }),
  };
}

function incomingFile(path: string, bytes: number, digest: string, place: string): IncomingFile {
  return {
    bytes, digest,
    async read(offset, length) {
      const file = await open(path, 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async keep() {
      const folder = join(place, '..');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Also over the same content from before: its time becomes that of this upload, so that no sweep takes it for an old one.
      await rename(path, place);
      await syncFolder(folder);
    },
    discard: () => rm(path, { force: true }),
  };
}

/** Counts and hashes what flows through; fails with {@link FileTooLarge} at the first byte too many. */
function measured(maxBytes: number): { through: Transform; bytes: () => number; digest: () => string } {
  const hash = createHash('sha256');
  let bytes = 0;
  let digest: string | undefined;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        done(new FileTooLarge(`more than ${maxBytes} bytes`));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, bytes: () => bytes, digest: () => (digest ??= hash.digest('hex')) };
}

/** Reads a file; when it has ended and was not what its name says, the stream fails instead of ending well. */
function verified(path: string, digest: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(hash.digest('hex') === digest ? null : new Error(`stored file ${digest} is damaged`)),
  });
  const source = createReadStream(path);
  source.once('error', (error) => check.destroy(error));
  check.once('close', () => source.destroy());
  return source.pipe(check);
}

async function removeOlder(folder: string, now: Date, age: number): Promise<number> {
  let removed = 0;
  for (const name of await entriesOf(folder)) {
    const found = await stat(join(folder, name)).catch(nullWhenMissing);
    if (!found || now.getTime() - found.mtimeMs <= age) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}

async function assertRoom(root: string): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize < spareBytes) throw new StoreFull('little space left');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const entriesOf = (folder: string): Promise<string[]> => readdir(folder).catch((error: unknown) => {
  if (isMissing(error)) return [];
  throw error;
});

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
