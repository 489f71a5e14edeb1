import { describe, expect, it } from 'vitest';
import { writeWorkbook } from '../testing/documents.ts';
import { bareWorkbook, zipParts } from '../testing/zip-parts.ts';
import { readWorkbook } from './workbook-reading.ts';

const limits = { rows: 50, columns: 10 };
const textsOf = async (content: Buffer): Promise<string[][]> =>
  (await readWorkbook(content, limits)).map(({ cells }) => cells.map(({ text }) => text));
const refusal = async (content: Buffer): Promise<string> =>
  await readWorkbook(content, limits).then(
    () => 'read',
    (error: { code: string }) => error.code,
  );

describe('Reading a workbook', () => {
  it('gives what was written, row by row with their numbers', async () => {
    const content = await writeWorkbook<readonly string[]>({
      sheet: '名单',
      above: ['标题'],
      rows: [
        ['0012', '85.5'],
        ['', ''],
        ['=1+1', '60'],
      ],
      columns: [
        { header: '学号', width: 9, value: ([first]) => first ?? '' },
        { header: '成绩', width: 9, value: ([, second]) => second ?? '', kind: 'number' },
      ],
    });
    const rows = await readWorkbook(content, limits);
    expect(rows.map(({ number, cells }) => [number, ...cells.map(({ text }) => text)])).toEqual([
      [1, '标题', ''],
      [2, '学号', '成绩'],
      [3, '0012', '85.5'],
      [5, '=1+1', '60'],
    ]);
    expect(rows.flatMap(({ cells }) => cells).some(({ isFormula }) => isFormula)).toBe(false);
  });

  it('tells formulas, and takes inline texts, truth values and rows out of place', async () => {
    const content = bareWorkbook(
      '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve"> 张三 </t></is></c><c r="B2"><f>cmd|\'/c ' +
        'calc\'!A1</f><v>85</v></c><c r="D2" t="b"><v>1</v></c></row>',
    );
    expect(await readWorkbook(content, limits)).toEqual([
      {
        number: 2,
        cells: [
          { text: '张三', isFormula: false },
          { text: '85', isFormula: true },
          { text: '', isFormula: false },
          { text: 'true', isFormula: false },
        ],
      },
    ]);
  });

  it('does not look beyond the columns asked for', async () => {
    expect(await textsOf(bareWorkbook('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'))).toEqual([
      ['1'],
    ]);
  });
});

describe('What is no workbook, or a dangerous one, is refused', () => {
  const good = () => bareWorkbook('<row r="1"><c r="A1"><v>1</v></c></row>');
  /** With the first entry of its directory changed. */
  const patched = (content: Buffer, change: (content: Buffer, entry: number) => void): Buffer => {
    change(content, content.readUInt32LE(content.length - 6));
    return content;
  };
  const second = (content: Buffer, entry: number): number => content.indexOf('PK\x01\x02', entry + 4, 'latin1');
  /** With a record and a locator as archives of more than 4 GB have them, pointing to its own directory. */
  const large = (content: Buffer, change: (content: Buffer) => void): Buffer => {
    const [end, record, locator] = [content.length - 22, Buffer.alloc(56), Buffer.alloc(20)];
    record.write('PK\x06\x06', 'latin1');
    record.writeBigUInt64LE(44n, 4);
    record.writeBigUInt64LE(BigInt(content.readUInt32LE(end + 12)), 40);
    record.writeBigUInt64LE(BigInt(content.readUInt32LE(end + 16)), 48);
    locator.write('PK\x06\x07', 'latin1');
    locator.writeBigUInt64LE(BigInt(end), 8);
    const last = Buffer.from(content.subarray(end));
    change(last);
    return Buffer.concat([content.subarray(0, end), record, locator, last]);
  };
  const row = (number: number): string => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`;

  it.each<[string, string, () => Buffer]>([
    ['a text that is named so', 'WORKBOOK_NOT_XLSX', () => Buffer.from('学号,姓名\n1,张三\n')],
    ['nothing at all', 'WORKBOOK_NOT_XLSX', () => Buffer.alloc(0)],
    [
      'another kind of archive',
      'WORKBOOK_NOT_XLSX',
      () => zipParts({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
    ],
    [
      'an old or locked document',
      'WORKBOOK_OLD_OR_LOCKED',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]),
    ],
    ['one with macros', 'WORKBOOK_MACROS', () => bareWorkbook(row(1), { 'xl/vbaProject.bin': 'x' })],
    [
      'one that says it has macros',
      'WORKBOOK_MACROS',
      () =>
        bareWorkbook(row(1), {
          '[Content_Types].xml':
            '<Types><Override PartName="/xl/workbook.xml" ' +
            'ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        }),
    ],
    ['one that is cut off', 'WORKBOOK_DAMAGED', () => good().subarray(0, -60)],
    [
      'one whose parts lie elsewhere',
      'WORKBOOK_DAMAGED',
      () => {
        const content = good();
        content.writeUInt32LE(0xfffffff0, content.length - 6);
        return content;
      },
    ],
    [
      'one whose sheet is no XML',
      'WORKBOOK_DAMAGED',
      () =>
        bareWorkbook('', {
          'xl/worksheets/sheet1.xml': Buffer.from([0xff, 0xfe, 0, 1]),
          'xl/workbook.xml': '<workbook',
        }),
    ],
    [
      'an entity that points to a file',
      'WORKBOOK_DAMAGED',
      () =>
        bareWorkbook('', {
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" ' +
            't="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>',
        }),
    ],
    [
      'entities that grow',
      'WORKBOOK_DAMAGED',
      () =>
        bareWorkbook('', {
          'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst/>',
        }),
    ],
    [
      'an archive that grows a thousandfold',
      'WORKBOOK_TOO_LARGE',
      () => bareWorkbook(row(1), { 'xl/media/zeros.bin': Buffer.alloc(64 * 1024 * 1024) }),
    ],
    [
      'half a million rows',
      'WORKBOOK_TOO_LARGE',
      () => bareWorkbook(Array.from({ length: 500_000 }, (_unused, index) => row(index + 1)).join('')),
    ],
    [
      'one row more than fits',
      'WORKBOOK_TOO_MANY_ROWS',
      () => bareWorkbook(Array.from({ length: 51 }, (_unused, index) => row(index + 1)).join('')),
    ],
    ['too many bytes', 'WORKBOOK_TOO_LARGE', () => Buffer.concat([good(), Buffer.alloc(5 * 1024 * 1024)])],
    [
      'ninety thousand definitions of all columns',
      'WORKBOOK_TOO_LARGE',
      () =>
        bareWorkbook('', {
          'xl/worksheets/sheet1.xml':
            `<worksheet><cols>${'<col min="1" max="16384"/>'.repeat(90_000)}` + '</cols><sheetData/></worksheet>',
        }),
    ],
    [
      'the same with a prefix',
      'WORKBOOK_TOO_LARGE',
      () =>
        bareWorkbook('', {
          'xl/worksheets/sheet1.xml':
            `<x:worksheet><x:cols>${'<x:col min="1" max="16384"/>'.repeat(90_000)}` +
            '</x:cols><x:sheetData/></x:worksheet>',
        }),
    ],
    [
      'more shared texts than a school has students',
      'WORKBOOK_TOO_LARGE',
      () => bareWorkbook(row(1), { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(200_000)}</sst>` }),
    ],
    [
      'more cells than any template',
      'WORKBOOK_TOO_LARGE',
      () => bareWorkbook(`<row r="1">${'<c/>'.repeat(500_000)}</row>`),
    ],
    [
      'a second directory, for archives of more than 4 GB',
      'WORKBOOK_DAMAGED',
      () =>
        large(good(), (content) => {
          content.writeUInt32LE(0xffffffff, content.length - 10);
        }),
    ],
    [
      'a locator of such a directory, though nothing points to it',
      'WORKBOOK_DAMAGED',
      () => large(good(), () => undefined),
    ],
    [
      'a part whose size stands elsewhere',
      'WORKBOOK_DAMAGED',
      () =>
        patched(good(), (content, entry) => {
          content.writeUInt32LE(0xffffffff, entry + 24);
        }),
    ],
    [
      'a part that has its size only behind it',
      'WORKBOOK_DAMAGED',
      () =>
        patched(good(), (content, entry) => {
          content.writeUInt16LE(0x0808, entry + 8);
          content.writeUInt32LE(0, entry + 20);
          content.writeUInt32LE(0, entry + 24);
        }),
    ],
    [
      'a locked part',
      'WORKBOOK_DAMAGED',
      () =>
        patched(good(), (content, entry) => {
          content.writeUInt16LE(0x0801, entry + 8);
        }),
    ],
    [
      'two parts in one place',
      'WORKBOOK_DAMAGED',
      () =>
        patched(good(), (content, entry) => {
          content.writeUInt32LE(0, second(content, entry) + 42);
        }),
    ],
    [
      'two parts of one name',
      'WORKBOOK_DAMAGED',
      () => bareWorkbook(row(1), { 'XL/worksheets/Sheet1.xml': '<worksheet/>' }),
    ],
    [
      'fewer parts in the directory than it says',
      'WORKBOOK_DAMAGED',
      () => {
        const content = good();
        content.writeUInt16LE(9, content.length - 12);
        content.writeUInt16LE(9, content.length - 14);
        return content;
      },
    ],
    [
      'a directory that hides some of its parts',
      'WORKBOOK_DAMAGED',
      () => {
        const content = good();
        content.writeUInt16LE(2, content.length - 12);
        content.writeUInt16LE(2, content.length - 14);
        return content;
      },
    ],
    ['something behind its end', 'WORKBOOK_DAMAGED', () => Buffer.concat([good(), good().subarray(-30)])],
    [
      'too many parts',
      'WORKBOOK_TOO_LARGE',
      () =>
        bareWorkbook(
          row(1),
          Object.fromEntries(Array.from({ length: 600 }, (_unused, index) => [`xl/media/${index}`, 'x'])),
        ),
    ],
  ])('%s: %s', async (_title, code, make) => {
    expect(await refusal(make())).toBe(code);
  });

  it('makes no room for the rows before one that stands far below', async () => {
    expect(await textsOf(bareWorkbook(`${row(1)}${row(1_048_576)}`))).toEqual([['1']]);
  });
});
