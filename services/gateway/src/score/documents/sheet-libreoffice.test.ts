import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { whereThereIs } from '@jwxt/infra/testing/programs.ts';
import { readWorkbook } from '../../kernel/workbook-reading.ts';
import { readSheetFile } from './sheet-file-rows.ts';
import { writeWorkbook } from '../../testing/documents.ts';
import { previewOf } from './sheet-import.ts';
import { sheetTemplateFile } from './sheet-template.ts';
import { gradeRules, percentRules, rowOf, sheetViewOf } from '../entry/sheet-view.fixture.ts';
import type { SheetView } from '../entry/sheet.read.ts';

const limits = { rows: 100, columns: 40 };

const names = ['张三', '李四', '阿卜杜热西提·买买提明'];
const emptySheet = (rules: SheetRules): SheetView =>
  sheetViewOf(
    rules,
    names.map((name, index) => rowOf(index + 1, name, {}, rules)),
  );

async function previewedFrom(file: Buffer, sheet: SheetView) {
  const read = readSheetFile(await readWorkbook(file, limits), sheet);
  const { changes, failures, unchangedNum } = previewOf(
    read,
    sheet,
    { cell: () => null, remark: () => '00' },
    'teacher1',
  );
  return {
    revision: read.revision,
    unchangedNum,
    failures,
    changes: changes.map(({ studentName, cells, finalAfter }) => [
      studentName,
      ...cells.map(({ after }) => after),
      finalAfter,
    ]),
  };
}
const fixture = (name: string) => readFile(new URL(`${name}-by-libreoffice.fixture.xlsx`, import.meta.url));

describe('a template that another program has saved', () => {
  it('with numbers and a remark is read like our own', async () => {
    expect(await previewedFrom(await fixture('percent'), emptySheet(percentRules))).toEqual({
      revision: 7,
      unchangedNum: 0,
      failures: [],
      changes: [
        ['张三', '85.5', '91.0', '89'],
        ['李四', '70.0', '缺考', '0'],
        ['阿卜杜热西提·买买提明', '50.0', '40.0', '44'],
      ],
    });
  });

  it('with grades by their names is read like our own', async () => {
    expect(await previewedFrom(await fixture('grade'), emptySheet(gradeRules))).toEqual({
      revision: 7,
      unchangedNum: 1,
      failures: [],
      changes: [['张三', '良好', '良好(85)']],
    });
  });
});

whereThereIs(['soffice', 'libreoffice'], 'LibreOffice 没有打开本系统写出的文件（它保存的文件照常检查）', (office) => {
  it(
    'our template opens there with every cell as it was written, texts as texts and scores as numbers',
    { timeout: 60_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'jwxt-office-'));
      const rows = [
        rowOf(1, '=cmd|calc', { ps: 855, qm: 910 }, percentRules),
        rowOf(2, '李四', { ps: 700 }, percentRules, { scoreRemarkCode: '02', scoreRemarkName: '缺考' }),
      ];
      await writeFile(
        join(folder, 'sheet.xlsx'),
        await writeWorkbook(sheetTemplateFile(sheetViewOf(percentRules, rows))),
      );
      await office.run([
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1',
        '--outdir',
        folder,
        join(folder, 'sheet.xlsx'),
      ]);
      const lines = (await readFile(join(folder, 'sheet.csv'), 'utf8')).trim().split('\n');
      await rm(folder, { recursive: true });
      expect(lines.slice(3)).toEqual([
        '"成绩录入表|TC1.1|7|程序设计01班","序号","学号","姓名","行政班","平时成绩（40%）","期末成绩（60%）","备注"',
        '"S1",1,"202601","=cmd|calc","软件1班",85.5,91,',
        '"S2",2,"202602","李四","软件1班",70,,"缺考"',
      ]);
    },
  );
});
