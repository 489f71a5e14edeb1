import type { IncomingFile } from '@jwxt/infra/runtime/file-store.ts';

type Readable = Pick<IncomingFile, 'bytes' | 'read'>;

const endRecordBytes = 22;
const longestComment = 65_535;
const longestDirectory = 1024 * 1024;
const entryBytes = 46;

/**
 * Names in a zip archive, from the directory at its end; null when it has none. Nothing is unpacked and at most a
 * megabyte is read, so it does not matter what the archive claims to hold.
 */
export async function zipNames(file: Readable): Promise<string[] | null> {
  const tailAt = Math.max(0, file.bytes - endRecordBytes - longestComment);
  const tail = await file.read(tailAt, endRecordBytes + longestComment);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endRecordBytes > tail.length) return null;
  const [size, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (offset + size > tailAt + end) return null;
  return namesIn(await file.read(offset, Math.min(size, longestDirectory)));
}

function namesIn(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + entryBytes <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const nameLength = directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + entryBytes, at + entryBytes + nameLength));
    at += entryBytes + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}
