import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/** One file of an archive; opened when its turn comes. */
export interface ZipEntry {
  readonly name: string;
  readonly modified: Date;
  open(): Promise<Readable>;
}

/** General purpose flags: sizes stand behind the data, and names are UTF-8. */
const flags = 0x0808;
const version = 20;

/**
 * An archive of the entries, made while it is read. Files are not compressed: most of them are already, and it stays
 * cheap.
 */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  return Readable.from(archive(entries), { objectMode: false });
}

async function* archive(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of withOwnNames(entries)) {
    const name = Buffer.from(entry.name);
    const stamp = dosTime(entry.modified);
    const start = offset;
    const head = Buffer.concat([
      fields(
        [4, 0x04034b50],
        [2, version],
        [2, flags],
        [2, 0],
        [4, stamp],
        [4, 0],
        [4, 0],
        [4, 0],
        [2, name.length],
        [2, 0],
      ),
      name,
    ]);
    yield head;
    let [sum, size] = [0, 0];
    for await (const chunk of await entry.open()) {
      const bytes = chunk as Buffer;
      sum = crc32(bytes, sum);
      size += bytes.length;
      yield bytes;
    }
    const measures: [number, number][] = [
      [4, sum],
      [4, size],
      [4, size],
    ];
    const behind = fields([4, 0x08074b50], ...measures);
    yield behind;
    offset += head.length + size + behind.length;
    directory.push(
      fields(
        [4, 0x02014b50],
        [2, version],
        [2, version],
        [2, flags],
        [2, 0],
        [4, stamp],
        ...measures,
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, start],
      ),
      name,
    );
  }
  const listed = Buffer.concat(directory);
  yield Buffer.concat([
    listed,
    fields(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, entries.length],
      [2, entries.length],
      [4, listed.length],
      [4, offset],
      [2, 0],
    ),
  ]);
}

/** Numbers in little-endian order, each in so many bytes. */
function fields(...values: readonly [bytes: number, value: number][]): Buffer {
  const out = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = out.writeUIntLE(value, at, bytes);
  return out;
}

/** Of several files with one name, the later ones are numbered. */
function* withOwnNames(entries: readonly ZipEntry[]): Generator<ZipEntry> {
  const taken = new Set<string>();
  for (const entry of entries) {
    const dot = entry.name.lastIndexOf('.');
    let { name } = entry;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1)
      name = `${entry.name.slice(0, dot)}(${number})${entry.name.slice(dot)}`;
    taken.add(name.toLowerCase());
    yield { ...entry, name };
  }
}

/** Date and time as archives keep them: school time since 1980, two-second steps. */
function dosTime(moment: Date): number {
  const at = new Date(moment.getTime() + 8 * 3_600_000);
  const date = (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 65_536 + time;
}
