import { crc32, deflateRawSync } from 'node:zlib';

/** A packed archive with these parts, for files that no honest program writes. */
export function zipParts(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, given] of Object.entries(parts)) {
    const data = typeof given === 'string' ? Buffer.from(given) : given;
    const packed = deflateRawSync(data, { level: 1 });
    const common = fields(
      [2, 20],
      [2, 0x0800],
      [2, 8],
      [4, 0x00210000],
      [4, crc32(data)],
      [4, packed.length],
      [4, data.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    );
    const file = Buffer.concat([fields([4, 0x04034b50]), common, Buffer.from(name), packed]);
    directory.push(
      fields([4, 0x02014b50], [2, 20]),
      common,
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      Buffer.from(name),
    );
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const count = Object.keys(parts).length;
  return Buffer.concat([
    ...files,
    listed,
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.length], [4, offset], [2, 0]),
  ]);
}

/** A workbook of the fewest parts, with this sheet; other parts take the place of its own or come besides. */
export function bareWorkbook(sheetData: string, others: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  return zipParts({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/worksheets/sheet1.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" ' +
      'sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml':
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheetData}` +
      '</sheetData></worksheet>',
    ...others,
  });
}

function relations(type: string, target: string): string {
  return (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ' +
    `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}` +
    '"/></Relationships>'
  );
}

function fields(...values: readonly [bytes: number, value: number][]): Buffer {
  const out = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = out.writeUIntLE(value, at, bytes);
  return out;
}
