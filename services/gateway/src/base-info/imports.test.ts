import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  importBadRows,
  importRows,
  importRunDetail,
  queryImportRuns,
} from '@jwxt/contracts/base-info/import-record.operations.ts';
import { student, teacher } from '@jwxt/contracts/base-info/person.resource.ts';
import { importOperations, type ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { readXlsx, type CellValue } from 'hucre/xlsx';
import type { Browser } from '../testing/browser.ts';
import { writeWorkbook } from '../testing/documents.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * Rows from files (BASE-DATA-25): what is read, what is said of it, what is stored, and the way back.
 */

let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await school.pool.query(
    `insert into base.role_permission (jsbh, qxbh) values ('03', 'studentInfo:import'), ('03', 'baseImport:query')`,
  );
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
}, 60_000);
afterAll(() => school.stop());

const students = importOperations('studentInfo', 'student', '学生信息');
const teachers = importOperations('teacher', 'baseInfo', '教师');
const csv = (...lines: string[][]): Buffer =>
  Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`);
const look = (
  file: Buffer,
  {
    by = office,
    of = students,
    ...more
  }: { by?: Browser; of?: typeof students; mapping?: string; sheet?: string } = {},
) => by.call(of.preview, { fileName: '名单.csv', ...more }, { file });
async function previewOf(...asked: Parameters<typeof look>): Promise<ImportPreview> {
  const { code, data, message } = await look(...asked);
  expect([code, message]).toEqual(['200', expect.any(String)]);
  return data;
}
const ended = async (runId: string, which: 'run' | 'undo' = 'run') => {
  await expect
    .poll(async () => (await office.get(importRunDetail, { runId }))[which]?.status, { timeout: 30_000, interval: 50 })
    .toSatisfy((status) => status !== longJobStatus.queued && status !== longJobStatus.running);
  return await office.get(importRunDetail, { runId });
};
const run = async (preview: ImportPreview, whole: '0' | '1' = '0') => {
  await office.get(students.run, { commandId: crypto.randomUUID(), runId: preview.runId, whole });
  return await ended(preview.runId);
};
const nameOf = async (number: string): Promise<string | undefined> =>
  (
    await school.pool.query<{ name: string }>(
      'select student_name as name from base.student where student_number = $1',
      [number],
    )
  ).rows[0]?.name;
const className = async (unit: string): Promise<string> =>
  (await school.pool.query<{ name: string }>('select bjmc as name from base.class_info where dwh = $1 limit 1', [unit]))
    .rows[0]!.name;

test('BASE-DATA-25: new, changed, unchanged and wrong rows; stored in part; again is nothing', async () => {
  const bj = await className('101');
  const head = ['姓名*', '学 号', '行政班', '性别', '学生类别', '入学日期', '备注'];
  const type = (
    await school.pool.query<{ mc: string }>(`select mc from base.data_dict where dmlb = 'XTGL_XSLB' limit 1`)
  ).rows[0]!.mc;
  const first = csv(
    head,
    ['甲生', 'Ｚ９００１', bj, '男', type, '2026/9/1', 'x'],
    ['乙生', 'Z9002', bj, '女', type, '', ''],
  );
  const preview = await previewOf(first);
  expect(preview).toMatchObject({
    counts: { total: 2, added: 2, changed: 0, unchanged: 0, wrong: 0 },
    notes: ['没有用到的列：备注'],
    missing: [],
  });
  expect(await run(preview)).toMatchObject({ stored: 2, refused: 0, run: { status: longJobStatus.done } });
  expect(await nameOf('Z9001')).toBe('甲生');
  expect((await previewOf(first)).counts).toMatchObject({ unchanged: 2, added: 0, changed: 0, wrong: 0 });

  const second = csv(
    head,
    ['甲生', 'Z9001', bj, '男', type, '2026年9月2日', ''],
    ['乙生', 'Z9002', bj, '女', type, '', ''],
    ['丙生', 'Z9003', '没有的班', '男', type, '昨天', ''],
    ['丁生', 'Z9001', bj, '男', type, '', ''],
    ['戊生', 'Z9004', bj, '男', type, '', ''],
  );
  const mixed = await previewOf(second);
  expect(mixed.counts).toEqual({ total: 5, added: 1, changed: 1, unchanged: 1, wrong: 2 });
  const { list: wrong } = await office.get(importRows, { runId: mixed.runId, state: '4' });
  expect(wrong.map(({ rowNo, errors }) => ({ rowNo, errors }))).toEqual([
    {
      rowNo: 4,
      errors: [
        { letter: 'C', header: '行政班', value: '没有的班', message: '行政班“没有的班”不存在' },
        { letter: 'F', header: '入学日期', value: '昨天', message: expect.stringMatching(/日期/) },
      ],
    },
    { rowNo: 5, errors: [{ letter: 'B', header: '学 号', value: 'Z9001', message: '与第 2 行重复' }] },
  ]);
  expect((await office.get(importRows, { runId: mixed.runId, state: '2' })).list).toMatchObject([
    { rowNo: 2, called: 'Z9001 甲生', changes: [{ label: '入学日期', before: '2026-09-01', after: '2026-09-02' }] },
  ]);
  expect(
    await office.call(students.run, { commandId: crypto.randomUUID(), runId: mixed.runId, whole: '1' }),
  ).toMatchObject({ code: 'IMPORT_WRONG_ROWS' });
  expect(await run(mixed)).toMatchObject({ stored: 2, refused: 0 });

  // Bad rows come back as they stood, with the reason; put right, they go in.
  const { bytes } = await office.call(importBadRows, { runId: mixed.runId });
  const rows = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  expect(rows[0]?.at(-1)).toBe('错误原因');
  expect(rows[1]).toContain('没有的班');
  const mended = rows.slice(1, 2).map((cells) => cells.map((cell, at) => (at === 2 ? bj : at === 5 ? '' : cell)));
  const again = await previewOf(
    await writeWorkbook({
      sheet: 'S',
      columns: (rows[0] ?? []).map((header, at) => ({
        header: String(header),
        width: 10,
        value: (row: readonly (CellValue | undefined)[]) => textOf(row[at]),
      })),
      rows: mended,
    }),
  );
  expect(again.counts).toMatchObject({ total: 1, added: 1, wrong: 0 });
});

test('BASE-DATA-25: a run is taken back as a whole, but for what was changed or is used since', async () => {
  const bj = await className('101');
  const { rows: types } = await school.pool.query<{ mc: string }>(
    `select mc from base.data_dict where dmlb = 'XTGL_XSLB' limit 1`,
  );
  const head = ['学号', '姓名', '行政班', '性别', '学生类别'];
  const line = (number: string, name: string) => [number, name, bj, '男', types[0]!.mc];
  await run(await previewOf(csv(head, line('Z8000', '旧名'))));
  const preview = await previewOf(
    csv(head, line('Z8000', '新名'), line('Z8001', '子'), line('Z8002', '丑'), line('Z8003', '寅')),
  );
  await run(preview);
  await school.pool.query(`update base.student set student_name = '改过' where student_number = 'Z8001'`);
  await school.pool.query(
    `insert into base.teaching_class_student (teaching_class_id, student_code)
     select (select teaching_class_id from base.teaching_class limit 1), student_code from base.student
      where student_number = 'Z8002'`,
  );
  await office.get(students.undo, { commandId: crypto.randomUUID(), runId: preview.runId });
  expect(await ended(preview.runId, 'undo')).toMatchObject({ undone: 2, kept: 2 });
  expect(await nameOf('Z8000')).toBe('旧名');
  expect(await nameOf('Z8003')).toBeUndefined();
  expect((await office.get(importRows, { runId: preview.runId, state: 'failed' })).list).toMatchObject([
    { called: 'Z8001 子', message: '导入之后又被修改过' },
    { called: 'Z8002 丑', message: expect.stringMatching(/^正在使用：教学班名单 1 个/) },
  ]);
  expect(await office.call(students.undo, { commandId: crypto.randomUUID(), runId: preview.runId })).toMatchObject({
    code: 'IMPORT_UNDONE',
  });
  expect((await office.get(queryImportRuns, {})).list[0]).toMatchObject({
    runId: preview.runId,
    resourceName: '学生信息',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('a clerk brings in rows of the own scope only, and sees the own runs only', async () => {
  const { rows: types } = await school.pool.query<{ mc: string }>(
    `select mc from base.data_dict where dmlb = 'XTGL_XSLB' limit 1`,
  );
  const [own, other] = [await className('101'), await className('102')];
  const file = csv(
    ['学号', '姓名', '行政班', '性别', '学生类别'],
    ['Z7001', '本院', own, '男', types[0]!.mc],
    ['Z7002', '外院', other, '男', types[0]!.mc],
  );
  const preview = await previewOf(file, { by: clerk });
  expect(preview.counts).toMatchObject({ added: 1, wrong: 1 });
  expect((await clerk.get(importRows, { runId: preview.runId, state: '4' })).list).toMatchObject([
    { rowNo: 3, errors: [{ message: '超出您的数据权限范围' }] },
  ]);
  const theirs = await previewOf(file);
  expect(await clerk.call(importRunDetail, { runId: theirs.runId })).toMatchObject({ status: 404 });
  expect(
    await clerk.call(students.run, { commandId: crypto.randomUUID(), runId: theirs.runId, whole: '0' }),
  ).toMatchObject({ status: 404 });
  expect(await look(file, { by: clerk, of: teachers })).toMatchObject({ status: 403 });
});

test('headers of the school’s own are chosen once and remembered; what was exported comes in unchanged', async () => {
  const file = csv(['号码', '称呼'], ['T90', '某人']);
  const unknown = await previewOf(file, { of: teachers });
  expect(unknown).toMatchObject({ missing: ['工号'], counts: { total: 0 } });
  const mapped = await previewOf(file, { of: teachers, mapping: JSON.stringify({ 号码: 'ywbm', 称呼: 'xm' }) });
  expect(mapped).toMatchObject({ missing: [], counts: { total: 1, wrong: 1 } });
  expect((await previewOf(file, { of: teachers })).missing).toEqual([]);

  for (const [resource, of] of [
    [student, students],
    [teacher, teachers],
  ] as const) {
    const { bytes } = await office.call(resource.operations.exportExcel, {});
    const preview = await previewOf(bytes, { of });
    const { list } = await office.get(importRows, { runId: preview.runId, state: '4' });
    expect(list.flatMap(({ errors }) => errors)).toEqual([]);
    expect(preview.counts).toMatchObject({ unchanged: preview.counts.total, changed: 0, added: 0 });
    expect(preview.counts.total).toBeGreaterThan(0);
  }
  const { bytes } = await office.call(students.template, {});
  expect(await look(bytes)).toMatchObject({ code: 'IMPORT_NO_ROWS' });
});

test('wrong files are refused in words that say what to do', async () => {
  const told = async (file: Buffer) => (await look(file)).code;
  expect(await told(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toBe('WORKBOOK_NOT_XLSX');
  expect(await told(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('WORKBOOK_OLD_OR_LOCKED');
  expect(await told(Buffer.from('PK\u0003\u0004nothing'))).toBe('WORKBOOK_DAMAGED');
  expect(await told(Buffer.from(' '))).toBe('WORKBOOK_NOT_XLSX');
  expect(await told(csv(['学号', '学号'], ['1', '2']))).toBe('IMPORT_DUPLICATE_HEADER');
  expect(await told(csv(['学号', 'studentNumber'], ['1', '2']))).toBe('IMPORT_DUPLICATE_FIELD');
  expect(await told(csv(['学号', '姓名']))).toBe('IMPORT_NO_ROWS');
  expect(await told(csv(['只有标题']))).toBe('IMPORT_NO_HEADER');
  expect(
    await told(
      csv(
        Array.from({ length: 201 }, (_none, at) => `列${String(at)}`),
        ['1'],
      ),
    ),
  ).toBe('IMPORT_TOO_MANY_COLUMNS');
  const utf16 = Buffer.from('\uFEFF学号\t姓名\r\nZ1\t人\r\n', 'utf16le');
  expect((await previewOf(utf16)).columns.map(({ field }) => field)).toEqual(['studentNumber', 'studentName']);
  // 学号,姓名 in GB18030.
  const gbk = Buffer.concat([Buffer.from('d1a7bac52cd0d5c3fb0d0a', 'hex'), Buffer.from('Z1,a\r\n')]);
  expect((await previewOf(gbk)).columns.map(({ field }) => field)).toEqual(['studentNumber', 'studentName']);
});
