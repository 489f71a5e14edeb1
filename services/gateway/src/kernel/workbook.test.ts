import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { writeWorkbook } from '../testing/documents.ts';
import { packWorkbook } from './workbook-writer.ts';
import type { ColumnKind, WorkbookColumn } from './workbook.ts';

interface Person {
  readonly name: string;
  readonly score: string | null;
}
const columns: readonly WorkbookColumn<Person>[] = [
  { header: '姓名', width: 12, value: ({ name }) => name },
  { header: '成绩', width: 8, value: ({ score }) => score, kind: 'number' },
];
const sheetOf = async (content: Buffer) => (await readXlsx(content, { readStyles: true })).sheets[0];

describe('A workbook', () => {
  it('has a frozen head, text cells and numbers where they are asked for', async () => {
    const sheet = await sheetOf(
      await writeWorkbook({
        sheet: '成绩单',
        columns,
        rows: [
          { name: '0012', score: '85.5' },
          { name: '张三', score: null },
        ],
      }),
    );
    expect(sheet).toMatchObject({ name: '成绩单', freezePane: { rows: 1 } });
    expect(sheet?.rows).toEqual([
      ['姓名', '成绩'],
      ['0012', 85.5],
      ['张三', null],
    ]);
    expect(sheet?.cells?.get('0,0')?.style?.font?.bold).toBe(true);
  });

  it.each(["=cmd|'/c calc'!A1", '+1+1', '-2', '@SUM(A1)', '\t=1'])('keeps %j as the text that it is', async (name) => {
    const sheet = await sheetOf(await writeWorkbook({ sheet: '名单', columns, rows: [{ name, score: name }] }));
    const [text, number] = [sheet?.cells?.get('1,0'), sheet?.cells?.get('1,1')];
    expect([text?.value, text?.formula, number?.formula]).toEqual([name, undefined, undefined]);
    expect(text?.style?.numFmt).toBe('@');
  });

  it.each<[ColumnKind, string | number, string | number, string]>([
    ['number', '70.70', 70.7, '0.00'],
    ['number', '85', 85, '0'],
    ['number', '0.5', 0.5, '0.0'],
    ['number', '-1.25', -1.25, '0.00'],
    ['number', 3.5, 3.5, 'General'],
    ['number', '12.3%', 0.123, '0.0%'],
    ['number', '100%', 1, '0%'],
    ['number', '优秀(95.00)', '优秀(95.00)', '@'],
    ['number', '007', '007', '@'],
    ['number', '1e3', '1e3', '@'],
    ['number', '12345678901234567890', '12345678901234567890', '@'],
    ['number', '-', '-', '@'],
    ['time', '2026-11-22', '2026-11-22T00:00:00.000Z', 'yyyy-mm-dd'],
    ['time', '2026-11-22 08:30', '2026-11-22T08:30:00.000Z', 'yyyy-mm-dd hh:mm'],
    ['time', '2026-11-22 23:59:59', '2026-11-22T23:59:59.000Z', 'yyyy-mm-dd hh:mm:ss'],
    ['time', '2026-02-30', '2026-02-30', '@'],
    ['time', '长期', '长期', '@'],
    ['text', '0012', '0012', '@'],
    ['text', '85.5', '85.5', '@'],
    ['text', '2026-11-22', '2026-11-22', '@'],
  ])('a column of kind %s makes of %j the cell %j with the format %s', async (kind, given, value, format) => {
    const sheet = await sheetOf(
      await writeWorkbook<string | number>({
        sheet: 'S',
        columns: [{ header: 'A', width: 9, kind, value: (row) => row }],
        rows: [given],
      }),
    );
    const cell = sheet?.cells?.get('1,0');
    expect([cell?.value instanceof Date ? cell.value.toISOString() : cell?.value, cell?.style?.numFmt]).toEqual([
      value,
      format,
    ]);
  });

  it('goes on in another sheet when one is full, and loses no row', async () => {
    const batches = async function* () {
      for (let at = 0; at < 25; at += 10)
        yield await Promise.resolve(
          Array.from({ length: Math.min(10, 25 - at) }, (_row, index) => [String(at + index)]),
        );
    };
    const { sheets } = await readXlsx(
      await packWorkbook({ sheet: '名单', columns: [{ header: 'A', width: 9 }] }, batches(), 11),
    );
    expect(sheets.map(({ name, rows }) => [name, rows.length, rows[0]?.[0]])).toEqual([
      ['名单', 11, 'A'],
      ['名单_2', 11, 'A'],
      ['名单_3', 6, 'A'],
    ]);
    expect(sheets.flatMap(({ rows }) => rows.slice(1).map(([text]) => text))).toEqual(
      Array.from({ length: 25 }, (_row, index) => String(index)),
    );
  });

  it('leaves out what no workbook can hold', async () => {
    const sheet = await sheetOf(
      await writeWorkbook({
        sheet: '[2026]: 成绩/单*',
        columns,
        rows: [{ name: `a\u0000b\u0008c\ud800${'长'.repeat(40_000)}`, score: null }],
      }),
    );
    expect(sheet?.name).toBe('-2026-- 成绩-单-');
    const text = String(sheet?.rows[1]?.[0]);
    expect([text.slice(0, 4), text.length]).toEqual(['abc\ufffd', 32_767]);
  });

  it('with lines above, protected: only typed columns are open, each by its rule; hidden ones are hidden', async () => {
    const content = await writeWorkbook<Person>({
      sheet: '录入',
      above: ['成绩录入表', '教学班：一班'],
      isProtected: true,
      rows: [
        { name: '张三', score: null },
        { name: '李四', score: '60' },
      ],
      columns: [
        { header: 'key', width: 4, value: () => 'k', hidden: true },
        ...columns.slice(0, 1),
        {
          header: '期末',
          width: 8,
          value: ({ score }) => score,
          kind: 'number',
          typed: { decimalFrom: 0, to: 100, message: '成绩应在 0 至 100 之间' },
        },
        {
          header: '备注',
          width: 8,
          value: () => '正常',
          typed: { oneOf: ['正常', '缺考'], message: '请从列表中选择' },
        },
        { header: '说明', width: 8, value: () => null, typed: 'anything' },
      ],
    });
    const sheet = await sheetOf(content);
    expect(sheet?.rows.slice(0, 4)).toEqual([
      [null, '成绩录入表', null, null, null],
      [null, '教学班：一班', null, null, null],
      ['key', '姓名', '期末', '备注', '说明'],
      ['k', '张三', null, '正常', null],
    ]);
    expect(sheet?.columns?.map(({ hidden }) => hidden ?? false)).toEqual([true, false, false, false, false]);
    expect(sheet?.protection?.sheet).toBe(true);
    expect(sheet?.merges).toEqual([0, 1].map((row) => ({ startRow: row, startCol: 1, endRow: row, endCol: 4 })));
    const locked = (cell: string) => sheet?.cells?.get(cell)?.style?.protection?.locked ?? true;
    expect(['2,2', '3,1', '3,2', '3,3', '3,4', '4,2'].map(locked)).toEqual([true, true, false, false, false, false]);
    expect(sheet?.dataValidations).toMatchObject([
      {
        type: 'decimal',
        operator: 'between',
        formula1: '0',
        formula2: '100',
        range: 'C4:C5',
        errorMessage: '成绩应在 0 至 100 之间',
      },
      { type: 'list', range: 'D4:D5', errorMessage: '请从列表中选择' },
    ]);
  });
});
