import { bareWorkbook, zipParts } from './zip-parts.ts';

/** A file as people bring them, and what they are told of it: the refusal, or notes and what becomes of each row. */
export interface OddFile {
  readonly called: string;
  readonly file: () => Buffer;
  readonly told: readonly string[];
}

const HEAD = ['学号', '姓名', '入学日期', '宿舍'];
/** The student whom every file of one row is about. */
const ONE = ['2026001', '张三'];

const csv = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows.map((row) => `${row.join(separator)}\r\n`).join('');
const about = (...values: string[]): string[][] => [HEAD, [...ONE, ...values]];

/** A cell that is not a text: `raw('<v>1</v>')`, with attributes besides its place. */
const raw = (inner: string, attributes = ''): { readonly inner: string; readonly attributes: string } => ({
  inner,
  attributes,
});
type Cell = string | ReturnType<typeof raw>;
const number = (value: number | string, attributes = '') => raw(`<v>${String(value)}</v>`, attributes);
const day = (serial: number) => number(serial, ' s="1"');

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
function cellAt(cell: Cell, place: string): string {
  return typeof cell === 'string'
    ? `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
    : `<c r="${place}"${cell.attributes}>${cell.inner}</c>`;
}
const rowAt = (cells: readonly Cell[], number_: number, attributes = ''): string =>
  `<row r="${String(number_)}"${attributes}>` +
  `${cells.map((cell, at) => cellAt(cell, `${String.fromCharCode(65 + at)}${String(number_)}`)).join('')}</row>`;
const rowsOf = (rows: readonly (readonly Cell[])[]): string => rows.map((row, at) => rowAt(row, at + 1)).join('');

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
/** Style 1 shows a number as a day, style 2 as a day and a time. */
const styles =
  `<styleSheet ${main}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/>` +
  '</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/>' +
  '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>';
const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNs = 'http://schemas.openxmlformats.org/package/2006/relationships';
const relationsOf = (list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageNs}">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${officeNs}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const styled = {
  'xl/styles.xml': styles,
  'xl/_rels/workbook.xml.rels': relationsOf([
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'styles', 'styles.xml'],
  ]),
};
const workbook = (rows: readonly (readonly Cell[])[], more: Readonly<Record<string, string | Buffer>> = {}): Buffer =>
  bareWorkbook(rowsOf(rows), { ...styled, ...more });
/** A workbook with something behind its rows: merged cells. */
const around = (sheetData: string, { before = '', after = '' }: { before?: string; after?: string }): Buffer =>
  bareWorkbook('', {
    ...styled,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}>${before}<sheetData>${sheetData}</sheetData>${after}</worksheet>`,
  });
const severalSheets = (...sheets: { name: string; rows: readonly (readonly Cell[])[]; hidden?: true }[]): Buffer =>
  bareWorkbook('', {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${officeNs}"><sheets>${sheets
      .map(
        ({ name, hidden }, at) =>
          `<sheet name="${name}" sheetId="${String(at + 1)}" r:id="rId${String(at + 1)}"` +
          `${hidden ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf(
      sheets.map((_sheet, at) => [`rId${String(at + 1)}`, 'worksheet', `worksheets/sheet${String(at + 1)}.xml`]),
    ),
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${String(at + 1)}.xml`,
        `<worksheet ${main}><sheetData>${rowsOf(rows)}</sheetData></worksheet>`,
      ]),
    ),
  });

/** GB18030, of which TextEncoder knows nothing: the way back from what TextDecoder reads. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gb18030');
  const codes = new Map<string, [number, number]>();
  for (let first = 0xb0; first <= 0xf7; first += 1)
    for (let second = 0xa1; second <= 0xfe; second += 1)
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
  return Buffer.from(Array.from(text, (char) => codes.get(char) ?? [char.charCodeAt(0)]).flat());
}
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const container = (...texts: string[]): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_016),
    ...texts.map((text) => Buffer.from(text, 'utf16le')),
  ]);

const BOTH = '第 2 行 2026001 张三 修改；入学日期“”改为“2026-09-02”；宿舍“”改为“北楼”';
const DORMITORY = '第 2 行 2026001 张三 修改；宿舍“”改为“北楼”';
const ENROLLED = '第 2 行 2026001 张三 修改；入学日期“”改为“2026-09-02”';

export const oddFiles: readonly OddFile[] = [
  // Encodings and separators.
  { called: 'csv 是 GBK', file: () => gbk(csv(about('2026-09-02', '北楼'))), told: [BOTH] },
  {
    called: 'csv 是 UTF-8，带 BOM',
    file: () => Buffer.from(`\uFEFF${csv(about('2026-09-02', '北楼'))}`),
    told: [BOTH],
  },
  { called: 'csv 是 UTF-8，不带 BOM', file: () => Buffer.from(csv(about('2026-09-02', '北楼'))), told: [BOTH] },
  {
    called: '“Unicode 文本”（UTF-16，小端，制表符）',
    file: () => Buffer.from(`\uFEFF${csv(about('2026-09-02', '北楼'), '\t')}`, 'utf16le'),
    told: [BOTH],
  },
  { called: 'UTF-16，大端', file: () => bigEndian(`\uFEFF${csv(about('2026-09-02', '北楼'))}`), told: [BOTH] },
  { called: '分号分隔', file: () => Buffer.from(csv(about('2026-09-02', '北楼'), ';')), told: [BOTH] },
  { called: '全角逗号分隔', file: () => Buffer.from(csv(about('2026-09-02', '北楼'), '，')), told: [BOTH] },
  {
    called: '引号中有逗号、换行和引号',
    file: () => Buffer.from(`${HEAD.join(',')}\n${ONE.join(',')},2026-09-02,"北楼,""东""\n一层"\n`),
    told: ['第 2 行 2026001 张三 有错误；D 列 宿舍“北楼,"东"\n一层”：单元格中有换行，请去掉'],
  },
  {
    called: '缺少收尾的引号',
    file: () => Buffer.from(`${HEAD.join(',')}\n${ONE.join(',')},,"北楼\n2026002,李四,,x\n`),
    told: ['第 2 行 D 列的引号没有结束，之后的内容无法分清，请改正'],
  },
  {
    called: 'UTF-8 坏了一个字节',
    file: () => Buffer.concat([Buffer.from(csv(about('', '北楼'))), Buffer.from([0xff, 0x0d, 0x0a])]),
    told: ['文件的文字编码认不出来，或有损坏的字节，请另存为 xlsx，或 UTF-8 的 csv'],
  },
  // Sheets.
  {
    called: '多个工作表：第一个隐藏',
    file: () =>
      severalSheets(
        { name: '旧', rows: [['x']], hidden: true },
        { name: '学生', rows: about('', '北楼') },
        { name: '说明', rows: [['看这里']] },
      ),
    told: [DORMITORY],
  },
  {
    called: '全部工作表隐藏',
    file: () => severalSheets({ name: '旧', rows: [['x']], hidden: true }),
    told: ['文件中没有可见的工作表'],
  },
  { called: '空文件', file: () => Buffer.alloc(0), told: ['文件是空的，请选择有内容的文件'] },
  {
    called: '空工作表',
    file: () => workbook([]),
    told: ['没有找到表头：文件的前 30 行里没有写着列名的行，请使用下载的模板'],
  },
  {
    called: '只有标题',
    file: () => Buffer.from('学生名单\n'),
    told: ['没有找到表头：文件的前 30 行里没有写着列名的行，请使用下载的模板'],
  },
  { called: '只有表头', file: () => workbook([HEAD]), told: ['工作表“S”的表头下没有数据'] },
  {
    called: '表头在第三行',
    file: () => workbook([['学生名单'], [], ...about('', '北楼')]),
    told: ['第 4 行 2026001 张三 修改；宿舍“”改为“北楼”'],
  },
  {
    called: '表头重复',
    file: () => workbook([['学号', '姓名', '姓 名*']]),
    told: ['表头“姓名”出现了两次（B、C 列），请删除其中一列'],
  },
  {
    called: '两列是同一项',
    file: () => workbook([['学号', 'studentNumber', '姓名']]),
    told: ['“学号”对应了两列（A、B 列），请只保留一列'],
  },
  {
    called: '没有认识的表头',
    file: () =>
      workbook([
        ['编码', '称呼'],
        ['2026001', '张三'],
      ]),
    told: ['没有用到的列：编码、称呼', '缺少：学号'],
  },
  {
    called: '有不认识的列',
    file: () =>
      workbook([
        [...HEAD, '爱好'],
        [...ONE, '', '北楼', '篮球'],
      ]),
    told: ['没有用到的列：爱好', DORMITORY],
  },
  {
    called: '201 列',
    file: () => Buffer.from(csv([Array.from({ length: 201 }, (_n, at) => `列${String(at)}`), ['1']])),
    told: ['工作表超过 200 列，请只保留需要导入的列'],
  },
  // Cells.
  {
    called: '合并单元格：一列向下',
    file: () =>
      around(rowsOf([HEAD, [...ONE, '', '北楼'], ['2026002', '李四', '']]), {
        after: '<mergeCells count="1"><mergeCell ref="D2:D3"/></mergeCells>',
      }),
    told: [DORMITORY, '第 3 行 2026002 李四 修改；宿舍“”改为“北楼”'],
  },
  {
    called: '合并单元格：标题横跨各列',
    file: () =>
      around(rowsOf([['学生名单'], ...about('', '北楼')]), {
        after: '<mergeCells><mergeCell ref="A1:D1"/></mergeCells>',
      }),
    told: ['第 3 行 2026001 张三 修改；宿舍“”改为“北楼”'],
  },
  {
    called: '合并单元格：一行横跨两列',
    file: () =>
      around(rowsOf([HEAD, ['2026001', '张三']]), { after: '<mergeCells><mergeCell ref="B2:D2"/></mergeCells>' }),
    told: ['第 2 行 B 至 D 列合并在一起，内容只算 B 列的，其余按空白读取', '第 2 行 2026001 张三 未变化'],
  },
  {
    called: '公式，有结果',
    file: () => workbook([HEAD, [...ONE, '', raw('<f>"北"&amp;"楼"</f><v>北楼</v>', ' t="str"')]]),
    told: [DORMITORY],
  },
  {
    called: '公式，没有结果',
    file: () => workbook([HEAD, [...ONE, '', raw('<f>A1</f>')]]),
    told: ['第 2 行 2026001 张三 有错误；D 列 宿舍“”：公式没有计算结果，请用 Excel 打开并保存，或粘贴为数值'],
  },
  {
    called: '拼音注音在共享文字中',
    file: () =>
      workbook([HEAD, ['2026001', number(0, ' t="s"'), '', '北楼']], {
        'xl/sharedStrings.xml':
          `<sst ${main} count="1" uniqueCount="1"><si><t>张三</t><rPh sb="0" eb="1"><t>zhang</t></rPh>` +
          '<rPh sb="1" eb="2"><t>san</t></rPh><phoneticPr fontId="1"/></si></sst>',
        'xl/_rels/workbook.xml.rels': relationsOf([
          ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
          ['rId2', 'sharedStrings', 'sharedStrings.xml'],
        ]),
      }),
    told: [DORMITORY],
  },
  {
    called: '公式出错',
    file: () =>
      workbook([
        HEAD,
        [...ONE, '', raw('<f>1/0</f><v>#DIV/0!</v>', ' t="e"')],
        ['2026002', '李四', raw('<v>#N/A</v>', ' t="e"'), ''],
      ]),
    told: [
      '第 2 行 2026001 张三 有错误；D 列 宿舍“#DIV/0!”：公式或数据出错（#DIV/0!），请改正',
      '第 3 行 2026002 李四 有错误；C 列 入学日期“#N/A”：公式或数据出错（#N/A），请改正',
    ],
  },
  {
    called: '共享公式',
    file: () =>
      workbook([
        HEAD,
        [...ONE, '', raw('<f t="shared" ref="D2:D3" si="0">A2</f><v>1</v>')],
        ['2026002', '李四', '', raw('<f t="shared" si="0"/><v>2</v>')],
      ]),
    told: ['第 2 行 2026001 张三 修改；宿舍“”改为“1”', '第 3 行 2026002 李四 修改；宿舍“”改为“2”'],
  },
  {
    called: '指向其他工作簿的公式',
    file: () =>
      workbook([HEAD, [...ONE, '', raw('<f>[1]S!$A$1</f><v>北楼</v>', ' t="str"')]], {
        'xl/externalLinks/externalLink1.xml': `<externalLink ${main}/>`,
      }),
    told: [DORMITORY],
  },
  {
    called: '日期写成文字',
    file: () =>
      workbook([
        HEAD,
        ...[
          '2026-09-02',
          '2026/9/2',
          '2026.9.2',
          '2026年9月2日',
          '20260902',
          '２０２６－０９－０２',
          '2026-09-02 00:00:00',
          '2026-9-2 8:30',
          '2026-09-02T00:00:00Z',
          '2026-09-01T16:00:00Z',
          '2026-02-30',
          '9/2/2026',
          '26-9-2',
          '2026年9月',
          '昨天',
        ].map((text, at) => [String(9_001 + at), '生', text]),
      ]),
    told: [
      '第 2 行 9001 生 修改；入学日期“”改为“2026-09-02”',
      '第 3 行 9002 生 修改；入学日期“”改为“2026-09-02”',
      '第 4 行 9003 生 修改；入学日期“”改为“2026-09-02”',
      '第 5 行 9004 生 修改；入学日期“”改为“2026-09-02”',
      '第 6 行 9005 生 修改；入学日期“”改为“2026-09-02”',
      '第 7 行 9006 生 修改；入学日期“”改为“2026-09-02”',
      '第 8 行 9007 生 修改；入学日期“”改为“2026-09-02”',
      '第 9 行 9008 生 修改；入学日期“”改为“2026-09-02”',
      '第 10 行 9009 生 有错误；C 列 入学日期“2026-09-02T00:00:00Z”：日期格式应为 YYYY-MM-DD',
      '第 11 行 9010 生 有错误；C 列 入学日期“2026-09-01T16:00:00Z”：日期格式应为 YYYY-MM-DD',
      '第 12 行 9011 生 有错误；C 列 入学日期“2026-02-30”：日期格式应为 YYYY-MM-DD',
      '第 13 行 9012 生 有错误；C 列 入学日期“9/2/2026”：日期格式应为 YYYY-MM-DD',
      '第 14 行 9013 生 有错误；C 列 入学日期“26-9-2”：日期格式应为 YYYY-MM-DD',
      '第 15 行 9014 生 有错误；C 列 入学日期“2026年9月”：日期格式应为 YYYY-MM-DD',
      '第 16 行 9015 生 有错误；C 列 入学日期“昨天”：日期格式应为 YYYY-MM-DD',
    ],
  },
  { called: '日期是日期', file: () => workbook([HEAD, [...ONE, day(46_267)]]), told: [ENROLLED] },
  { called: '日期带时间', file: () => workbook([HEAD, [...ONE, number(46_267.5, ' s="2"')]]), told: [ENROLLED] },
  {
    called: 'ISO 日期单元格',
    file: () => workbook([HEAD, [...ONE, raw('<v>2026-09-02</v>', ' t="d"')]]),
    told: [ENROLLED],
  },
  {
    called: '日期是没有格式的数字',
    file: () => workbook([HEAD, [...ONE, number(46_267)]]),
    told: ['第 2 行 2026001 张三 有错误；C 列 入学日期“46267”：日期格式应为 YYYY-MM-DD'],
  },
  {
    called: '日期是 1904 年起的',
    file: () =>
      workbook([HEAD, [...ONE, day(46_267 - 1_462)]], {
        'xl/workbook.xml':
          `<workbook ${main} xmlns:r="${officeNs}"><workbookPr date1904="1"/>` +
          '<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      }),
    told: [ENROLLED],
  },
  {
    called: '日期是 1900 年以前的负数',
    file: () => workbook([HEAD, [...ONE, day(-5)]]),
    told: ['第 2 行 2026001 张三 有错误；C 列 入学日期“1899-12-26”：日期格式应为 YYYY-MM-DD'],
  },
  {
    called: '数字丢了开头的 0',
    file: () => workbook([HEAD, [number(26_009), '周零', '', '北楼']]),
    told: ['1 个编号在文件中丢失了开头的 0，已按系统中的编号补上', '第 2 行 0026009 周零 修改；宿舍“”改为“北楼”'],
  },
  {
    called: '数字丢了开头的 0，csv',
    file: () => Buffer.from(csv([HEAD, ['26009', '周零', '', '北楼']])),
    told: ['1 个编号在文件中丢失了开头的 0，已按系统中的编号补上', '第 2 行 0026009 周零 修改；宿舍“”改为“北楼”'],
  },
  {
    called: '全角数字和字母',
    file: () => workbook([HEAD, ['２０２６００１', '张三', '', 'Ａ１０１']]),
    told: ['第 2 行 2026001 张三 修改；宿舍“”改为“A101”'],
  },
  {
    called: '不换行空格和零宽字符',
    file: () => workbook([HEAD, ['\u00A02026001\u200B', '\u3000张\u200D三 ', '', '北\u00A0楼']]),
    told: ['第 2 行 2026001 张三 修改；宿舍“”改为“北 楼”'],
  },
  {
    called: '长数字丢了末位',
    file: () => workbook([HEAD, [...ONE, '', number('110101199001010020')]]),
    told: [
      '第 2 行 2026001 张三 有错误' +
        '；D 列 宿舍“110101199001010020”：数字超过 15 位，末尾的数字在 Excel 中已经丢失，请把单元格设为文本后重填',
    ],
  },
  {
    called: '长数字是科学计数',
    file: () => workbook([HEAD, [...ONE, '', number('1.1010119900101001E+17')]]),
    told: [
      '第 2 行 2026001 张三 有错误' +
        '；D 列 宿舍“110101199001010020”：数字超过 15 位，末尾的数字在 Excel 中已经丢失，请把单元格设为文本后重填',
    ],
  },
  {
    called: '长数字成了科学计数的文字',
    file: () => Buffer.from(csv([HEAD, ['2.02601E+11', '张三', '', '1.10101E+17']])),
    told: [
      '第 2 行 张三 有错误；' +
        'A 列 学号“2.02601E+11”：长数字变成了科学计数，末尾的数字已经丢失，请把单元格设为文本后重填；' +
        'D 列 宿舍“1.10101E+17”：长数字变成了科学计数，末尾的数字已经丢失，请把单元格设为文本后重填',
    ],
  },
  {
    called: '小数和浮点误差',
    file: () => workbook([HEAD, [...ONE, '', number('0.30000000000000004')]]),
    told: ['第 2 行 2026001 张三 修改；宿舍“”改为“0.3”'],
  },
  {
    called: '真假值',
    file: () => workbook([HEAD, [...ONE, '', raw('<v>1</v>', ' t="b"')]]),
    told: ['第 2 行 2026001 张三 修改；宿舍“”改为“TRUE”'],
  },
  {
    called: '拼音注音',
    file: () =>
      workbook([
        HEAD,
        [
          '2026001',
          raw('<is><t>张三</t><rPh sb="0" eb="2"><t>zhangsan</t></rPh></is>', ' t="inlineStr"'),
          '',
          raw('<is><r><t>北</t></r><r><t>楼</t></r></is>', ' t="inlineStr"'),
        ],
      ]),
    told: [DORMITORY],
  },
  {
    called: '单元格中有换行',
    file: () => workbook([HEAD, ['2026001', '张\n三', '', '北楼\n东']]),
    told: [
      '第 2 行 2026001 有错误；B 列 姓名“张\n三”：单元格中有换行，请去掉；D 列 宿舍“北楼\n东”：单元格中有换行，请去掉',
    ],
  },
  {
    called: '文字过长',
    file: () => workbook([HEAD, [...ONE, '', 'x'.repeat(41)], ['2026002', 'y'.repeat(20_000), '']]),
    told: [
      '第 2 行 2026001 张三 有错误；D 列 宿舍“xxxxxxxxxxxxxxxxxxxx”：最多 40 个字符',
      '第 3 行 2026002 有错误；B 列 姓名“yyyyyyyyyyyyyyyyyyyy”：最多 60 个字符',
    ],
  },
  {
    called: '一行出现两次',
    file: () => workbook([HEAD, [...ONE, '', 'a'], ['2026002', '李四'], [...ONE, '', 'b']]),
    told: [
      '第 2 行 2026001 张三 修改；宿舍“”改为“a”',
      '第 3 行 2026002 李四 未变化',
      '第 4 行 2026001 张三 有错误；A 列 学号“2026001”：与第 2 行重复',
    ],
  },
  {
    called: '合计行',
    file: () => workbook([HEAD, [...ONE, '', 'a'], ['', '合计：1 人']]),
    told: ['第 2 行 2026001 张三 修改；宿舍“”改为“a”', '第 3 行 合计：1 人 有错误；A 列 学号“”：必填'],
  },
  {
    called: '隐藏的行',
    file: () =>
      around(rowAt(HEAD, 1) + rowAt([...ONE, '', 'a'], 2) + rowAt(['2026002', '李四', '', 'b'], 3, ' hidden="1"'), {}),
    told: [
      '第 3 行在文件中是隐藏的，也读取了',
      '第 2 行 2026001 张三 修改；宿舍“”改为“a”',
      '第 3 行 2026002 李四 修改；宿舍“”改为“b”',
    ],
  },
  {
    called: '隐藏的列',
    file: () =>
      around(rowsOf(about('', '北楼')), { before: '<cols><col min="4" max="4" width="9" hidden="1"/></cols>' }),
    told: [DORMITORY],
  },
  {
    called: '行与行之间有空行',
    file: () => workbook([HEAD, [], ['2026001', '张三', '', 'a'], ['', '', '', ''], ['2026002', '李四', '', 'b']]),
    told: ['第 3 行 2026001 张三 修改；宿舍“”改为“a”', '第 5 行 2026002 李四 修改；宿舍“”改为“b”'],
  },
  // Sizes.
  {
    called: '声称 1048576 行，实有两行',
    file: () => around(rowsOf(about('', '北楼')), { before: '<dimension ref="A1:XFD1048576"/>' }),
    told: [DORMITORY],
  },
  {
    called: '真有 1048576 行',
    file: () => around(`${rowsOf([HEAD])}${'<row><c><v>1</v></c></row>'.repeat(1_048_575)}`, {}),
    told: ['工作表超过 100000 行，请删除多余的行后再导入'],
  },
  {
    called: '末行只有格式',
    file: () => around(rowsOf(about('', '北楼')) + '<row r="1048576"><c r="A1048576" s="1"/></row>', {}),
    told: [DORMITORY],
  },
  {
    called: '末行有值',
    file: () => around(rowsOf(about('', '北楼')) + rowAt(['2026002', '李四'], 1_048_576), {}),
    told: ['工作表超过 100000 行，请删除多余的行后再导入'],
  },
  {
    called: '100001 行',
    file: () => around(rowsOf(about('', '北楼')) + rowAt(['2026002', '李四'], 100_001), {}),
    told: ['工作表超过 100000 行，请删除多余的行后再导入'],
  },
  {
    called: '几千字节展开成八万个合并单元格',
    file: () => around(rowsOf(about('', '北楼')), { after: '<mergeCell/>'.repeat(80_001) }),
    told: ['工作簿过大，请只保留模板中的工作表和需要导入的行'],
  },
  // What is no workbook.
  {
    called: 'xls 改名为 xlsx',
    file: () => container('Workbook'),
    told: ['文件是旧的 xls 格式或设有密码，请另存为不带密码的 xlsx 后再导入'],
  },
  {
    called: '带密码的 xlsx',
    file: () => container('EncryptionInfo', 'EncryptedPackage'),
    told: ['文件是旧的 xls 格式或设有密码，请另存为不带密码的 xlsx 后再导入'],
  },
  {
    called: '网页存成 xls',
    file: () =>
      Buffer.from(
        '<html><head><meta charset="utf-8"></head><body><table><tr><td>学号</td><td>姓名</td></tr>' +
          '<tr><td>1</td><td>2</td></tr></table></body></html>',
      ),
    told: ['文件其实是网页或 XML，不是工作簿（有的系统导出的 xls 是这样），请用 Excel 打开后另存为 xlsx'],
  },
  {
    called: 'XML 表格存成 xls',
    file: () => Buffer.from(`<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`),
    told: ['文件其实是网页或 XML，不是工作簿（有的系统导出的 xls 是这样），请用 Excel 打开后另存为 xlsx'],
  },
  {
    called: '截断的压缩包',
    file: () => workbook(about('', '北楼')).subarray(0, -40),
    told: ['工作簿已损坏或含有不支持的内容，请重新下载模板填写'],
  },
  {
    called: '指向文件的实体',
    file: () =>
      workbook([], { 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><sst/>' }),
    told: ['工作簿已损坏或含有不支持的内容，请重新下载模板填写'],
  },
  {
    called: '层层膨胀的实体',
    file: () => workbook([], { 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst/>' }),
    told: ['工作簿已损坏或含有不支持的内容，请重新下载模板填写'],
  },
  {
    called: '图片改名为 xlsx',
    file: () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    told: ['文件不是 xlsx 工作簿，请使用下载的模板填写，并保存为 xlsx 格式'],
  },
  {
    called: 'PDF 改名为 xlsx',
    file: () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    told: ['文件不是 xlsx 工作簿，请使用下载的模板填写，并保存为 xlsx 格式'],
  },
  {
    called: 'Word 文档改名为 xlsx',
    file: () => zipParts({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
    told: ['文件不是 xlsx 工作簿，请使用下载的模板填写，并保存为 xlsx 格式'],
  },
  {
    called: '带宏',
    file: () => workbook(about('', ''), { 'xl/vbaProject.bin': 'x' }),
    told: ['文件带有宏，不能导入，请另存为不带宏的 xlsx 后再导入'],
  },
];
