import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { measureDisk, type DiskRoom } from './disk-watch.ts';
import {
  FileTooLarge,
  StoreFull,
  type FileStore,
  type IncomingFile,
  type NamedAmong,
  type StoredFile,
} from './file-store.ts';

/** An upload that takes longer than this was given up. */
const unfinishedMs = 2 * 3_600_000;
/** How long what was put aside can still come back. */
const recycledMs = 30 * 86_400_000;
/** After so many bytes of an upload the disk is measured again: others write to it meanwhile. */
const measureEvery = 8 * 1024 * 1024;
/** Digests that are asked for together. */
const batch = 500;

const digestPattern = /^[0-9a-f]{64}$/;

/** What the disk of a store must keep free. */
export interface StoreRoom {
  /** Bytes left for everything else on the disk, the engines above all. */
  readonly reserveBytes: number;
  /** Another way to measure, in tests. */
  readonly measure?: (path: string) => Promise<DiskRoom>;
}

/** Uploads stop while a gigabyte is left, unless the operator says otherwise. */
export const DEFAULT_RESERVE_MB = 1_024;
const usualRoom: StoreRoom = { reserveBytes: DEFAULT_RESERVE_MB * 1024 * 1024 };

/** Where content lies by its digest, in use or put aside, and how it goes from one to the other. */
function contentPlaces(content: string, recycled: string) {
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
  const sizeOf = (digest: string): Promise<number | null> =>
    stat(placeOf(digest)).then(({ size }) => size, nullWhenMissing);
  const isAside = (digest: string): Promise<boolean> =>
    stat(asideOf(digest)).then(
      () => true,
      () => false,
    );
  const has = async (digest: string): Promise<boolean> => (await sizeOf(digest)) !== null || (await isAside(digest));
  const putAside = async (digest: string): Promise<void> => {
    await mkdir(recycled, { recursive: true, mode: 0o700 });
    const aside = asideOf(digest);
    await rename(placeOf(digest), aside)
      .then(() => utimes(aside, new Date(), new Date()))
      .catch(nullWhenMissing);
  };
  const takeAway = async (digest: string, named: () => Promise<boolean>): Promise<void> => {
    if (await named()) return;
    // Aside first, then asked again: whoever names the bytes from now on finds them gone and keeps his own.
    await putAside(digest);
    await ((await named()) ? broughtBack(digest) : rm(asideOf(digest), { force: true }));
  };
  return { placeOf, sizeOf, has, putAside, broughtBack, takeAway };
}

/**
 * Keeps files in a folder, outside everything that is served: `content/ab/abcd…` by digest, `incoming` while they
 * arrive, `recycle` for what is put aside. Only digests and random names become paths. The folder may lie on a file
 * system that several machines share.
 */
export function createFolderFileStore(
  root: string,
  { reserveBytes, measure = measureDisk }: StoreRoom = usualRoom,
): FileStore {
  const [content, incoming, recycled] = [join(root, 'content'), join(root, 'incoming'), join(root, 'recycle')];
  const { placeOf, sizeOf, has, putAside, broughtBack, takeAway } = contentPlaces(content, recycled);
  const assertRoom = async (bytes: number): Promise<void> => {
    if ((await measure(root)).freeBytes < reserveBytes + bytes) throw new StoreFull('little space left');
  };

  return {
    async receive(source, { maxBytes }) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await assertRoom(maxBytes);
      const path = join(incoming, randomUUID());
      const measures: Measures = { bytes: 0, digest: '' };
      try {
        // There before the first byte is looked at: what is refused at once must find its file, to remove it.
        const target = await open(path, 'wx', 0o600);
        await pipeline(source, measured(maxBytes, assertRoom, measures), target.createWriteStream({ flush: true }));
      } catch (error) {
        await rm(path, { force: true });
        throw isFull(error) ? new StoreFull('no space left', { cause: error }) : error;
      }
      const { digest } = measures;
      return incomingFile(path, measures, {
        place: placeOf(digest),
        known: () => has(digest),
        takeAway: (named) => takeAway(digest, named),
      });
    },
    async open(digest) {
      const bytes = (await sizeOf(digest)) ?? ((await broughtBack(digest)) ? await sizeOf(digest) : null);
      return bytes === null ? null : { stream: verified(placeOf(digest), digest), bytes };
    },
    has,
    async *list() {
      for (const part of await entriesOf(content)) {
        for (const digest of await entriesOf(join(content, part))) {
          const found = digestPattern.test(digest) ? await stat(placeOf(digest)).catch(nullWhenMissing) : null;
          if (found) yield { digest, bytes: found.size, storedAt: found.mtime } satisfies StoredFile;
        }
      }
    },
    recycle: putAside,
    async sweep(now, named) {
      const back = await namedIn(recycled, named);
      for (const digest of back) await broughtBack(digest);
      const unfinished = await removeOlder(incoming, now, unfinishedMs);
      return { unfinished, recycled: await removeOlder(recycled, now, recycledMs), broughtBack: back.length };
    },
  };
}

/** Where received bytes are to go, and what the store does there. */
interface Destination {
  readonly place: string;
  known(): Promise<boolean>;
  takeAway(named: () => Promise<boolean>): Promise<void>;
}

function incomingFile(path: string, { bytes, digest }: Measures, destination: Destination): IncomingFile {
  const { place, known, takeAway } = destination;
  let isOurs: boolean | undefined;
  return {
    bytes,
    digest,
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
      isOurs ??= !(await known());
      const folder = join(place, '..');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Also over the same content from before: its time becomes that of this upload, so that no sweep takes it for an
      // old one.
      await placeCopy(path, place);
      await sync(folder);
    },
    async withdraw(named) {
      if (isOurs) await takeAway(named);
    },
    discard: () => rm(path, { force: true }),
  };
}

/** The file under another name as well, in one step. A file system that gives no second names gets a copy. */
async function placeCopy(path: string, place: string): Promise<void> {
  const second = `${path}.kept`;
  await link(path, second).catch(async (error: unknown) => {
    if (isMissing(error)) throw error;
    await copyFile(path, second);
    await sync(second);
  });
  await rename(second, place);
  // Nothing is renamed when both are the same file already.
  await rm(second, { force: true });
}

/** What has flown through {@link measured}. */
interface Measures {
  bytes: number;
  digest: string;
}

/**
 * Counts and hashes what flows through, into `into`; fails with {@link FileTooLarge} at the first byte too many, and as
 * `assertRoom` does when others fill the disk meanwhile.
 */
function measured(
  maxBytes: number,
  assertRoom: (bytes: number) => Promise<void>,
  into: Measures,
): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    const hash = createHash('sha256');
    let measuredAt = 0;
    for await (const chunk of chunks) {
      into.bytes += chunk.length;
      if (into.bytes > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`);
      if (into.bytes - measuredAt >= measureEvery) {
        measuredAt = into.bytes;
        await assertRoom(0);
      }
      hash.update(chunk);
      yield chunk;
    }
    into.digest = hash.digest('hex');
  };
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

/** Digests in a folder that attachments have. */
async function namedIn(folder: string, named: NamedAmong): Promise<string[]> {
  const digests = (await entriesOf(folder)).filter((name) => digestPattern.test(name));
  const found: string[] = [];
  for (let at = 0; at < digests.length; at += batch) found.push(...(await named(digests.slice(at, at + batch))));
  return found;
}

/** Brings a file, or a folder's names, to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
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
