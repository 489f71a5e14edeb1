import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grade, semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import { course } from '@jwxt/contracts/base-info/course.resource.ts';
import { department } from '@jwxt/contracts/base-info/department.resource.ts';
import { classInfo, gradeMajor, major } from '@jwxt/contracts/base-info/major.resource.ts';
import { student, teacher } from '@jwxt/contracts/base-info/person.resource.ts';
import { building, campus, classroom } from '@jwxt/contracts/base-info/place.resource.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * Base data as rows that people keep (BASE-DATA-01, BASE-DATA-14…23): what each row obeys besides the shared actions.
 */

let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const create = async ({ operations }: Resource, values: WireRow, by = office): Promise<string> =>
  (await by.get(operations.create, { commandId: id(), values })).key;
/** Changes some fields of a row, as a form that was opened before does. */
const change = async ({ operations, reveal, fields }: Resource, key: string, values: WireRow, by = office) => {
  const row = await by.get(reveal ?? operations.detail, { key });
  const written = Object.keys(fields).filter((name) => !fields[name]?.readOnly);
  return await by.call(operations.update, {
    commandId: id(),
    key,
    version: String(row['version']),
    values: { ...Object.fromEntries(written.map((name) => [name, row[name] ?? null])), ...values },
  });
};
const wrong = async ({ operations }: Resource, values: WireRow) =>
  (await office.call(operations.create, { commandId: id(), values })).fieldErrors;

const hall = { ywbm: 'A', jxlmc: '第一教学楼', xqdm: '1', sfqy: '1' };
const room = { ywbm: 'A101', jsmc: '阶梯教室', xqdm: '1', jslxm: '1', zws: 120, yxzws: 110, kszws: 55, sfqy: '1' };
const flags = { sfpk: '1', sfks: '1', sfjy: '0' };

// Decision 094.
test('a list is sorted by its columns: names by pinyin, figures, names of codes; pages stay apart', async () => {
  const rooms: [string, string, number][] = [
    ['S1', '序一室', 90],
    ['S2', '序十室', 30],
    ['S3', '序三室', 60],
    ['S4', '序安10室', 60],
    ['S5', '序安9室', 10],
  ];
  const jxlh = await create(building, { ...hall, ywbm: 'S', jxlmc: '序列楼' });
  for (const [ywbm, jsmc, zws] of rooms)
    await create(classroom, { ...room, ...flags, ywbm, jsmc, zws, yxzws: zws, kszws: 1, jxlh });
  const sorted = async (sort: string, page = {}) =>
    (await office.get(classroom.operations.query, { jsmc: '序', sort, ...page })).rows.map(({ ywbm }) => ywbm);
  expect(await sorted('jsmc')).toEqual(['S5', 'S4', 'S3', 'S2', 'S1']);
  expect(await sorted('yxzws,desc')).toEqual(['S1', 'S3', 'S4', 'S2', 'S5']);
  expect(await sorted('jxlh,desc', { pageSize: 2, pageNo: 2 })).toEqual(['S3', 'S4']);
  expect(await office.call(classroom.operations.query, { sort: 'zws desc; --' })).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'sort' }],
  });
});

test('BASE-DATA-14, BASE-DATA-23: a room stands in a building of its campus; what is used stays', async () => {
  const jxlh = await create(building, hall);
  const far = await create(campus, { xqdm: 'E', xqmc: '东校区', yzbm: '100871', pxh: 2, sfqy: '1' });
  expect(await wrong(classroom, { ...room, ...flags, jxlh, xqdm: far })).toEqual([
    { field: 'values.jxlh', message: '教学楼不在所选校区' },
  ]);
  expect(await wrong(classroom, { ...room, ...flags, jxlh, yxzws: 130 })).toEqual([
    { field: 'values.yxzws', message: '有效座位数不能大于座位数' },
  ]);
  expect(await wrong(campus, { xqdm: 'W', xqmc: '西校区', yzbm: '12', pxh: 0, sfqy: '1' })).toEqual([
    { field: 'values.yzbm', message: '邮编应为6位数字' },
  ]);
  const jsh = await create(classroom, { ...room, ...flags, jxlh });
  expect((await office.get(classroom.operations.query, { ywbm: 'a10' })).rows).toMatchObject([
    { jsh, jsmc: '阶梯教室', xqmc: '主校区', jxlmc: '第一教学楼', jslxmc: '多媒体教室', yxzws: 110 },
  ]);
  expect(await office.call(building.operations.delete, { commandId: id(), key: jxlh })).toMatchObject({
    code: 'RESOURCE_IN_USE',
    message: '“第一教学楼”正在使用：教室 1 间，不能删除',
  });
  expect((await change(building, jxlh, { xqdm: far })).fieldErrors).toEqual([
    { field: 'values.xqdm', message: '教学楼里已有教室，不能改到另一个校区' },
  ]);
  expect((await change(campus, far, { sfqy: '0' })).code).toBe('200');
  expect((await change(campus, '1', { sfqy: '0' })).fieldErrors).toEqual([
    { field: 'values.sfqy', message: '至少要有一个启用的校区' },
  ]);
  expect((await office.get(resourceOptions, { to: 'building', keyword: '一教' })).list).toEqual([
    { code: jxlh, name: '第一教学楼', number: 'A' },
  ]);
});

test('BASE-DATA-17: units are a tree without circles, and one that is used is not stopped', async () => {
  const unit = { ywbm: 'RJ2', dwmc: '软件二系', dwlbm: '1', sfjxdw: '1', sfkkdw: '0', pxh: 9, sfqy: '1' };
  const dwh = await create(department, { ...unit, dwh: '10112', lsdwh: '1011', jlrq: '2020-09-01' });
  expect((await change(department, '101', { lsdwh: dwh })).fieldErrors).toEqual([
    { field: 'values.lsdwh', message: '上级单位不能是本单位的下级' },
  ]);
  expect((await change(department, dwh, { sxrq: '2020-01-01' })).fieldErrors).toEqual([
    { field: 'values.sxrq', message: '失效日期应晚于建立日期' },
  ]);
  expect((await change(department, '1011', { sfqy: '0' })).fieldErrors?.[0]?.message).toMatch(
    /还有启用的下级单位 1 个/,
  );
  expect((await office.call(department.operations.delete, { commandId: id(), key: '1011' })).message).toMatch(
    /“软件系”正在使用：下级单位 1 个/,
  );
});

test('BASE-DATA-15, BASE-DATA-16: a semester is named by its key, begins on a Monday, overlaps no other', async () => {
  await create(grade, { njdm: '2027', njmc: '2027级', rxrq: '2027-09-01', sfzx: '1', sfqy: '1' });
  const [studying] = (await change(grade, '2026', { sfzx: '0' })).fieldErrors ?? [];
  expect(studying?.message).toMatch(/^该年级还有 \d+ 名在读学生$/);
  const spring = { xnxq: '2029-2030-2', ksrq: '2030-02-25', jsrq: '2030-07-14', zs: 20, sfqy: '1' };
  expect(await wrong(semester, { ...spring, ksrq: '2030-02-26' })).toEqual([
    { field: 'values.ksrq', message: '起始日期应为星期一' },
  ]);
  expect(await wrong(semester, { ...spring, zs: 21 })).toEqual([
    { field: 'values.zs', message: '起止日期之间只有20周' },
  ]);
  const key = await create(semester, spring);
  expect(await office.get(semester.operations.detail, { key })).toMatchObject({
    xnzj: '2029-2030',
    xqm: '2',
    xnxqmc: '2029-2030学年第二学期',
    sfdqxq: '0',
  });
  expect(await wrong(semester, { ...spring, xnxq: '2029-2030-3' })).toEqual([
    { field: 'values.ksrq', message: '起止日期与“2029-2030学年第二学期”重叠' },
  ]);
});

test('BASE-DATA-18, BASE-DATA-19, BASE-DATA-07: class and students follow the grade-major', async () => {
  const zydm = await create(major, {
    zydm: 'AI',
    ywbm: 'AI',
    zymc: '人工智能',
    gjzydm: '080717T',
    xkmlm: '08',
    dwh: '101',
    pyccm: '3',
    xz: '4',
    zdxxnx: '6',
    sfdl: '0',
    tzny: '2030-06',
    sfqy: '1',
    zyfx: [{ ywbm: '01', zyfxmc: '机器视觉', sfqy: '1' }],
  });
  expect(await office.get(major.operations.detail, { key: zydm })).toMatchObject({
    xz: '4',
    dwmc: '计算机学院',
    zyfx: [{ ywbm: '01', zyfxmc: '机器视觉', sfqy: '1' }],
  });
  const cohort = { njzydm: '2026AI', njdm: '2026', zydm, dwh: '101', xqdm: '1', xslbdm: '4201', pyccm: '3', xz: '4' };
  const njzydm = await create(gradeMajor, { ...cohort, sfdl: '0', sfqy: '1' });
  const bjdm = await create(classInfo, { ywbm: 'AI2601', bjmc: '智能2601', njzydm, sfby: '0', sfqy: '1' });
  const person = { studentNumber: '2026999', studentName: '司马青', sexCode: '2', bjdm, studentType: '4201' };
  const key = await create(student, person);
  expect(await office.get(student.operations.detail, { key })).toMatchObject({
    gradeMajorName: '2026级人工智能',
    administrativeClassName: '智能2601',
    gradeName: '2026级',
    departmentId: '101',
    majorName: '人工智能',
    schoolZoneName: '主校区',
    studentStatusName: '在读',
  });
  expect((await change(gradeMajor, njzydm, { dwh: '102' })).code).toBe('200');
  expect((await office.get(classInfo.operations.query, { dwh: '102', bjmc: '智能' })).rows).toMatchObject([
    { bjdm, dwmc: '数学学院', njzymc: '2026级人工智能' },
  ]);
  expect(await office.get(student.operations.detail, { key })).toMatchObject({ departmentName: '数学学院' });
  const { rows: log } = await school.pool.query(
    `select resource, operation, before ->> 'dwh' as before, after ->> 'dwh' as after from base.operation_log
      where key = any($1) and operation = 'update' order by id`,
    [[bjdm, key]],
  );
  expect(log).toEqual([
    { resource: 'classInfo', operation: 'update', before: '101', after: '102' },
    { resource: 'student', operation: 'update', before: '101', after: '102' },
  ]);
  expect((await office.call(classInfo.operations.delete, { commandId: id(), key: bjdm })).message).toMatch(
    /“智能2601”正在使用：学生 1 名/,
  );
  // The unit that the class now belongs to is out of the clerk's scope, and so is a new student in it.
  expect(await clerk.call(student.operations.detail, { key })).toMatchObject({ status: 404 });
  expect(await change(student, key, { studentName: '司马清' })).toMatchObject({ code: '200' });
});

test('a unit keeps its own classes and students, and moves none to another unit', async () => {
  expect((await clerk.get(student.operations.query, { pageSize: 200 })).rows.map((row) => row['departmentId'])).toEqual(
    expect.arrayContaining(['101']),
  );
  const { rows } = await clerk.get(student.operations.query, { pageSize: 200 });
  expect(rows.every(({ departmentId }) => String(departmentId).startsWith('101'))).toBe(true);
  const key = String((rows[0] as WireRow)['studentCode']);
  expect(await change(student, key, { bjdm: 'B102' }, clerk)).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await change(student, key, { dormitory: '3-101' }, clerk)).toMatchObject({ code: '200' });
  const made = { bjmc: '新班', njzydm: 'M101', sfby: '0', sfqy: '1' };
  await create(classInfo, { ...made, ywbm: 'N101' }, clerk);
  const other: Resource = classInfo;
  expect(
    await clerk.call(other.operations.create, {
      commandId: id(),
      values: { ...made, ywbm: 'N102', njzydm: 'M102' },
    }),
  ).toMatchObject({ code: 'OUT_OF_SCOPE' });
});

const lecture = {
  ywbm: 'CS100',
  kcmc: '计算思维',
  kkxy: '101',
  kcsx: '1',
  kcxz: '02',
  xf: '2.5',
  zxs: '40',
  khfs: '1',
  scoreHierarchyCode: 'bfz',
  sfqy: '1',
};

test('BASE-DATA-20: the hours of a course add up, and credit stays once it is taught', async () => {
  const halves = (theory: string, practice: string) => [
    { xsbh: '1', xs: theory },
    { xsbh: '2', xs: practice },
  ];
  expect(await wrong(course, { ...lecture, xsmx: halves('32', '10') })).toEqual([
    { field: 'values.xsmx', message: '各类型学时之和应等于总学时' },
  ]);
  expect(await wrong(course, { ...lecture, xf: '2.3', xsmx: [] })).toEqual([
    { field: 'values.xf', message: '学分以0.5为单位' },
  ]);
  const key = await create(course, { ...lecture, xsmx: halves('24.5', '15.5') });
  expect(await office.get(course.operations.detail, { key })).toMatchObject({
    xf: '2.5',
    zxs: '40',
    kkxymc: '计算机学院',
    xsmx: halves('24.5', '15.5'),
  });
  expect((await school.pool.query('select xf, zxs from base.course where kch = $1', [key])).rows).toEqual([
    { xf: 25, zxs: 400 },
  ]);
  expect((await change(course, key, { xf: '3' })).code).toBe('200');
  const { rows } = await school.pool.query<{ kch: string }>('select course_id as kch from base.teaching_class limit 1');
  const taught = rows[0]!.kch;
  expect((await change(course, taught, { xf: '1' })).fieldErrors).toEqual([
    { field: 'values.xf', message: '课程已列入执行计划或已开课，不能修改，请另建升版课程' },
  ]);
  expect((await office.call(course.operations.delete, { commandId: id(), key: taught })).message).toMatch(
    /教学班 \d+ 个/,
  );
});

const lecturer = { ywbm: 'J900', xm: '欧阳敏', xbm: '2', dwh: '101', dqztm: '11', sfwp: '0', sfrk: '1' };
const identity = { sfzjlxm: '1', sfzjh: '11010519491231002X', csrq: '1949-12-31' };

test('BASE-DATA-22: an id number agrees with itself, with birth and sex; lists tell nothing personal', async () => {
  const wrongly = (values: WireRow) => wrong(teacher, { ...lecturer, ...identity, ...values });
  expect(await wrongly({ sfzjh: '110105194912310021' })).toEqual([
    { field: 'values.sfzjh', message: '身份证号校验位不对，请核对' },
  ]);
  expect(await wrongly({ csrq: '1950-01-01' })).toEqual([
    { field: 'values.csrq', message: '与身份证号中的出生日期 1949-12-31 不一致' },
  ]);
  expect(await wrongly({ xbm: '1' })).toEqual([{ field: 'values.xbm', message: '与身份证号中的性别不一致' }]);
  const key = await create(teacher, { ...lecturer, ...identity, sjh: '13912345678' });
  expect(await wrongly({ ywbm: 'J901' })).toEqual([{ field: 'values.sfzjh', message: '该证件号已有教职工' }]);
  await create(teacher, { ...lecturer, ywbm: 'J902', xm: '甲' });
  const { rows } = await office.get(teacher.operations.query, { ywbm: 'J900' });
  expect(rows).toMatchObject([{ gh: key, xb: '女性', dwmc: '计算机学院', sfzjh: null, sjh: null, csrq: null }]);
  expect(await office.get(teacher.reveal!, { key })).toMatchObject({ ...identity, sjh: '13912345678' });
  const { bytes } = await office.call(teacher.operations.exportExcel, { ywbm: 'J900' });
  const cells = (await readXlsx(bytes)).sheets[0]!.rows.flat().map(String);
  expect(cells).toContain('欧阳敏');
  expect(cells).not.toContain('13912345678');
  expect(cells).not.toContain('证件号');
});
