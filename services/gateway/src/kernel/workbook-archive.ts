import { inflateRawSync } from 'node:zlib';
import { Refused } from './refused.ts';

const endRecordBytes = 22;
const longestComment = 65_535;
const entryBytes = 46;
const localBytes = 30;
const mostParts = 500;
const oldContainer = 'd0cf11e0a1b11ae1';

/**
 * Looks into a workbook before anything reads it: it is an xlsx file, complete, without macros, without document types (through which a reader
 * could be led to other files), and no larger than `maxUnpacked` bytes when really unpacked, whatever it claims. Throws WORKBOOK_….
 */
export function checkWorkbookArchive(content: Buffer, maxUnpacked: number): void {
  if (content.toString('hex', 0, 8) === oldContainer) throw new Refused('WORKBOOK_OLD_OR_LOCKED');
  if (content.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new Refused('WORKBOOK_NOT_XLSX');
  let left = maxUnpacked;
  const names = new Set<string>();
  for (const part of partsOf(content)) {
    if (part.name.endsWith('/')) continue;
    const bytes = unpacked(part, left);
    left -= bytes.length;
    names.add(part.name);
    if (/vbaProject\.bin$/i.test(part.name)) throw new Refused('WORKBOOK_MACROS');
    if (bytes.includes('<!DOCTYPE') || bytes.includes('<!ENTITY')) throw new Refused('WORKBOOK_DAMAGED');
    if (part.name === '[Content_Types].xml' && /macroEnabled/i.test(bytes.toString('utf8'))) throw new Refused('WORKBOOK_MACROS');
  }
  if (!names.has('[Content_Types].xml') || !names.has('xl/workbook.xml')) throw new Refused('WORKBOOK_NOT_XLSX');
}

interface Part { readonly name: string; readonly method: number; readonly packed: Buffer }

/** The parts by the directory at the archive's end, as readers find them. */
function partsOf(content: Buffer): Part[] {
  const end = content.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < Math.max(0, content.length - endRecordBytes - longestComment) || end + endRecordBytes > content.length) throw new Refused('WORKBOOK_DAMAGED');
  const count = content.readUInt16LE(end + 10);
  if (count > mostParts) throw new Refused('WORKBOOK_TOO_LARGE');
  const parts: Part[] = [];
  for (let at = content.readUInt32LE(end + 16); parts.length < count;) {
    if (at + entryBytes > end || content.readUInt32LE(at) !== 0x02014b50) throw new Refused('WORKBOOK_DAMAGED');
    const [packedBytes, nameLength] = [content.readUInt32LE(at + 20), content.readUInt16LE(at + 28)];
    parts.push({
      name: content.toString('utf8', at + entryBytes, at + entryBytes + nameLength), method: content.readUInt16LE(at + 10),
      packed: packedOf(content, content.readUInt32LE(at + 42), packedBytes),
    });
    at += entryBytes + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return parts;
}

function packedOf(content: Buffer, offset: number, bytes: number): Buffer {
  if (offset + localBytes > content.length || content.readUInt32LE(offset) !== 0x04034b50) throw new Refused('WORKBOOK_DAMAGED');
  const start = offset + localBytes + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28);
  if (start + bytes > content.length) throw new Refused('WORKBOOK_DAMAGED');
  return content.subarray(start, start + bytes);
}

function unpacked({ method, packed }: Part, left: number): Buffer {
  if (method !== 0 && method !== 8) throw new Refused('WORKBOOK_DAMAGED');
  if (left <= 0 || (method === 0 && packed.length > left)) throw new Refused('WORKBOOK_TOO_LARGE');
  if (method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: left });
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refused(tooLarge ? 'WORKBOOK_TOO_LARGE' : 'WORKBOOK_DAMAGED');
  }
}
