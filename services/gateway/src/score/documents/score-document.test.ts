import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, Operation } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportClasses,
  exportSheet,
  importFailures,
  importScores,
  previewImport,
  printSheet,
  sheetTemplate,
} from '@jwxt/contracts/score/score-document.operations.ts';
import { saveScores, sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { writeWorkbook } from '../../testing/documents.ts';
import type { Browser } from '../../testing/browser.ts';
import { pdfTexts } from '../../testing/pdf-text.ts';
import { decide, submitSheet } from '../../testing/score-steps.ts';
import { startSchool, type School } from '../../testing/school.ts';
import { bareWorkbook } from '../../testing/zip-parts.ts';

let school: School;
let teacher: Browser;
let colleague: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [teacher, colleague] = [await school.browser('teacher1'), await school.browser('teacher1b')];
});
afterAll(() => school.stop());

const TC1 = { teachingClassId: 'TC1', scoreType: '1' } as const;

async function download<O extends Operation>(operation: O, input: InputOf<O>, by: Browser = teacher): Promise<Buffer> {
  const { status, bytes, message } = await by.call(operation, input);
  expect([status, message]).toEqual([200, '']);
  return bytes;
}
const cellsOf = async (content: Buffer) => (await readXlsx(content)).sheets[0]?.rows ?? [];

/**
 * The template with what somebody typed into it: by row after the head (from 0) and column (E is 平时, F 期末, G 备注).
 */
async function filled(content: Buffer, typed: Readonly<Record<string, string | number | null>>): Promise<Buffer> {
  const rows = (await cellsOf(content)).map((row) => [...row]);
  for (const [cell, value] of Object.entries(typed)) {
    const row = rows[3 + Number(cell.slice(1))];
    if (row) row['ABCDEFGH'.indexOf(cell.charAt(0))] = value;
  }
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_unused, index) => ({
    header: String(rows[3]?.[index] ?? ''),
    width: 9,
    kind: index >= 5 ? ('number' as const) : ('text' as const),
    value: (row: readonly unknown[]) => (row[index] ?? null) as string | number | null,
  }));
  return await writeWorkbook({
    sheet: 'S',
    above: rows.slice(0, 3).map((row) => row.join('')),
    columns,
    rows: rows.slice(4),
  });
}
const preview = (file: Buffer, by: Browser = teacher, key: { teachingClassId: string; scoreType: '1' } = TC1) =>
  by.call(previewImport, key, { file });

describe('the file to fill in', () => {
  // SCORE-MORE-34
  it('has the class, every student, the items with their weights and the remark; only these are open', async () => {
    const answer = await teacher.call(sheetTemplate, TC1);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      '成绩录入表_程序设计基础_计算机1班.xlsx',
    );
    const read = (await readXlsx(answer.bytes, { readStyles: true })).sheets[0];
    expect(read?.rows[0]?.[1]).toBe('2026-2027学年第一学期 程序设计基础 正考成绩录入表');
    expect(read?.rows[3]?.slice(1)).toEqual([
      '序号',
      '学号',
      '姓名',
      '行政班',
      '平时成绩（40%）',
      '期末成绩（60%）',
      '备注',
    ]);
    expect(read?.rows.slice(4).map((row) => [row[0], row[2], row[3]])).toEqual([
      ['S2026001', '2026001', '张三'],
      ['S2026002', '2026002', '李四'],
    ]);
    expect(read?.protection?.sheet).toBe(true);
    expect(
      ['4,2', '4,3', '4,4', '4,5', '4,6', '4,7'].map(
        (cell) => read?.cells?.get(cell)?.style?.protection?.locked ?? true,
      ),
    ).toEqual([true, true, true, false, false, false]);
    expect(read?.dataValidations?.map(({ type, range }) => [type, range])).toEqual([
      ['decimal', 'F5:F6'],
      ['decimal', 'G5:G6'],
      ['list', 'H5:H6'],
    ]);
  });

  it('is for those who teach the class or whose scope covers it', async () => {
    expect(await (await school.browser('teacher2')).call(sheetTemplate, TC1)).toMatchObject({
      status: 404,
      code: 'SHEET_NOT_FOUND',
    });
    expect(await (await school.browser('clerk2')).call(printSheet, TC1)).toMatchObject({ status: 404 });
    expect(await (await school.browser('auditor1')).call(printSheet, TC1)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
  });
});

describe('a filled-in file', () => {
  it('is previewed cell by cell, stored by the normal save, and changes nothing the second time', async () => {
    const file = await filled(await download(sheetTemplate, TC1), { F1: 85.55, G1: '90', F2: 70, H2: '缺考' });
    const { data } = await preview(file);
    expect(data).toMatchObject({ readNum: 2, unchangedNum: 0, failures: [] });
    expect(
      data.changes.map(({ row, studentName, cells, finalBefore, finalAfter }) => [
        row,
        studentName,
        cells.map(({ columnName, before, after }) => [columnName, before, after]),
        finalBefore,
        finalAfter,
      ]),
    ).toEqual([
      [
        5,
        '张三',
        [
          ['平时成绩', null, '85.6'],
          ['期末成绩', null, '90.0'],
        ],
        '-',
        '88.24',
      ],
      [
        6,
        '李四',
        [
          ['平时成绩', null, '70.0'],
          ['备注', '正常', '缺考'],
        ],
        '-',
        '0.00',
      ],
    ]);
    const rows = data.changes;
    const command = { ...TC1, commandId: crypto.randomUUID(), rows };
    expect(await teacher.get(importScores, command)).toMatchObject({ storedNum: 2, failures: [] });
    const { revision } = await teacher.get(sheet, TC1);
    expect((await teacher.get(importScores, command)).storedNum).toBe(2);
    const after = await teacher.get(sheet, TC1);
    expect([after.revision, after.rows.map((row) => [row.items, row.scoreRemarkCode])]).toEqual([
      revision,
      [
        [{ ps: '85.6', qm: '90.0' }, '00'],
        [{ ps: '70.0', qm: null }, '02'],
      ],
    ]);
    expect((await preview(file)).data).toMatchObject({ readNum: 2, unchangedNum: 2, changes: [], failures: [] });
  });

  it('says of each bad row what is wrong and where; the good ones go in', async () => {
    const template = await download(sheetTemplate, TC1);
    const file = await filled(template, { F1: 101, G1: '优', H1: '缓考', D2: '李思', F2: 71 });
    const { data } = await preview(file);
    expect(data.changes).toEqual([]);
    expect(
      data.failures.map(({ row, studentNumber, problems }) => [
        row,
        studentNumber,
        problems.map(({ columnName, value, reason }) => [columnName, value, reason]),
      ]),
    ).toEqual([
      [
        5,
        '2026001',
        [
          ['备注', '缓考', '备注“缓考”由申请或考务处理产生，不能直接录入'],
          ['平时成绩', '101', '成绩应在 0 至 100 之间'],
          ['期末成绩', '优', '成绩应为数字'],
        ],
      ],
      [6, '2026002', [['姓名', '李思', '姓名不符，名单中为“李四”']]],
    ]);
    const again = (
      await preview(await filled(template, { A1: null, C1: '2029999', D1: '无名', F1: 60, A2: null, F2: 72 }))
    ).data;
    expect(again.failures.map(({ problems }) => problems[0]?.reason)).toEqual(['学号不在教学班名单中']);
    expect(again.changes.map(({ studentName, cells }) => [studentName, cells[0]?.after])).toEqual([['李四', '72.0']]);
    const blocked = (await preview(await filled(template, { G2: 50 }))).data;
    expect(blocked.failures[0]?.problems[0]?.reason).toBe('备注为“缺考”时，不能录入“期末成绩”');
  });

  it('bad rows come back as a file with 错误原因 that can be put right and imported', async () => {
    const { data } = await preview(await filled(await download(sheetTemplate, TC1), { F1: 101 }));
    const file = await download(importFailures, { ...TC1, failures: data.failures });
    const rows = await cellsOf(file);
    expect(rows[3]?.slice(5)).toEqual(['平时成绩（40%）', '期末成绩（60%）', '备注', '错误原因']);
    expect(rows[4]?.slice(2)).toEqual([
      '2026001',
      '张三',
      '101班',
      101,
      90,
      null,
      '平时成绩“101”：成绩应在 0 至 100 之间',
    ]);
    expect(
      (await preview(await filled(file, { F1: 86 }))).data.changes.map(({ cells }) =>
        cells.map(({ before, after }) => [before, after]),
      ),
    ).toEqual([[['85.6', '86.0']]]);
  });

  it('what a colleague typed since is never overwritten: untouched cells stay, touched ones are told', async () => {
    const template = await download(sheetTemplate, TC1);
    const { revision } = await colleague.get(sheet, TC1);
    await colleague.get(saveScores, {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026001', items: { ps: '88' }, revision }],
    });
    await colleague.get(sheet, TC1);
    const untouched = (await preview(await filled(template, { F2: 73 }))).data;
    expect([
      untouched.unchangedNum,
      untouched.changes.map(({ studentName }) => studentName),
      untouched.failures,
    ]).toEqual([1, ['李四'], []]);
    const touched = (await preview(await filled(template, { F1: 60 }))).data;
    expect(touched.failures[0]?.problems[0]?.reason).toMatch(/^已被 陈老师 于 .+ 改为“88\.0”，请核对后在页面上修改$/);
  });

  it('and what is typed between preview and import comes back with the reason while the rest is stored', async () => {
    const { data } = await preview(await filled(await download(sheetTemplate, TC1), { F1: 61, F2: 74 }));
    expect(data.changes).toHaveLength(2);
    const { revision } = await colleague.get(sheet, TC1);
    await colleague.get(saveScores, {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026001', items: { ps: '89' }, revision }],
    });
    const { storedNum, failures } = await teacher.get(importScores, {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: data.changes,
    });
    expect([
      storedNum,
      failures.map(({ row, problems }) => [row, problems[0]?.columnName, problems[0]?.value]),
    ]).toEqual([1, [[5, '平时成绩', '61']]]);
    expect(failures[0]?.problems[0]?.reason).toContain('已被 陈老师');
    expect((await teacher.get(sheet, TC1)).rows.map(({ items }) => items.ps)).toEqual(['89.0', '74.0']);
  });

  it('that belongs to another class, is outdated or no template is refused with what to do', async () => {
    const template = await download(sheetTemplate, TC1);
    const other = await school.browser('teacher2');
    const key = { teachingClassId: 'TC2', scoreType: '1' } as const;
    expect(await preview(template, other, key)).toMatchObject({
      status: 400,
      code: 'SHEET_FILE_OTHER_CLASS',
      message: '文件是“计算机1班”的成绩录入表，不能导入本教学班',
    });
    expect(
      await preview(
        await writeWorkbook({ sheet: 'S', columns: [{ header: '学号', width: 9, value: () => '1' }], rows: [1] }),
      ),
    ).toMatchObject({ code: 'SHEET_FILE_NOT_TEMPLATE' });
    expect(await preview(Buffer.from('学号,成绩'))).toMatchObject({ status: 415, code: 'WORKBOOK_NOT_XLSX' });
    const columns = await filled(template, { F0: '平时（50%）' });
    expect(await preview(columns)).toMatchObject({
      code: 'SHEET_FILE_COLUMNS',
      message: '第 4 行的列标题“平时（50%）”应为“平时成绩（40%）”：成绩分项已调整或标题被改动，请重新下载模板',
    });
    expect(
      await preview(
        await filled(template, { C1: null, D1: null, F1: null, G1: null, C2: null, D2: null, F2: null, H2: null }),
      ),
    ).toMatchObject({ code: 'SHEET_FILE_NO_ROWS' });
  });

  it('with formulas gives reasons, not values', async () => {
    const head = (await cellsOf(await download(sheetTemplate, TC1)))[3] ?? [];
    const text = (cell: string, value: string): string => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const file = bareWorkbook(
      `<row r="1">${head.map((value, index) => text(`${'ABCDEFGH'.charAt(index)}1`, String(value))).join('')}` +
        `</row><row r="2">${text('C2', '2026001')}${text('D2', '张三')}<c r="F2"><f>cmd|'/c ` +
        `calc'!A1</f><v>99</v></c></row>`,
    );
    const { data } = await preview(file);
    expect([data.changes, data.failures[0]?.problems[0]]).toEqual([
      [],
      { columnName: '平时成绩', value: '99', reason: '单元格是公式，请改为直接填写的值' },
    ]);
  });

  it('is not taken by who does not type there, but from the office with a reason', async () => {
    const { data } = await preview(await filled(await download(sheetTemplate, TC1), { F1: 62 }));
    const clerk = await school.browser('clerk1');
    const rows = data.changes;
    expect(await clerk.call(importScores, { ...TC1, commandId: crypto.randomUUID(), rows })).toMatchObject({
      status: 403,
      code: 'SHEET_NOT_TEACHER',
    });
    expect(
      await (await school.browser('teacher2')).call(importScores, { ...TC1, commandId: crypto.randomUUID(), rows }),
    ).toMatchObject({ status: 404 });
    expect(
      await colleague.call(importScores, { ...TC1, commandId: crypto.randomUUID(), rows, reason: '代录' }),
    ).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(
      (
        await clerk.get(importScores, {
          ...TC1,
          commandId: crypto.randomUUID(),
          rows,
          reason: '教师出差，由教务员代录',
        })
      ).storedNum,
    ).toBe(1);
    expect(
      await (await school.browser('registrar1')).call(importScores, { ...TC1, commandId: crypto.randomUUID(), rows }),
    ).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('what is taken away', () => {
  it('the register says 未提交 across the page until submitted, then 审核中, and nothing once published', async () => {
    const draft = pdfTexts(await download(printSheet, TC1))[0] ?? [];
    expect(draft[0]).toBe('未提交');
    const applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '90' } });
    const dean = await school.browser('dean1');
    expect(pdfTexts(await download(printSheet, TC1, dean))[0]?.[0]).toBe('审核中');
    await decide(dean, applyId, '0');
    await decide(await school.browser('registrar1'), applyId, '0');
    const [page = []] = pdfTexts(await download(printSheet, TC1));
    expect(page[0]).toBe('教务系统成绩登记表');
    expect(page).toEqual(
      expect.arrayContaining([
        '教学班：计算机1班',
        '人数：2',
        '平时成绩',
        '40%',
        '期末成绩',
        '60%',
        '2026001',
        '张三',
        '86.00',
        '缺考 重修',
        '任课教师：',
        '教研室主任：',
        '院系负责人：',
        '日期：',
        '第 1 页 共 1 页',
        '应考 2 人，有成绩 2 人，及格 1 人，及格率 50.0%，优秀率 0.0%，平均分 43.00，最高 86.00，最低 0.00',
        '分布：优（90-100） 0 人，良（80-89） 1 人，中（70-79） 0 人，及格（60-69） 0 人，不及格（60以下） 1 人',
      ]),
    );
  });

  // SCORE-MORE-33
  it('the sheet and the list of classes with their progress, the overdue ones marked, as Excel', async () => {
    const rows = await cellsOf(await download(exportSheet, TC1));
    expect(rows[0]?.[0]).toBe('2026-2027学年第一学期 程序设计基础 正考成绩单（已审核）');
    expect(rows.slice(3).map((row) => row.slice(0, 7))).toEqual([
      ['学号', '姓名', '平时成绩（40%）', '期末成绩（60%）', '备注', '总评成绩', '名单来源'],
      ['2026001', '张三', 80, 90, null, 86, null],
      ['2026002', '李四', 74, null, '缺考', 0, '重修'],
    ]);
    const classes = await cellsOf(await download(exportClasses, {}));
    const names = (row: readonly unknown[]) =>
      ['教学班名称', '人数', '录入状态', '逾期'].map((name) => row[classes[0]?.indexOf(name) ?? -1]);
    expect(classes.slice(1).map(names)).toEqual([
      ['计算机1班', 2, '已审核', null],
      ['计算机2班', 1, '未录入', null],
    ]);
    school.advanceClock(365 * 86_400_000);
    const nextYear = await school.browser('teacher1');
    expect((await cellsOf(await download(exportClasses, {}, nextYear))).slice(1).map(names)).toEqual([
      ['计算机1班', 2, '已审核', null],
      ['计算机2班', 1, '未录入', '是'],
    ]);
  });
});
