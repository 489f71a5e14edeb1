import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { zipStream } from './shared/zip-stream.ts';

/** Bytes as an uploaded file is looked at. */
export function content(bytes: Buffer): { bytes: number; read(offset: number, length: number): Promise<Buffer> } {
  return { bytes: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
}

export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count ' +
    '0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const jpg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex');
export const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
export const rar = Buffer.from('526172211a0700cf907300000d00000000000000', 'hex');
export const bmp = Buffer.concat([
  Buffer.from('BM'),
  Buffer.from('3a000000000000003600000028000000010000000100000001001800', 'hex'),
  Buffer.alloc(30),
]);
export const html = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
export const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

/** A zip archive with these names. */
export function zipOf(names: readonly string[], data: Buffer = Buffer.from('<x/>')): Promise<Buffer> {
  return buffer(
    zipStream(
      names.map((name) => ({ name, modified: new Date(0), open: () => Promise.resolve(Readable.from([data])) })),
    ),
  );
}

export const docx = (): Promise<Buffer> => zipOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']);

/** A compound file whose directory has these streams. */
export function compound(names: readonly string[]): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const directory = Buffer.alloc(Math.ceil(names.length / 4) * 512);
  names.forEach((name, index) => {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64);
  });
  const table = Buffer.alloc(512, 0xff);
  for (let sector = 1; sector < directory.length / 512; sector += 1) table.writeUInt32LE(sector + 1, sector * 4);
  return Buffer.concat([header, table, directory, Buffer.alloc(512)]);
}
