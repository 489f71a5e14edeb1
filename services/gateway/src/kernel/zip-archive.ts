import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;
/** 1980-01-01, for the same bytes whenever they are made. */
const stamp = 0x00210000;

/** Where the bytes of an archive go, one after the other; `at` places some over what stands there. */
export interface ZipTarget {
  write(bytes: Uint8Array, at?: number): void;
}

/** Bytes in memory. */
export class MemoryTarget implements ZipTarget {
  readonly #parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  #size = 0;

  write(bytes: Uint8Array, at = this.#size): void {
    this.#parts.push({ at, bytes });
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  /** All of them, in memory of their own, so that it can be given away. */
  whole(): Buffer {
    const whole = Buffer.from(new ArrayBuffer(this.#size));
    for (const { at, bytes } of this.#parts) whole.set(bytes, at);
    return whole;
  }
}

/**
 * An archive that grows part by part, each with its sizes before its bytes: they are filled in when they are known. Up
 * to 4 GB.
 */
export class ZipArchive {
  readonly #target: ZipTarget;
  readonly #directory: Buffer[] = [];
  #offset = 0;
  #count = 0;

  constructor(target: ZipTarget) {
    this.#target = target;
  }

  /** Adds a part as it is. */
  store(name: string, bytes: Buffer): void {
    const start = this.#begin(name);
    this.#append(bytes);
    this.#finish(name, start, { method: 0, sum: crc32(bytes), size: bytes.length });
  }

  /** Adds a part packed, taking its text as it comes. */
  async deflate(name: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const start = this.#begin(name);
    const stream = createDeflateRaw().on('data', (chunk: Buffer) => this.#append(chunk));
    let [sum, size] = [0, 0];
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      sum = crc32(bytes, sum);
      size += bytes.length;
      if (!stream.write(bytes)) await once(stream, 'drain');
    }
    stream.end();
    await once(stream, 'end');
    this.#finish(name, start, { method: 8, sum, size });
  }

  /** Completes the archive. Answers its size in bytes. */
  end(): number {
    const listed = Buffer.concat(this.#directory);
    const end = fields(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, this.#count],
      [2, this.#count],
      [4, listed.length],
      [4, this.#offset],
      [2, 0],
    );
    this.#append(listed);
    this.#append(end);
    return this.#offset;
  }

  /** Leaves room for the head of a part. */
  #begin(name: string): number {
    const start = this.#offset;
    this.#append(Buffer.alloc(headBytes + Buffer.byteLength(name)));
    return start;
  }

  #append(bytes: Uint8Array): void {
    this.#target.write(bytes);
    this.#offset += bytes.length;
  }

  #finish(name: string, start: number, { method, sum, size }: { method: number; sum: number; size: number }): void {
    const title = Buffer.from(name);
    const packed = this.#offset - start - headBytes - title.length;
    const common = fields(
      [2, version],
      [2, flags],
      [2, method],
      [4, stamp],
      [4, sum],
      [4, packed],
      [4, size],
      [2, title.length],
      [2, 0],
    );
    this.#target.write(Buffer.concat([fields([4, 0x04034b50]), common, title]), start);
    this.#directory.push(
      fields([4, 0x02014b50], [2, version]),
      common,
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, start]),
      title,
    );
    this.#count += 1;
  }
}

/** Bytes of a part's head before its name. */
const headBytes = 30;

/** Numbers in little-endian order, each in so many bytes. */
function fields(...values: readonly [bytes: number, value: number][]): Buffer {
  const out = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = out.writeUIntLE(value, at, bytes);
  return out;
}
