import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import {
  adjustClassDivision,
  clearClassDivision,
  divideFreshmenOperation,
  exportClassDivision,
  previewClassDivision,
  queryClassDivision,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import { queryFreshmanProgress } from '@jwxt/contracts/student-status/freshman/freshman-progress.operations.ts';
import {
  abandonFreshmen,
  batchReportFreshmen,
  freshmenToStudents,
  keepFreshmen,
  reportFreshmen,
  restoreFreshmen,
  setFreshmenAbsent,
  undoFreshmenToStudents,
  unreportFreshmen,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import { classRule, studentIdRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import { orderClass } from '@jwxt/contracts/student-status/freshman/order-class.resource.ts';
import { sortRule } from '@jwxt/contracts/student-status/freshman/sort-rule.resource.ts';
import {
  clearStudentNumbers,
  generateStudentNumbers,
  previewStudentNumbers,
  sortOrderClass,
} from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import { isOpenJob } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { Browser } from '../../testing/browser.ts';
import { startSchool, type School } from '../../testing/school.ts';

/*
 * Freshmen from the list of admission to students: by the office, and by a unit within its own.
 */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
  await school.pool.query(`update base.grade set rxrq = base.school_day() - 5`);
  await school.pool.query(`insert into base.data_dict (dmlb, dm, mc) values ('XTGL_XZQH', '42', '湖北省')
    on conflict do nothing`);
});
afterAll(() => school.stop());

const head = '考生号,姓名,性别,录取专业,生源地,高考总分,证件类型,证件号';
/** Lines of the list of admission: seven of unit 101, two of 102. */
const admitted = Array.from({ length: 9 }, (_none, at) => {
  const major = at < 7 ? 'M101' : 'M102';
  const [n, score] = [String(at), `${String(560 + at * 5)}.5`];
  return [`E20260${n}`, `新生${n}`, String(1 + (at % 2)), major, '42', score, 'A', `P0000${n}`].join(',');
});

async function importLines(lines: readonly string[]) {
  const { operations } = freshman.imports!;
  const file = Buffer.from(`\uFEFF${[head, ...lines].join('\r\n')}\r\n`);
  const { data, message } = await office.call(operations.preview, { fileName: '录取名单.csv' }, { file });
  expect(data, message).toBeDefined();
  if (data.counts.added + data.counts.changed === 0) return data.counts;
  await office.get(operations.run, { commandId: id(), runId: data.runId, whole: '0' });
  await expect
    .poll(async () => (await office.get(importRunDetail, { runId: data.runId })).run?.status, { interval: 50 })
    .toSatisfy((status) => status !== undefined && !isOpenJob(status));
  return data.counts;
}
async function make({ operations }: Resource, values: WireRow): Promise<string> {
  return (await office.get(operations.create, { commandId: id(), values })).key;
}
/** Keys by name, of those that the office finds. */
async function keysOf(filter: WireRow = {}): Promise<Map<string, string>> {
  const { query }: Resource['operations'] = freshman.operations;
  const { rows } = await office.get(query, { ...filter, pageNo: 1, pageSize: 200 });
  return new Map(rows.map((row) => [String(row['studentName']), String(row['freshmanKey'])]));
}
const stateOf = async (name: string) =>
  (await office.get(freshman.operations.query, { studentName: name, pageNo: 1, pageSize: 10 })).rows[0]!;

test('STUDENT-STATUS-11: freshmen come in by their exam numbers, are received, late, given up or kept', async () => {
  expect(await importLines(admitted)).toMatchObject({ added: 9, wrong: 0 });
  expect(await importLines(admitted)).toMatchObject({ added: 0, changed: 0, unchanged: 9 });
  const keys = await keysOf();
  const key = (at: number) => keys.get(`新生${String(at)}`)!;
  // A unit receives its own.
  expect(await clerk.call(reportFreshmen, { commandId: id(), keys: [key(7)] })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await clerk.get(batchReportFreshmen, { commandId: id(), numbers: ['E202600', 'E202601', 'E202607'] })).toEqual(
    {
      done: 2,
      kept: [{ key: 'E202607', name: 'E202607', message: '没有这个考生号或通知书号，或不在您的数据范围内' }],
    },
  );
  expect(await office.get(reportFreshmen, { commandId: id(), keys: [key(0), key(2)] })).toMatchObject({
    done: 1,
    kept: [{ name: '新生0', message: '已报到，不能报到' }],
  });
  await office.get(unreportFreshmen, { commandId: id(), keys: [key(2)] });
  expect(await stateOf('新生2')).toMatchObject({ freshmanStatusName: '已录取', reportTime: null });

  const leave = { keys: [key(7)], leaveUntil: '2099-10-01', leaveReason: '台风延误' };
  await office.get(setFreshmenAbsent, { commandId: id(), ...leave });
  const overdue = { abandonWay: '2', abandonReason: '多次联系未到' } as const;
  expect(await office.get(abandonFreshmen, { commandId: id(), keys: [key(7), key(8)], ...overdue })).toMatchObject({
    done: 0,
    kept: [{ message: expect.stringMatching(/之后才算逾期未报到$/) }, {}],
  });
  await school.pool.query(`update base.grade set rxrq = base.school_day() - 20`);
  expect(await office.get(abandonFreshmen, { commandId: id(), keys: [key(7), key(8)], ...overdue })).toMatchObject({
    done: 1,
    kept: [{ name: '新生7', message: '已请假至 2099-10-01' }],
  });
  const keeping = { keys: [key(6)], keepReason: '2' as const, keepUntil: '2099-09-01' };
  expect(await office.call(keepFreshmen, { commandId: id(), ...keeping })).toMatchObject({
    fieldErrors: [{ field: 'keepUntil', message: '除应征入伍外，保留不超过一年' }],
  });
  await office.get(keepFreshmen, { commandId: id(), ...keeping, keepReason: '1' });
  expect(await office.get(queryFreshmanProgress, {})).toMatchObject({
    grade: '2026',
    rows: [
      { gradeMajorId: 'M101', admittedNum: 7, reportedNum: 2, keptNum: 1, waitingNum: 4 },
      { gradeMajorId: 'M102', admittedNum: 2, lateNum: 1, abandonedNum: 1 },
    ],
  });
  expect((await clerk.get(queryFreshmanProgress, {})).rows).toHaveLength(1);
  // Who comes back later enrols with another grade-major; here the same.
  await office.get(restoreFreshmen, { commandId: id(), keys: [key(6)], gradeMajorId: 'M101' });
  expect(await stateOf('新生6')).toMatchObject({ freshmanStatusName: '已录取', keepUntil: null });
});

const serial = (length: number) => ({ type: 'serial' as const, value: null, length });
const plain = <T extends string>(type: T, length: number | null = null) => ({ type, value: null, length });

test('STUDENT-STATUS-12…15: classes and numbers are shown before, and no number is given twice', async () => {
  const numbers = admitted.slice(0, 7).map((line) => line.split(',')[0]!);
  await office.get(batchReportFreshmen, { commandId: id(), numbers });
  const sortRuleId = await make(sortRule, {
    ruleName: '总分从高到低',
    useFor: '1',
    sortFields: [{ field: 'totalScore', order: 'desc' }],
    sfqy: '1',
  });
  const classRuleId = await make(classRule, {
    ruleName: '专业加年级',
    studentType: null,
    numberSegments: [plain('gradeShort'), plain('major', 3), serial(2)],
    nameSegments: [plain('majorName'), plain('gradeShort'), serial(2)],
    sfqy: '1',
  });
  const { sample } = await office
    .get(studentIdRule.operations.create, {
      commandId: id(),
      values: {
        ruleName: '本科学号',
        studentType: '4201',
        segments: [plain('gradeShort'), plain('classNumber', 2), plain('serial')],
        serialLength: 3,
        serialScope: '3',
        sfqy: '1',
      },
    })
    .then(({ key }) => office.get(studentIdRule.operations.detail, { key }));
  expect(sample).toBe('2601001');

  const asked = { plans: [{ gradeMajorId: 'M101', classNum: 3 }], sortRuleId, classRuleId, again: '0' as const };
  const foreign = { ...asked, plans: [{ gradeMajorId: 'M102', classNum: 1 }] };
  expect(await clerk.call(previewClassDivision, foreign)).toMatchObject({ code: 'OUT_OF_SCOPE' });
  const shown = await clerk.get(previewClassDivision, asked);
  expect(shown.gradeMajors).toMatchObject([
    {
      dividedNum: 7,
      problem: '',
      classes: [
        // Two students are in the old class already.
        { classNumber: 'B101', isNew: false, origins: expect.anything() },
        { className: '专业1012601', classNumber: '2610101', isNew: true, avgScore: expect.stringMatching(/^\d+\.\d$/) },
        { className: '专业1012602', isNew: true },
      ],
    },
  ]);
  const sizes = shown.gradeMajors[0]!.classes.map(({ studentNum }) => studentNum);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  await school.pool.query(`update base.freshman set sex_code = '2' where examinee_number = 'E202600'`);
  expect(await office.call(divideFreshmenOperation, { commandId: id(), ...asked, digest: 'other' })).toMatchObject({
    code: 'FRESHMAN_LIST_CHANGED',
  });
  const { digest } = await office.get(previewClassDivision, asked);
  expect(await office.get(divideFreshmenOperation, { commandId: id(), ...asked, digest })).toEqual({
    divided: 7,
    made: 2,
  });
  const { rows } = await office.get(queryClassDivision, { grade: '2026', pageNo: 1, pageSize: 10 });
  const [major] = rows;
  expect(major).toMatchObject({ gradeMajorId: 'M101', dividedNum: 7, reportedNum: 0 });
  expect(major!.classes.reduce((sum, { studentNum }) => sum + studentNum, 0)).toBe(7);
  // By hand, within the major, while nobody has a number.
  const keys = await keysOf();
  const key = keys.get('新生0')!;
  expect(await office.call(adjustClassDivision, { commandId: id(), keys: [key], bjdm: 'B102' })).toMatchObject({
    code: 'FRESHMAN_CLASS_FOREIGN',
  });
  expect(await office.get(adjustClassDivision, { commandId: id(), keys: [key], bjdm: 'B101' })).toEqual({ moved: 1 });
  const { update } = freshman.operations;
  const detail = await office.get(freshman.reveal!, { key });
  expect(
    await office.call(update, {
      commandId: id(),
      key,
      version: String(detail['version']),
      values: { ...detail, gradeMajorId: 'M102' },
    }),
  ).toMatchObject({ fieldErrors: [{ field: 'values.gradeMajorId', message: '已分班，请先取消分班再改录取专业' }] });

  const { rows: rules } = await office.get(studentIdRule.operations.query, { pageNo: 1, pageSize: 10 });
  const wanted = { gradeMajorIds: ['M101'], idRuleId: String((rules[0] as WireRow)['idRuleId']), sortRuleId };
  const list = await office.get(previewStudentNumbers, { ...wanted, pageNo: 1, pageSize: 3 });
  expect(list).toMatchObject({ total: 7, left: [] });
  expect(
    await office.get(previewStudentNumbers, { ...wanted, sortRuleId: undefined, pageNo: 1, pageSize: 20 }),
  ).toMatchObject({ total: 7 });
  expect(list.rows).toHaveLength(3);
  expect(await clerk.call(generateStudentNumbers, { commandId: id(), ...wanted, digest: list.digest })).toMatchObject({
    status: 403,
  });
  const give = { ...wanted, digest: list.digest };
  expect(await office.get(generateStudentNumbers, { commandId: id(), ...give })).toEqual({ given: 7 });
  const numberOf = async (name: string) => String((await stateOf(name))['studentNumber']);
  const first = await numberOf('新生6');
  expect(first).toMatch(/^26\d\d0\d\d$/);
  await office.get(clearStudentNumbers, { commandId: id(), gradeMajorIds: ['M101'] });
  const again = await office.get(previewStudentNumbers, { ...wanted, pageNo: 1, pageSize: 200 });
  expect(again.rows.map(({ studentNumber }) => studentNumber)).not.toContain(first);
  await office.get(generateStudentNumbers, { commandId: id(), ...wanted, digest: again.digest });
  expect(await office.get(clearClassDivision, { commandId: id(), gradeMajorIds: ['M101'] })).toEqual({ cleared: 0 });
  const exported = await office.call(exportClassDivision, { gradeMajorId: 'M101' });
  expect((await readXlsx(exported.bytes)).sheets[0]!.rows).toHaveLength(8);
});

test('STUDENT-STATUS-11, STUDENT-STATUS-19: freshmen become students once, have places, can be taken back', async () => {
  const keys = await keysOf();
  const enrolling = { gradeMajorIds: ['M101'], enrollDate: '2026-09-01' };
  await school.pool.query(
    `insert into base.student (student_code, student_number, student_name, xbm, bjdm, njzydm, dwh, njdm, zydm, xqdm,
        xslbdm, id_number) select 'twin', 'twin', '同证件', xbm, bjdm, njzydm, dwh, njdm, zydm, xqdm, xslbdm, 'P00001'
       from base.student limit 1`,
  );
  expect(await office.get(freshmenToStudents, { commandId: id(), ...enrolling })).toMatchObject({
    done: 6,
    kept: [{ name: '新生1', message: '证件号已有学生' }],
  });
  await school.pool.query(`delete from base.student where student_code = 'twin'`);
  expect(await office.get(freshmenToStudents, { commandId: id(), ...enrolling })).toMatchObject({ done: 1, kept: [] });
  expect(await office.get(freshmenToStudents, { commandId: id(), ...enrolling })).toMatchObject({ done: 0, kept: [] });
  const key = keys.get('新生3')!;
  const made = await office.get(student.operations.detail, { key });
  const { studentNumber } = await stateOf('新生3');
  expect(made).toMatchObject({ studentName: '新生3', studentNumber, studentStatus: '01', enrollDate: '2026-09-01' });
  expect((await office.call(freshman.operations.delete, { commandId: id(), key })).message).toBe(
    '“新生3”已转为学生，请在“学生信息”中修改',
  );

  const classCode = String(made['bjdm']);
  const inClass = await make(sortRule, {
    ruleName: '姓名',
    useFor: '4',
    sortFields: [{ field: 'pinyin', order: 'desc' }],
    sfqy: '1',
  });
  const sorting = { bjdms: [classCode], sortRuleId: inClass };
  const { sorted } = await clerk.get(sortOrderClass, { commandId: id(), ...sorting });
  expect(await clerk.get(sortOrderClass, { commandId: id(), ...sorting })).toEqual({ sorted });
  const { query }: Resource['operations'] = orderClass.operations;
  const { rows } = await clerk.get(query, { bjdm: classCode, pageNo: 1, pageSize: 50 });
  expect(rows.map((row) => row['classOrder'])).toEqual(rows.map((_row, at) => at + 1));
  const [last, other] = [rows.at(-1)!, rows[0]!];
  const move = { key: String(last['studentCode']), version: String(last['version']) };
  const values = { studentCode: last['studentCode'], classOrder: other['classOrder'], groupNo: 1 } as never;
  expect(await clerk.call(orderClass.operations.update, { commandId: id(), ...move, values })).toMatchObject({
    fieldErrors: [{ field: 'values.classOrder', message: '班内序号已有学生' }],
  });
  // Who moves to another class is the last there.
  await school.pool.query(`update base.student set bjdm = 'B102', njzydm = 'M102' where student_code = $1`, [key]);
  expect(await office.get(orderClass.operations.detail, { key })).toMatchObject({ bjdm: 'B102', classOrder: 1 });

  // What hangs on a student keeps him.
  await school.pool.query(
    `insert into base.user_account (user_name, name, kind, student_code) values ('F4', '新生4', 'student', $1)`,
    [keys.get('新生4')],
  );
  expect(
    await office.get(undoFreshmenToStudents, { commandId: id(), keys: [keys.get('新生4')!, keys.get('新生5')!] }),
  ).toMatchObject({ done: 1, kept: [{ name: '新生4', message: '学籍已有账号、名单或其他数据，不能撤销' }] });
  expect(await stateOf('新生5')).toMatchObject({ freshmanStatusName: '已编学号' });
  expect(await office.get(freshmenToStudents, { commandId: id(), ...enrolling })).toMatchObject({ done: 1 });
});
