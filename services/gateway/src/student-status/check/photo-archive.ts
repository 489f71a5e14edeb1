import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { isNoFile } from '@jwxt/contracts/student-status/check/student-photo.rules.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import type { IncomingFile } from '@jwxt/infra/runtime/file-store.ts';
import { Refused } from '../../kernel/refused.ts';

type Content = Pick<IncomingFile, 'bytes' | 'read'>;

/** A file of an archive; its bytes are read when its turn comes. */
export interface PhotoEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly sum: number;
  readonly packed: number;
  readonly at: number;
}

const endRecordBytes = 22;
const longestComment = 65_535;
const longestDirectory = 16 * 1024 * 1024;
const entryBytes = 46;
const headBytes = 30;
const UTF8 = 0x0800;
const unpack = promisify(inflateRaw);

const unreadable = (reason: string): Refused => new Refused('PHOTO_ARCHIVE_REFUSED', { reason });

/**
 * The files of a zip archive of photos, from the directory at its end; nothing is unpacked. Folders and what systems
 * leave in archives are passed over.
 */
export async function photoEntries(archive: Content): Promise<PhotoEntry[]> {
  const tailAt = Math.max(0, archive.bytes - endRecordBytes - longestComment);
  const tail = await archive.read(tailAt, endRecordBytes + longestComment);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endRecordBytes > tail.length) throw unreadable('不是完整的 zip 文件');
  const [count, size, offset] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count === 0xffff || offset === 0xffffffff) throw unreadable('文件过多，请分成几个压缩包');
  if (offset + size > tailAt + end || size > longestDirectory) throw unreadable('目录不完整');
  const entries = entriesIn(await archive.read(offset, size));
  if (entries.length > MAX_PHOTOS) throw new Refused('PHOTO_TOO_MANY', { most: MAX_PHOTOS });
  return entries;
}

function entriesIn(directory: Buffer): PhotoEntry[] {
  const entries: PhotoEntry[] = [];
  for (let at = 0; at + entryBytes <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const [flags, length] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 28)];
    const name = nameIn(directory.subarray(at + entryBytes, at + entryBytes + length), flags);
    if (!isNoFile(name))
      entries.push({
        name,
        method: directory.readUInt16LE(at + 10),
        isEncrypted: (flags & 1) === 1,
        sum: directory.readUInt32LE(at + 16),
        packed: directory.readUInt32LE(at + 20),
        at: directory.readUInt32LE(at + 42),
      });
    at += entryBytes + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Names are UTF-8 where the archive says so or they can be; else of the Chinese systems that made it. */
function nameIn(bytes: Buffer, flags: number): string {
  if ((flags & UTF8) !== 0) return bytes.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The bytes of a photo, or why they cannot be had. No more is unpacked than a photo may have. */
export async function photoBytes(archive: Content, entry: PhotoEntry): Promise<Buffer | string> {
  if (entry.isEncrypted) return '已加密，不能读取';
  // What is packed is at most a little larger than it was.
  if (entry.packed > MAX_PHOTO_BYTES + 1024) return '超过 100 KB';
  const head = await archive.read(entry.at, headBytes);
  if (head.length < headBytes || head.readUInt32LE(0) !== 0x04034b50) return '压缩包已损坏';
  const start = entry.at + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = await archive.read(start, entry.packed);
  if (packed.length < entry.packed) return '压缩包已损坏';
  const bytes = await unpacked(entry, packed);
  return typeof bytes === 'string' || crc32(bytes) === entry.sum ? bytes : '压缩包已损坏';
}

async function unpacked({ method }: PhotoEntry, packed: Buffer): Promise<Buffer | string> {
  if (method === 0) return packed;
  if (method !== 8) return '压缩方式不支持';
  try {
    return await unpack(packed, { maxOutputLength: MAX_PHOTO_BYTES });
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? '超过 100 KB' : '压缩包已损坏';
  }
}
