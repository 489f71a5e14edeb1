import type { IncomingFile } from '@jwxt/infra/runtime/file-store.ts';

type Readable = Pick<IncomingFile, 'bytes' | 'read'>;

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;
/** FAT sectors that the header itself names. */
const namedInHeader = 109;
/** Sectors of a directory, and of the list of FAT sectors, that are looked at: far more than real documents have. */
const mostSectors = 256;

/**
 * Names of the streams in an OLE compound file (the container of doc, xls and ppt); null when it is none. Reads a
 * bounded part of it.
 */
export async function compoundFileNames(file: Readable): Promise<string[] | null> {
  const header = await file.read(0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, 8).equals(magic)) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorBytes = 2 ** shift;
  const perSector = sectorBytes / 4;
  const sector = (number: number): Promise<Buffer> => file.read((number + 1) * sectorBytes, sectorBytes);

  /** Sectors that list those of the allocation table which the header does not name: each is read once. */
  const lists: Buffer[] = [];
  const listOf = async (index: number): Promise<Buffer | null> => {
    while (lists.length <= index && lists.length < mostSectors) {
      const next = lists.at(-1)?.readUInt32LE(sectorBytes - 4) ?? header.readUInt32LE(68);
      const list = await sector(next);
      if (list.length < sectorBytes) return null;
      lists.push(list);
    }
    return lists[index] ?? null;
  };
  /** The sector of the allocation table that tells what follows the given sector. */
  const tableSectorOf = async (number: number): Promise<number | null> => {
    const index = Math.floor(number / perSector);
    if (index < namedInHeader) return header.readUInt32LE(76 + 4 * index);
    const left = index - namedInHeader;
    const list = await listOf(Math.floor(left / (perSector - 1)));
    return list && list.readUInt32LE(4 * (left % (perSector - 1)));
  };
  const following = async (number: number): Promise<number | null> => {
    const tableSector = await tableSectorOf(number);
    const table = tableSector === null ? Buffer.alloc(0) : await sector(tableSector);
    const at = 4 * (number % perSector);
    return at + 4 <= table.length ? table.readUInt32LE(at) : null;
  };

  const names: string[] = [];
  let number: number | null = header.readUInt32LE(48);
  for (let read = 0; read < mostSectors && number !== null && (number + 1) * sectorBytes < file.bytes; read += 1) {
    names.push(...entryNames(await sector(number)));
    number = await following(number);
  }
  return names;
}

function entryNames(sector: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
    const length = sector.readUInt16LE(at + 64);
    if (length >= 4 && length <= 64) names.push(sector.toString('utf16le', at, at + length - 2));
  }
  return names;
}
