import { inflateRawSync } from 'node:zlib';
import { Refused } from './refused.ts';
import { MemoryTarget, ZipArchive } from './zip-archive.ts';

const endRecordBytes = 22;
const locatorBytes = 20;
const entryBytes = 46;
const localBytes = 30;
const mostParts = 500;
const oldContainer = 'd0cf11e0a1b11ae1';
/** Stands for "see elsewhere" in archives of more than 4 GB. */
const elsewhere = 0xffffffff;
const encrypted = 0x0001;
/**
 * Elements that a workbook may have of a kind: a few bytes of some can ask for much work. Far more than an honest one
 * has.
 */
const mostElements: Readonly<Record<string, number>> = {
  col: 1_000,
  si: 100_000,
  row: 400_000,
  c: 400_000,
  mergeCell: 10_000,
  dataValidation: 10_000,
  hyperlink: 10_000,
  xf: 70_000,
};
const counted = new RegExp(`<(?:[\\w.-]+:)?(${Object.keys(mostElements).join('|')})(?=[\\s/>])`, 'g');

/**
 * Looks into a workbook before anything reads it: it is an xlsx file, complete, without macros, without document types
 * (through which a reader could be led to other files), and no larger than `maxUnpacked` bytes when really unpacked,
 * whatever it claims. Answers an archive of what was looked at and nothing else, so that whoever reads it cannot find
 * other parts in it. `times` as many elements as usual may be in it, and nothing below so many `rows`. Throws
 * WORKBOOK_….
 */
export function checkedWorkbook(
  content: Buffer,
  maxUnpacked: number,
  { times = 1, rows = Infinity }: { readonly times?: number; readonly rows?: number } = {},
): Buffer {
  if (content.toString('hex', 0, 8) === oldContainer) throw new Refused('WORKBOOK_OLD_OR_LOCKED');
  if (content.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new Refused('WORKBOOK_NOT_XLSX');
  let left = maxUnpacked;
  const checked = new MemoryTarget();
  const archive = new ZipArchive(checked);
  const names = new Set<string>();
  const elements = new Map<string, number>();
  for (const part of partsOf(content)) {
    if (names.has(part.name.toLowerCase())) throw new Refused('WORKBOOK_DAMAGED');
    names.add(part.name.toLowerCase());
    const bytes = unpacked(part, left);
    left -= bytes.length;
    if (/vbaProject\.bin$/i.test(part.name)) throw new Refused('WORKBOOK_MACROS');
    // Pictures and the like are left out, so nobody reads them.
    if (!/\.(xml|rels)$/i.test(part.name)) continue;
    if (/\/worksheets\//i.test(part.name)) checkRows(bytes, rows);
    checkPart(part.name, bytes, elements, times);
    archive.store(part.name, withoutPhonetics(bytes));
  }
  if (!names.has('[content_types].xml') || !names.has('xl/workbook.xml')) throw new Refused('WORKBOOK_NOT_XLSX');
  archive.end();
  return checked.whole();
}

const rowStarts = /<(?:[\w.-]+:)?row(?=[\s/>])(?:[^>]*?\sr="(\d+)")?/g;
const valueOrText = /<(?:[\w.-]+:)?[vt][\s>]/;
/** Whoever reads the first rows alone must not lose what stands far below them. */
function checkRows(sheet: Buffer, rows: number): void {
  if (rows === Infinity) return;
  const text = sheet.toString('latin1');
  let last = 0;
  for (const { 1: number, index } of text.matchAll(rowStarts)) {
    // One without a number comes after the one before it.
    last = number === undefined ? last + 1 : Number(number);
    if (last <= rows) continue;
    if (valueOrText.test(text.slice(index))) throw new Refused('WORKBOOK_TOO_MANY_ROWS', { rows });
    return;
  }
}

/** Readings of characters (显示拼音字段) stand between the characters, and are none of the text. */
function withoutPhonetics(bytes: Buffer): Buffer {
  if (!bytes.includes('rPh')) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll(/<((?:[\w.-]+:)?rPh)\b[^]*?<\/\1>/g, ''), 'latin1');
}

function checkPart(name: string, bytes: Buffer, elements: Map<string, number>, times: number): void {
  const text = bytes.toString('latin1');
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw new Refused('WORKBOOK_DAMAGED');
  if (name.toLowerCase() === '[content_types].xml' && /macroEnabled/i.test(text)) throw new Refused('WORKBOOK_MACROS');
  for (const [, element = ''] of text.matchAll(counted)) {
    const count = (elements.get(element) ?? 0) + 1;
    if (count > (mostElements[element] ?? 0) * times) throw new Refused('WORKBOOK_TOO_LARGE');
    elements.set(element, count);
  }
}

interface Part {
  readonly name: string;
  readonly method: number;
  readonly packed: Buffer;
  readonly start: number;
}

/** The parts by the one directory at the archive's end. What another reader could find another way is refused. */
function partsOf(content: Buffer): Part[] {
  const end = content.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (
    end < 0 ||
    end + endRecordBytes > content.length ||
    end + endRecordBytes + content.readUInt16LE(end + 20) !== content.length
  )
    throw new Refused('WORKBOOK_DAMAGED');
  const [disk, count, size, offset] = [
    content.readUInt32LE(end + 4),
    content.readUInt16LE(end + 10),
    content.readUInt32LE(end + 12),
    content.readUInt32LE(end + 16),
  ];
  const isLarge =
    end >= locatorBytes && content.toString('latin1', end - locatorBytes, end - locatorBytes + 4) === 'PK\x06\x07';
  if (isLarge || disk !== 0 || content.readUInt16LE(end + 8) !== count || offset + size !== end)
    throw new Refused('WORKBOOK_DAMAGED');
  if (count > mostParts) throw new Refused('WORKBOOK_TOO_LARGE');
  const parts: Part[] = [];
  let at = offset;
  while (parts.length < count) {
    if (at + entryBytes > end || content.readUInt32LE(at) !== 0x02014b50) throw new Refused('WORKBOOK_DAMAGED');
    const nameLength = content.readUInt16LE(at + 28);
    parts.push(partAt(content, at, content.toString('utf8', at + entryBytes, at + entryBytes + nameLength), offset));
    at += entryBytes + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Refused('WORKBOOK_DAMAGED');
  checkOverlap(parts);
  return parts.filter(({ name }) => !name.endsWith('/'));
}

function partAt(content: Buffer, at: number, name: string, directory: number): Part {
  const [flags, method, bytes, size, start] = [
    content.readUInt16LE(at + 8),
    content.readUInt16LE(at + 10),
    content.readUInt32LE(at + 20),
    content.readUInt32LE(at + 24),
    content.readUInt32LE(at + 42),
  ];
  if ((flags & encrypted) !== 0 || [bytes, size, start].includes(elsewhere)) throw new Refused('WORKBOOK_DAMAGED');
  if (start + localBytes > directory || content.readUInt32LE(start) !== 0x04034b50)
    throw new Refused('WORKBOOK_DAMAGED');
  const from = start + localBytes + content.readUInt16LE(start + 26) + content.readUInt16LE(start + 28);
  if (from + bytes > directory) throw new Refused('WORKBOOK_DAMAGED');
  return { name, method, start, packed: content.subarray(from, from + bytes) };
}

/** Bytes that are counted once must not be unpacked often. */
function checkOverlap(parts: readonly Part[]): void {
  let reached = 0;
  for (const { start, packed } of parts.toSorted((one, other) => one.start - other.start)) {
    if (start < reached) throw new Refused('WORKBOOK_DAMAGED');
    reached = start + localBytes + packed.length;
  }
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
