import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { readWorkbook } from '../../kernel/workbook-reading.ts';
import { printPdf, writeWorkbook } from '../../testing/documents.ts';
import { pdfTexts } from '../../testing/pdf-text.ts';
import { readSheetFile } from './sheet-file-rows.ts';
import { previewOf, type SeenValues } from './sheet-import.ts';
import { sheetWorkbook } from './sheet-export.ts';
import { sheetPrint } from './sheet-print.ts';
import { sheetTemplateFile } from './sheet-template.ts';
import { gradeRules, percentRules, rowOf, sheetViewOf } from '../entry/sheet-view.fixture.ts';
import type { SheetView } from '../entry/sheet.read.ts';

const unseen: SeenValues = { cell: () => null, remark: () => '00' };
const fileOf = async (written: SheetView, readFor: SheetView) =>
  readSheetFile(
    await readWorkbook(await writeWorkbook(sheetTemplateFile(written)), { rows: 100, columns: 40 }),
    readFor,
  );
const open = async (sheet: SheetView) =>
  (await readXlsx(await writeWorkbook(sheetTemplateFile(sheet)), { readStyles: true })).sheets[0];

/** A make-up where the exam is typed anew and the original part of the term stands (替代期末). */
const makeupRules: SheetRules = {
  ...percentRules,
  items: percentRules.items.map((item) => (item.dataKey === 'ps' ? { ...item, enable: 'false' as const } : item)),
  retake: { makeupAndDelayTemplateValue: '1', cap: 6000, students: { S1: { makeupType: '1', originAttemptId: 'A1' } } },
};

describe('a template', () => {
  it('of grades offers their names; what nobody types is locked', async () => {
    const sheet = await open(sheetViewOf(gradeRules, [rowOf(1, '张三', { lw: '2' }, gradeRules)]));
    expect(sheet?.rows[4]?.slice(2)).toEqual(['202601', '张三', '软件1班', '良好', null, null]);
    expect(sheet?.dataValidations?.map(({ type, range, values }) => [type, range, values])).toEqual([
      ['list', 'F5:F5', ['优秀', '良好', '中等', '及格', '不及格']],
      ['list', 'H5:H5', ['正常', '缺考', '旷考', '取消考试资格', '成绩待定']],
    ]);
    expect(['4,5', '4,6', '4,7'].map((cell) => sheet?.cells?.get(cell)?.style?.protection?.locked ?? true)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('of a make-up keeps the original part locked, takes the exam, and caps what is shown (scoreType 2)', async () => {
    const empty = sheetViewOf(makeupRules, [rowOf(1, '张三', { ps: 800 }, makeupRules)]);
    const written = { ...empty, rows: [rowOf(1, '张三', { ps: 900, qm: 900 }, makeupRules)] };
    const untouched = previewOf(
      await fileOf({ ...written, rows: [rowOf(1, '张三', { ps: 800, qm: 900 }, makeupRules)] }, empty),
      empty,
      unseen,
      'teacher1',
    );
    expect(
      untouched.changes.map(({ cells, finalAfter }) => [
        cells.map(({ columnName, after }) => [columnName, after]),
        finalAfter,
      ]),
    ).toEqual([[[['期末成绩', '90.0']], '60']]);
    const forced = previewOf(await fileOf(written, empty), empty, unseen, 'teacher1');
    expect(forced.failures[0]?.problems.map(({ reason }) => reason)).toEqual(['成绩分项“平时成绩”不可录入']);
  });

  it('is read back as it was written, whatever stands in it', async () => {
    const rows = [
      rowOf(1, '张 三"，|\t=1', { ps: 0, qm: 1000 }, percentRules),
      rowOf(2, "=cmd|'/c calc'!A1", { ps: 5 }, percentRules, { scoreRemarkCode: '03', scoreRemarkName: '旷考' }),
    ];
    const sheet = sheetViewOf(percentRules, rows);
    const file = await fileOf(sheet, sheet);
    expect(
      file.rows.map(({ studentCode, studentName, cells }) => [
        studentCode,
        studentName,
        cells['ps']?.text,
        cells['qm']?.text,
        cells['scoreRemarkCode']?.text,
      ]),
    ).toEqual([
      ['S1', rows[0]?.studentName, '0', '100', ''],
      ['S2', rows[1]?.studentName, '0.5', '', '旷考'],
    ]);
    expect(previewOf(file, sheet, unseen, 'teacher1')).toMatchObject({
      readNum: 2,
      unchangedNum: 2,
      changes: [],
      failures: [],
    });
  });

  it('the same student twice is told where the other one stands', async () => {
    const [row] = [rowOf(1, '张三', { ps: 700 }, percentRules)];
    const sheet = sheetViewOf(percentRules, [rowOf(1, '张三', {}, percentRules)]);
    const { failures, changes } = previewOf(
      await fileOf({ ...sheet, rows: [row, row] }, sheet),
      sheet,
      unseen,
      'teacher1',
    );
    expect([changes.length, failures.map((failure) => [failure.row, failure.problems[0]?.reason])]).toEqual([
      1,
      [[6, '该学生在文件中出现多次，前一次在第 5 行']],
    ]);
  });
});

describe('the register', () => {
  const texts = async (sheet: SheetView) =>
    pdfTexts(
      await printPdf(
        sheetPrint(sheet, { schoolName: '明湖大学', printedBy: '王老师', at: new Date('2026-12-01T00:00:00Z') }),
      ),
    );

  it('shows grades by their names, and a class of any size over several pages with signatures at the end', async () => {
    const rows = Array.from({ length: 120 }, (_unused, index) =>
      rowOf(index + 1, `学生${index + 1}`, { lw: String((index % 5) + 1) }, gradeRules),
    );
    const pages = await texts(sheetViewOf(gradeRules, rows, { status: '4' }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat().filter((text) => /^学生\d+$/.test(text))).toHaveLength(120);
    expect(pages[0]).toEqual(
      expect.arrayContaining(['明湖大学成绩登记表', '优秀', '优秀(95)', '等级制：五级制', '状态：已审核']),
    );
    expect(pages.at(-1)).toEqual(
      expect.arrayContaining(['教研室主任：', '院系负责人：', '第 ' + pages.length + ' 页 共 ' + pages.length + ' 页']),
    );
    expect(pages.flat()).toContain(
      '分布：优（90-100） 24 人，良（80-89） 24 人，中（70-79） 24 人，及格（60-69） 24 人，不及格（60以下） 24 人',
    );
  });

  it('prints and exports no score that the remark lets not count: a final exam beside 缺考 is left out', async () => {
    const absent = rowOf(1, '缺考生', { ps: 812, qm: 853 }, percentRules, {
      scoreRemarkCode: '02',
      scoreRemarkName: '缺考',
    });
    const sheet = sheetViewOf(percentRules, [absent, rowOf(2, '正常生', { ps: 700, qm: 667 }, percentRules)], {
      status: '4',
    });
    const printed = (await texts(sheet)).flat();
    expect(printed).toEqual(expect.arrayContaining(['缺考生', '81.2', '66.7', '缺考']));
    expect(printed).not.toContain('85.3');
    const { columns, rows } = sheetWorkbook(sheet);
    const exam = columns.find(({ header }) => header.startsWith('期末成绩'));
    expect(rows.map((row) => exam?.value(row))).toEqual(['', '66.7']);
  });

  // SCORE-MORE-34
  it('writes names of any kind and length unchanged, none over another, and who printed it on every page', async () => {
    const names = ['<img src=x onerror="alert(1)">', '=1+1', '㛃𬱖𫖯', '阿卜杜热合曼·阿卜杜如苏力·买买提艾力江·吐尔逊'];
    const sheet = sheetViewOf(
      percentRules,
      Array.from({ length: 300 }, (_unused, index) =>
        rowOf(index, names[index % 4]!, { ps: 800, qm: 700 }, percentRules),
      ),
      { status: '4' },
    );
    const pages = await texts({
      ...sheet,
      entryClass: { ...sheet.entryClass, courseName: '程序'.repeat(30), teachingClassName: '新工科实践班'.repeat(10) },
    });
    const bare = pages.flat().join('').replaceAll(' ', '');
    for (const name of names) expect(bare.split(name.replaceAll(' ', '')).length - 1, name).toBe(75);
    expect(bare).toContain('程序'.repeat(30));
    for (const page of pages) expect(page.at(-2)).toMatch(/^打印：王老师 2026-12-01 08:00:00 {2}程序.*…$/);
  });

  it('of a class without students is still a page', async () => {
    const [page] = await texts(sheetViewOf(percentRules, []));
    expect(page).toEqual(
      expect.arrayContaining([
        '未提交',
        '应考 0 人，有成绩 0 人，及格 0 人，及格率 0.0%，优秀率 0.0%，平均分 -，最高 -，最低 -',
      ]),
    );
  });
});
