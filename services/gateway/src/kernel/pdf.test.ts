import { describe, expect, it } from 'vitest';
import { printPdf } from '../testing/documents.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { PdfDocument } from './pdf.ts';

const at = new Date('2026-01-10T08:00:00Z');
const columns = [
  { header: '序号', width: 1, value: (row: number) => String(row) },
  { header: '姓名', width: 2, value: (row: number) => `学生${row}`, strong: (row: number) => row % 2 === 0 },
];
const rows = (count: number): number[] => Array.from({ length: count }, (_unused, index) => index + 1);

describe('A document', () => {
  it('goes over to further pages: the head is repeated, no row is lost, every page knows its number', async () => {
    const document = new PdfDocument({ title: '名单', at, foot: '打印人：王老师' });
    document.heading('学生名单', '2025-2026-1');
    document.table(columns, rows(100));
    document.signatures(['任课教师', '日期']);
    const pages = pdfTexts(await printPdf(document));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(
        page.filter((text) => text === '姓名'),
        `page ${index + 1}`,
      ).toHaveLength(1);
      expect(page.slice(-2)).toEqual(['打印人：王老师', `第 ${index + 1} 页 共 ${pages.length} 页`]);
    }
    expect(pages.flat().filter((text) => /^学生\d+$/.test(text))).toEqual(rows(100).map((row) => `学生${row}`));
    expect(pages[0]?.slice(0, 2)).toEqual(['学生名单', '2025-2026-1']);
    expect(pages.at(-1)).toEqual(expect.arrayContaining(['任课教师：', '日期：']));
  });

  it('wraps what is too long for its cell, and writes rare characters', async () => {
    const document = new PdfDocument({ title: '名单', at });
    const name = '阿卜杜热西提·买买提明吐尔逊江㐱䶮';
    document.table(
      [
        { header: '学号', width: 9, value: () => '1' },
        { header: '姓名', width: 1, value: () => name },
      ],
      [1],
    );
    const [page = []] = pdfTexts(await printPdf(document));
    expect(page.join('')).toContain(name);
    expect(page).not.toContain(name);
  });

  it.each([
    '㛃𬱖𫖯',
    '阿卜杜热合曼·阿卜杜如苏力·买买提艾力江·吐尔逊',
    '<img src=x onerror="alert(1)">',
    '=1+1',
    '@SUM(A1)',
    '程'.repeat(60),
    'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3),
  ])('writes %s as it is, everywhere, and on one page', async (text) => {
    const document = new PdfDocument({ title: text, at, foot: `${text}  ${text}  ${text}` });
    document.heading(text, text);
    document.facts([
      ['课程', text],
      ['任课教师', text],
      ['学分', '4.0'],
    ]);
    document.table(
      [
        { header: '学号', width: 9, value: () => '1' },
        { header: '姓名', width: 2, align: 'left', value: () => text },
      ],
      [1],
    );
    document.signatures(['任课教师', '日期']);
    const pages = pdfTexts(await printPdf(document));
    expect(pages).toHaveLength(1);
    const [page = []] = pages;
    // Lines are cut where words end, and the blank there goes.
    const bare = (written: string): string => written.replaceAll(' ', '');
    expect(bare(page.join('')).split(bare(text)).length - 1).toBeGreaterThanOrEqual(5);
    expect(page.at(-1)).toBe('第 1 页 共 1 页');
    expect(page.join('')).not.toContain('\u0000');
  });

  it.each(['김서연', 'བཀྲ་ཤིས་བདེ་ལེགས', '𠮷田さん', '王𠮷김བཀྲ小明'])(
    'writes %s, each character in a font that has it, and warns of nothing',
    async (name) => {
      const document = new PdfDocument({ title: name, at, foot: name });
      document.heading(name);
      document.facts([['姓名', name]]);
      document.table(
        [
          { header: '学号', width: 9, value: () => '1' },
          { header: '姓名', width: 9, value: () => name },
        ],
        [1],
      );
      const text = pdfTexts(await printPdf(document))
        .flat()
        .join('');
      // Scripts that join their characters show them as other ones; those that stand alone are found again.
      for (const character of name.replaceAll(/\p{Script=Tibetan}/gu, ''))
        expect(text.split(character).length - 1).toBeGreaterThanOrEqual(4);
      expect(text).not.toContain('打印字体没有');
      expect(text).not.toContain('\u0000');
    },
  );

  it('says which characters no font has', async () => {
    const document = new PdfDocument({ title: '名单', at });
    document.facts([
      ['姓名', '王𰻝'],
      ['曾用名', '王𰻝ሀ'],
    ]);
    expect(
      pdfTexts(await printPdf(document))
        .flat()
        .join(''),
    ).toContain('本文件中有打印字体没有的字符（U+30EDD，U+1200），显示为方框');
  });

  it('cuts a foot that is too long for its line', async () => {
    const document = new PdfDocument({ title: '名单', at, foot: '程序设计基础'.repeat(40) });
    document.text('一');
    const pages = pdfTexts(await printPdf(document));
    expect(pages).toHaveLength(1);
    expect(pages[0]!.at(-2)).toMatch(/^(程序设计基础)+.*…$/);
  });

  it('writes a table without rows as its head alone', async () => {
    const document = new PdfDocument({ title: '名单', at });
    document.table(columns, []);
    expect(pdfTexts(await printPdf(document))).toEqual([['序号', '姓名', '第 1 页 共 1 页']]);
  });

  it('lays labelled values side by side and shows a watermark on every page', async () => {
    const document = new PdfDocument({ title: '表', at, landscape: true, watermark: '未提交' });
    document.facts([
      ['课程', '高等数学'],
      ['学分', '4.0'],
      ['任课教师', '王伟'],
      ['人数', ''],
    ]);
    document.newPage();
    document.text('说明');
    const pages = pdfTexts(await printPdf(document));
    expect(pages.map((page) => page[0])).toEqual(['未提交', '未提交']);
    expect(pages[0]).toEqual(expect.arrayContaining(['课程：高等数学', '学分：4.0', '任课教师：王伟', '人数：']));
    expect(pages[1]).toContain('说明');
  });

  it('is the same bytes for the same content at the same moment', async () => {
    const make = async (): Promise<Buffer> => {
      const document = new PdfDocument({ title: '名单', at });
      document.table(columns, rows(5));
      return await printPdf(document);
    };
    const [one, two] = [await make(), await make()];
    expect(one.equals(two)).toBe(true);
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
