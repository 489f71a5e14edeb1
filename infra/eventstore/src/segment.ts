/**
 * Segment files: the log is their concatenation. A segment's name is the log position at which it begins, and its
 * header says which log it belongs to and where the segment before it ended.
 *
 *     0 u64 magic 8 16 bytes log id 24 f64 base 32 f64 end of the previous segment 40 u32 CRC-32
 */
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

const MAGIC = Buffer.from('JWXTLOG1', 'latin1');

/** Bytes before the first frame of a segment. */
export const SEGMENT_HEADER = 44;

/** An open segment file. */
export interface Segment {
  path: string;
  fd: number;
  /** Log position of the file's first byte. */
  base: number;
  /** Log position behind the last whole frame. */
  end: number;
}

/** What a segment says about itself. */
export interface SegmentHeader {
  logId: string;
  base: number;
  previousEnd: number;
}

/** Creates a segment and makes both file and directory entry durable. Leaves nothing behind when it fails. */
export function createSegment(directory: string, header: SegmentHeader): Segment {
  const file = path.join(directory, `${String(header.base).padStart(16, '0')}.segment`);
  const fd = openSegment(file, fs.constants.O_CREAT | fs.constants.O_EXCL);
  try {
    const bytes = Buffer.alloc(SEGMENT_HEADER);
    MAGIC.copy(bytes);
    bytes.write(header.logId, 8, 'hex');
    bytes.writeDoubleLE(header.base, 24);
    bytes.writeDoubleLE(header.previousEnd, 32);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 40)), 40);
    if (fs.writeSync(fd, bytes, 0, bytes.length, 0) !== bytes.length) throw new Error(`${file}：文件头没有写完整`);
    fs.fsyncSync(fd);
    syncDirectory(directory);
  } catch (error) {
    fs.closeSync(fd);
    fs.rmSync(file, { force: true });
    throw error;
  }
  return { path: file, fd, base: header.base, end: header.base + SEGMENT_HEADER };
}

/**
 * With this flag a write returns when it is on disk, at the price of one turn of the thread pool instead of two. macOS
 * flushes the drive only when asked by a call of its own, and Windows has no such flag.
 */
const WRITE_THROUGH = process.platform === 'linux' ? fs.constants.O_DSYNC : 0;

/** Opens a segment for reading and writing. */
export function openSegment(file: string, flags = 0): number {
  return fs.openSync(file, fs.constants.O_RDWR | WRITE_THROUGH | flags, 0o600);
}

/** Reads a segment's header; undefined when it is not whole. */
export function readSegmentHeader(fd: number): SegmentHeader | undefined {
  const bytes = Buffer.alloc(SEGMENT_HEADER);
  if (fs.readSync(fd, bytes, 0, SEGMENT_HEADER, 0) !== SEGMENT_HEADER) return undefined;
  if (!bytes.subarray(0, 8).equals(MAGIC) || bytes.readUInt32LE(40) !== crc32(bytes.subarray(0, 40))) return undefined;
  return { logId: bytes.toString('hex', 8, 24), base: bytes.readDoubleLE(24), previousEnd: bytes.readDoubleLE(32) };
}

/** Paths of the segments of a log directory, in log order. */
export function listSegments(directory: string): string[] {
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.segment'))
    .sort()
    .map((name) => path.join(directory, name));
}

/** Makes created and removed entries of a directory durable. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const fd = fs.openSync(directory, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Reads exactly `length` bytes, off the event loop. */
export async function readFully(fd: number, length: number, offset: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  await fillFrom(fd, bytes, offset);
  return bytes;
}

/** Fills a buffer from a segment, off the event loop. */
export async function fillFrom(fd: number, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const count = await readOnce(fd, bytes, done, offset + done);
    if (count === 0) throw new Error(`文件在偏移 ${offset + done} 处提前结束，缺少 ${bytes.length - done} 字节`);
    done += count;
  }
}

function readOnce(fd: number, bytes: Buffer, from: number, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.read(fd, bytes, from, bytes.length - from, offset, (error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Writes all bytes, off the event loop; they are on disk when it resolves. */
export async function writeDurably(fd: number, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await writeOnce(fd, bytes, done, offset + done);
  if (WRITE_THROUGH) return;
  await new Promise<void>((resolve, reject) => {
    fs.fdatasync(fd, (error) => (error ? reject(error) : resolve()));
  });
}

function writeOnce(fd: number, bytes: Buffer, from: number, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.write(fd, bytes, from, bytes.length - from, offset, (error, count) => (error ? reject(error) : resolve(count)));
  });
}
