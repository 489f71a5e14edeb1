import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  importBadRows,
  importRows,
  importRunDetail,
  queryImportRuns,
} from '@jwxt/contracts/base-info/import-record.operations.ts';
import { campus } from '@jwxt/contracts/base-info/place.resource.ts';
import { student, teacher } from '@jwxt/contracts/base-info/person.resource.ts';
import { API_ROOT, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { BulkResult } from '@jwxt/contracts/kernel/resource-bulk.ts';
import { importOperations, importRowStateNames, type ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import { createApiToken } from '@jwxt/contracts/session/api-token.operations.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { readXlsx, type CellValue } from 'hucre/xlsx';
import type { Answer, Browser } from '../testing/browser.ts';
import { writeWorkbook } from '../testing/documents.ts';
import { oddFiles } from '../testing/odd-files.ts';
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
    `insert into base.role_permission (jsbh, qxbh) values ('03', 'studentInfo:import'), ('03', 'baseImport:query')
      on conflict do nothing`,
  );
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
});
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
    .poll(async () => (await office.get(importRunDetail, { runId }))[which]?.status, { interval: 50 })
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
        {
          letter: 'C',
          header: '行政班',
          field: 'bjdm',
          value: '没有的班',
          code: 'NAME_UNKNOWN',
          message: '行政班“没有的班”不存在',
        },
        {
          letter: 'F',
          header: '入学日期',
          field: 'enrollDate',
          value: '昨天',
          code: 'VALUE_WRONG',
          message: expect.stringMatching(/日期/),
        },
      ],
    },
    {
      rowNo: 5,
      errors: [
        {
          letter: 'B',
          header: '学 号',
          field: 'studentNumber',
          value: 'Z9001',
          code: 'ROW_TWICE',
          message: '与第 2 行重复',
        },
      ],
    },
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

test('a wrong word is told with the right ones; rows with a wrong part are not told to be the same', async () => {
  const roster = importOperations('teachingClassStudent', 'openCourse', '教学班名单');
  const { runId } = await previewOf(
    csv(['学生', '教学班', '名单来源'], ['没有1', 'TC1', '教务处'], ['没有2', 'TC1', '教务处']),
    {
      of: roster,
    },
  );
  const { list } = await office.get(importRows, { runId, state: '4' });
  expect(list.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    ['学生“没有1”不存在'],
    ['学生“没有2”不存在'],
  ]);
  const people = await previewOf(csv(['工号', '姓名', '性别', '所在单位'], ['T900', '丁', '未知的', '数学学院']), {
    of: importOperations('teacher', 'baseInfo', '教师'),
  });
  expect((await office.get(importRows, { runId: people.runId, state: '4' })).list).toMatchObject([
    { errors: [{ message: expect.stringMatching(/^性别“未知的”不存在，可以是：.*男.*、.*女/) as string }] },
  ]);
});

test('BASE-DATA-17: units come in with the units above them in one file, and go again from the last', async () => {
  const units = importOperations('department', 'baseInfo', '单位');
  const head = ['单位名称', '单位号', '单位代码', '上级单位', '单位类别'];
  const kind = '教学院系';
  const above = ['未来学院', '0F', 'F', '数学学院', kind];
  const below = ['人工智能系', 'F1', 'F1', '未来学院', kind];
  const parents = async () =>
    (
      await school.pool.query<{ dwh: string; lsdwh: string }>(
        `select dwh, lsdwh from base.department where dwh in ('0F', 'F1', 'F2') order by dwh`,
      )
    ).rows;
  const upsideDown = await previewOf(csv(head, below, above), { of: units });
  expect(upsideDown.counts).toMatchObject({ added: 1, wrong: 1 });
  expect((await office.get(importRows, { runId: upsideDown.runId, state: '4' })).list).toMatchObject([
    { rowNo: 2, errors: [{ message: '上级单位“未来学院”不存在' }] },
  ]);

  const preview = await previewOf(csv(head, above, below, ['机器人系', 'F2', 'F2', 'F1', kind]), { of: units });
  expect(preview.counts).toMatchObject({ added: 3, wrong: 0 });
  await office.get(units.run, { commandId: crypto.randomUUID(), runId: preview.runId, whole: '1' });
  expect(await ended(preview.runId)).toMatchObject({ stored: 3, refused: 0 });
  expect(await parents()).toEqual([
    { dwh: '0F', lsdwh: '102' },
    { dwh: 'F1', lsdwh: '0F' },
    { dwh: 'F2', lsdwh: 'F1' },
  ]);
  await office.get(units.undo, { commandId: crypto.randomUUID(), runId: preview.runId });
  expect(await ended(preview.runId, 'undo')).toMatchObject({ undone: 3, kept: 0 });
  expect(await parents()).toEqual([]);
});

test('BASE-DATA-20: courses come in without their hours by type, which stay and are judged beside', async () => {
  const courses = importOperations('courseManage', 'baseInfo', '课程');
  const head = ['课程编号', '课程名称', '总学时', '学分', '开课单位', '课程属性', '课程性质', '考核方式', '学时明细'];
  const line = (hours: string) => ['Z100', '编译原理', hours, '3', '数学学院', '必修', '专业核心课', '考试', ''];
  const stored = async () =>
    (
      await school.pool.query<{ hours: number; types: number[] }>(
        `select zxs as hours,
            array(select xs from base.course_hour hour where hour.kch = course.kch order by xsbh) as types
          from base.course where ywbm = 'Z100'`,
      )
    ).rows;
  const bring = async (hours: string) => {
    const preview = await previewOf(csv(head, line(hours)), { of: courses });
    await office.get(courses.run, { commandId: crypto.randomUUID(), runId: preview.runId, whole: '0' });
    return await ended(preview.runId);
  };
  expect(await bring('48')).toMatchObject({ stored: 1, refused: 0 });
  expect(await stored()).toEqual([{ hours: 480, types: [] }]);
  expect(await bring('56')).toMatchObject({ stored: 1, refused: 0 });
  await school.pool.query(
    `insert into base.course_hour (kch, xsbh, xs) select kch, type, xs
       from base.course, (values ('1', 400), ('2', 160)) as given (type, xs) where ywbm = 'Z100'`,
  );
  const other = await previewOf(csv(head, line('64')), { of: courses });
  expect(other.counts).toMatchObject({ wrong: 1 });
  expect((await office.get(importRows, { runId: other.runId, state: '4' })).list).toMatchObject([
    { errors: [{ message: '各类型学时之和应等于总学时' }] },
  ]);
  const named = await previewOf(csv(head, line('56').with(1, '编译原理A')), { of: courses });
  await office.get(courses.run, { commandId: crypto.randomUUID(), runId: named.runId, whole: '1' });
  expect(await ended(named.runId)).toMatchObject({ stored: 1 });
  expect(await stored()).toEqual([{ hours: 560, types: [400, 160] }]);
});

test('a roster names a student in several classes; it comes in once, and is taken back', async () => {
  const rosters = importOperations('teachingClassStudent', 'openCourse', '教学班名单');
  const number = 'Z7101';
  const head = ['学号', '姓名', '行政班', '性别', '学生类别'];
  await run(await previewOf(csv(head, [number, '名生', await className('101'), '男', '普通本科'])));
  const file = csv(['学生', '教学班'], [number, 'TC1'], [number, 'TC2']);
  const preview = await previewOf(file, { of: rosters });
  expect(preview.counts).toMatchObject({ added: 2, wrong: 0 });
  const classesOf = async () =>
    (
      await school.pool.query<{ id: string }>(
        `select teaching_class_id as id from base.teaching_class_student
           join base.student using (student_code) where student_number = $1 order by id`,
        [number],
      )
    ).rows.map(({ id }) => id);
  await office.get(rosters.run, { commandId: crypto.randomUUID(), runId: preview.runId, whole: '1' });
  expect(await ended(preview.runId)).toMatchObject({ stored: 2, refused: 0 });
  expect(await classesOf()).toEqual(['TC1', 'TC2']);
  expect((await previewOf(file, { of: rosters })).counts).toMatchObject({ unchanged: 2 });
  await office.get(rosters.undo, { commandId: crypto.randomUUID(), runId: preview.runId });
  expect(await ended(preview.runId, 'undo')).toMatchObject({ undone: 2, kept: 0 });
  expect(await classesOf()).toEqual([]);
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

describe('rows of a program (decision 060)', () => {
  const { write, lookAgain } = student.imports!.bulk;
  const id = (): string => crypto.randomUUID();
  const tokenFor = async (more: { units?: string[]; permissions?: string[] } = {}): Promise<string> => {
    const { token } = await office.get(createApiToken, {
      commandId: id(),
      name: '人事系统',
      owner: 'clerk1',
      permissions: ['studentInfo:import'],
      units: [],
      addresses: [],
      expiresOn: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
      ...more,
    });
    return token;
  };
  /** As a program calls: a token, and nothing of a browser. */
  const send = async (token: string, { method, path }: Operation, input: Record<string, unknown>) => {
    const answer = await school.app.inject({
      method,
      url: `${API_ROOT}${path}${method === 'GET' ? `?${new URLSearchParams(input as never).toString()}` : ''}`,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { payload: input } : {}),
    });
    return { ...answer.json<Answer<BulkResult>>(), status: answer.statusCode };
  };
  const classOf = async (unit: string): Promise<string> =>
    (await school.pool.query<{ key: string }>('select bjdm as key from base.class_info where dwh = $1 limit 1', [unit]))
      .rows[0]!.key;
  const row = async (number: string, more: object = {}, unit = '101') => ({
    studentNumber: number,
    studentName: `学生${number}`,
    bjdm: await classOf(unit),
    sexCode: '1',
    studentType: '4201',
    ...more,
  });

  test('BASE-DATA-25: right rows are stored, wrong ones named by row and field; the run has its way back', async () => {
    const token = await tokenFor();
    const sent = await send(token, write, {
      commandId: id(),
      rows: [
        await row('P1', { enrollDate: '2026/9/1' }),
        await row('P2', { bjdm: '没有的班' }),
        { studentNumber: 'P3', studentName: '丙' },
        await row('P1'),
        { studentName: '无号' },
        await row('P4', { idNumber: '1' }),
        await row('P5'),
      ],
    });
    expect(sent).toMatchObject({
      code: '200',
      data: {
        counts: { total: 7, added: 2, changed: 0, unchanged: 0, wrong: 5 },
        begun: true,
        over: true,
        stored: 2,
        refused: 0,
        failure: null,
      },
    });
    expect(sent.data.wrong).toEqual(
      expect.arrayContaining([
        { row: 2, field: 'bjdm', value: '没有的班', code: 'NAME_UNKNOWN', message: '行政班“没有的班”不存在' },
        { row: 3, field: 'bjdm', value: '', code: 'FIELD_MISSING', message: '新增时必填，没有给出' },
        { row: 4, field: 'studentNumber', value: 'P1', code: 'ROW_TWICE', message: '与第 1 行重复' },
        { row: 5, field: 'studentNumber', value: '', code: 'FIELD_MISSING', message: '缺少学号：按它对应已有的数据' },
        {
          row: 6,
          field: 'idNumber',
          value: '1',
          code: expect.stringMatching(/WRONG|REFUSED/),
          message: expect.any(String),
        },
      ]),
    );
    const [listed] = (await office.get(queryImportRuns, {})).list;
    expect(listed).toMatchObject({ runId: sent.data.runId, name: '人事系统', fileName: '接口写入', stored: 2 });
    expect(listed?.digest).toMatch(/^[0-9a-f]{64}$/);

    // What a row does not name stays; null empties.
    const changed = await send(token, write, {
      commandId: id(),
      rows: [
        { studentNumber: 'P1', studentName: '改名' },
        { studentNumber: 'P5', formerName: null },
      ],
    });
    expect(changed.data).toMatchObject({ counts: { changed: 1, unchanged: 1, wrong: 0 }, stored: 1 });
    const { rows } = await school.pool.query(
      `select student_name, enroll_date::text from base.student where student_number = 'P1'`,
    );
    expect(rows).toEqual([{ student_name: '改名', enroll_date: '2026-09-01' }]);

    for (const { runId } of [changed.data, sent.data]) {
      expect(await send(token, students.undo, { commandId: id(), runId })).toMatchObject({ code: '200' });
      await expect
        .poll(async () => (await send(token, lookAgain, { runId })).data.undone, { interval: 50 })
        .toBeGreaterThan(0);
    }
    expect(await nameOf('P1')).toBeUndefined();
  });

  test('all or nothing; looked at first; sent again, in turn or at once, it is stored once', async () => {
    const token = await tokenFor();
    const good = [await row('Q1'), await row('Q2')];
    const wrong = { commandId: id(), whole: '1', rows: [...good, await row('Q3', { sexCode: '不明' })] };
    for (const answer of [await send(token, write, wrong), await send(token, write, wrong)])
      expect(answer).toMatchObject({
        status: 409,
        code: 'BULK_NOTHING_STORED',
        message: '有 1 行不能写入，全部没有写入',
        data: { begun: false, stored: 0, wrong: [{ row: 3, field: 'sexCode', code: 'NAME_UNKNOWN' }] },
      });
    expect(await nameOf('Q1')).toBeUndefined();

    const commandId = id();
    const dry = await send(token, write, { commandId, rows: good, dryRun: '1' });
    expect(dry.data).toMatchObject({ begun: false, counts: { added: 2 }, wrong: [] });
    expect(await nameOf('Q1')).toBeUndefined();
    const input = { commandId, whole: '1', rows: good };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => send(token, write, input)));
    expect(first).toMatchObject({ code: '200', data: { runId: commandId, over: true, stored: 2 } });
    expect([...others, await send(token, write, input)]).toEqual([first, first, first]);
    const { rows: logged } = await school.pool.query(
      `select name from base.operation_log where resource = 'student' and after ->> 'student_number' like 'Q_'`,
    );
    expect(logged).toEqual([{ name: '人事系统' }, { name: '人事系统' }]);
    expect(await send(token, write, { ...input, rows: [await row('Q9')] })).toMatchObject({ code: 'COMMAND_REUSED' });
    // Rows that are there already are nothing to do.
    expect((await send(token, write, { commandId: id(), rows: good })).data).toMatchObject({
      begun: false,
      counts: { unchanged: 2 },
    });
    // Sent at once under ids of their own, one is stored, and the others are told of it.
    const racing = await Promise.all(
      [1, 2].map(async () => send(token, write, { commandId: id(), rows: [await row('Q7')] })),
    );
    expect(racing.reduce((sum, { data }) => sum + data.stored, 0)).toBe(1);
  });

  test('numbers, truth and lists are taken as JSON has them', async () => {
    const token = await tokenFor({ permissions: ['campus:import'] });
    const rows = [{ xqdm: 'Q', xqmc: '东校区', yzbm: 100871, pxh: 3, sfqy: false }];
    const { data } = await send(token, campus.imports!.bulk.write, { commandId: id(), rows });
    expect(data).toMatchObject({ stored: 1, wrong: [] });
    const { rows: stored } = await school.pool.query(`select yzbm, pxh, sfqy from base.campus where xqdm = 'Q'`);
    expect(stored).toEqual([{ yzbm: '100871', pxh: 3, sfqy: '0' }]);
  });

  test('not without the right, not outside the scope, not what is no field, not too many', async () => {
    const rows = [await row('R1'), await row('R2', {}, '102')];
    const without = await tokenFor({ permissions: ['studentInfo:query'] });
    expect(await send(without, write, { commandId: id(), rows })).toMatchObject({ status: 403, code: 'TOKEN_RIGHTS' });
    const narrow = await tokenFor({ units: ['101'] });
    const sent = await send(narrow, write, { commandId: id(), rows });
    expect(sent.data).toMatchObject({
      stored: 1,
      wrong: [{ row: 2, field: null, code: 'OUT_OF_SCOPE', message: '超出您的数据权限范围' }],
    });
    expect(await nameOf('R2')).toBeUndefined();
    // A run is its sender's.
    expect(await send(await tokenFor(), lookAgain, { runId: sent.data.runId })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await send(narrow, write, { commandId: id(), rows: [await row('R3', { xh: '1' })] })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'rows.0', message: '不认识的字段：xh' }],
    });
    expect(
      await send(narrow, write, { commandId: id(), rows: Array.from({ length: 1_001 }, () => ({})) }),
    ).toMatchObject({ code: 'INVALID_INPUT', fieldErrors: [{ field: 'rows', message: '最多 1000 项' }] });
  });
});

describe('odd files, as people bring them (BASE-DATA-25)', () => {
  beforeAll(async () => {
    const people = [
      { studentNumber: '0026009', studentName: '周零' },
      ...Array.from({ length: 15 }, (_n, at) => ({
        studentNumber: `90${String(at + 1).padStart(2, '0')}`,
        studentName: '生',
      })),
    ];
    const known = { bjdm: await className('101'), sexCode: '男', studentType: '4201' };
    await office.get(student.imports!.bulk.write, {
      commandId: crypto.randomUUID(),
      rows: people.map((each) => ({ ...each, ...known })),
      whole: '1',
      waitSeconds: 25,
    });
  });

  /** What a person is told of a file, in lines: every one says where. */
  const toldOf = async (file: Buffer): Promise<string[]> => {
    const { code, message, data } = await look(file);
    if (code !== '200') return [message];
    const notes = [...data.notes, ...data.missing.map((label) => `缺少：${label}`)];
    if (data.missing.length > 0) return notes;
    const { list } = await office.get(importRows, { runId: data.runId, pageNo: 1, pageSize: 50 });
    return [
      ...notes,
      ...list.map(({ rowNo, state, called, errors, changes }) =>
        [
          `第 ${String(rowNo)} 行 ${called} ${importRowStateNames[state]}`,
          ...errors.map(
            ({ letter, header, value, message: why }) =>
              `${letter === '' ? header : `${letter} 列 ${header}“${value.slice(0, 20)}”`}：${why}`,
          ),
          ...changes.map(({ label, before, after }) => `${label}“${before}”改为“${after}”`),
        ].join('；'),
      ),
    ];
  };
  test.each(oddFiles)('$called', async ({ file, told }) => {
    expect(await toldOf(file())).toEqual(told);
  });
});
