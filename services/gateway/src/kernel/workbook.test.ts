import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { writeWorkbook, type WorkbookColumn } from './workbook.ts';

interface Person { readonly name: string; readonly score: string | null }
const columns: readonly WorkbookColumn<Person>[] = [
  { header: '姓名', width: 12, value: ({ name }) => name },
  { header: '成绩', width: 8, value: ({ score }) => score, number: true },
];
const sheetOf = async (content: Buffer) => (await readXlsx(content, { readStyles: true })).sheets[0];

describe('A workbook', () => {
  it('has a frozen head, text cells and numbers where they are asked for', async () => {
    const sheet = await sheetOf(await writeWorkbook({ sheet: '成绩单', columns, rows: [{ name: '0012', score: '85.5' }, { name: '张三', score: null }] }));
    expect(sheet).toMatchObject({ name: '成绩单', freezePane: { rows: 1 } });
    expect(sheet?.rows).toEqual([['姓名', '成绩'], ['0012', 85.5], ['张三', null]]);
    expect(sheet?.cells?.get('0,0')?.style?.font?.bold).toBe(true);
  });

  it.each(['=cmd|\'/c calc\'!A1', '+1+1', '-2', '@SUM(A1)', '\t=1'])('keeps %j as the text that it is', async (name) => {
    const sheet = await sheetOf(await writeWorkbook({ sheet: '名单', columns, rows: [{ name, score: name }] }));
    const [text, number] = [sheet?.cells?.get('1,0'), sheet?.cells?.get('1,1')];
    expect([text?.value, text?.formula, number?.formula]).toEqual([name, undefined, undefined]);
    expect(text?.style?.numFmt).toBe('@');
  });

  it('leaves out what no workbook can hold', async () => {
    const sheet = await sheetOf(await writeWorkbook({ sheet: '[2026]: 成绩/单*', columns, rows: [{ name: `a\u0000b\u0008c\ud800${'长'.repeat(40_000)}`, score: null }] }));
    expect(sheet?.name).toBe('-2026-- 成绩-单-');
    const text = String(sheet?.rows[1]?.[0]);
    expect([text.slice(0, 4), text.length]).toEqual(['abc\ufffd', 32_767]);
  });

  it('with lines above, protected: only typed columns are open, each with its rule, and hidden ones are hidden', async () => {
    const content = await writeWorkbook<Person>({
      sheet: '录入', above: ['成绩录入表', '教学班：一班'], isProtected: true, rows: [{ name: '张三', score: null }, { name: '李四', score: '60' }],
      columns: [
        { header: 'key', width: 4, value: () => 'k', hidden: true }, ...columns.slice(0, 1),
        { header: '期末', width: 8, value: ({ score }) => score, number: true, typed: { decimalFrom: 0, to: 100, message: '成绩应在 0 至 100 之间' } },
        { header: '备注', width: 8, value: () => '正常', typed: { oneOf: ['正常', '缺考'], message: '请从列表中选择' } },
        { header: '说明', width: 8, value: () => null, typed: 'anything' },
      ],
    });
    const sheet = await sheetOf(content);
    expect(sheet?.rows.slice(0, 4)).toEqual([
      [null, '成绩录入表', null, null, null], [null, '教学班：一班', null, null, null], ['key', '姓名', '期末', '备注', '说明'], ['k', '张三', null, '正常', null],
    ]);
    expect(sheet?.columns?.map(({ hidden }) => hidden ?? false)).toEqual([true, false, false, false, false]);
    expect(sheet?.protection?.sheet).toBe(true);
    expect(sheet?.merges).toEqual([0, 1].map((row) => ({ startRow: row, startCol: 1, endRow: row, endCol: 4 })));
    const locked = (cell: string) => sheet?.cells?.get(cell)?.style?.protection?.locked ?? true;
    expect(['2,2', '3,1', '3,2', '3,3', '3,4', '4,2'].map(locked)).toEqual([true, true, false, false, false, false]);
    expect(sheet?.dataValidations).toMatchObject([
      { type: 'decimal', operator: 'between', formula1: '0', formula2: '100', range: 'C4:C5', errorMessage: '成绩应在 0 至 100 之间' },
      { type: 'list', range: 'D4:D5', errorMessage: '请从列表中选择' },
    ]);
  });
});
