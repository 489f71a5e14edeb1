import { afterAll, beforeAll, expect, test } from 'vitest';
import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import { classTime } from '@jwxt/contracts/base-info/class-time.resource.ts';
import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import { codeValue, dictionaryCategory } from '@jwxt/contracts/base-info/dictionary.resource.ts';
import {
  findAllGrades,
  findClasses,
  findCodesByTable,
  findGradeMajors,
  getAllTimes,
} from '@jwxt/contracts/base-info/lookup.operations.ts';
import {
  archiveSemesterOperation,
  getYears,
  selectCurrentXnXq,
  setCurrentSemesterOperation,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import { syllabus } from '@jwxt/contracts/base-info/syllabus.resource.ts';
import {
  teachingClass,
  teachingClassStudent,
  teachingClassTeacher,
} from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { dictionaryCategoryRows } from '@jwxt/infra/base-data/dictionary-category.data.ts';
import { classTimeRows } from '@jwxt/infra/base-data/class-time.data.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * Base data besides places, units and people: semesters in turn, periods, codes, syllabuses, classes and plans; and
 * the lookups with the paths of the specification.
 */

let school: School;
let office: Browser;
let clerk: Browser;
let teacher: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'dataDictCategory', dictionaryCategoryRows);
  await insertReferenceRows(school.pool, 'classTime', classTimeRows);
  [office, clerk, teacher] = (await Promise.all(
    ['office1', 'clerk1', 'teacher1'].map((userName) => school.browser(userName)),
  )) as [Browser, Browser, Browser];
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const create = async ({ operations }: Resource, values: WireRow): Promise<string> =>
  (await office.get(operations.create, { commandId: id(), values })).key;
const wrong = async ({ operations }: Resource, values: WireRow) =>
  (await office.call(operations.create, { commandId: id(), values })).fieldErrors;
const change = async ({ operations, fields }: Resource, key: string, values: WireRow) => {
  const row = await office.get(operations.detail, { key });
  const written = Object.keys(fields).filter((name) => !fields[name]?.readOnly);
  return await office.call(operations.update, {
    commandId: id(),
    key,
    version: String(row['version']),
    values: { ...Object.fromEntries(written.map((name) => [name, row[name] ?? null])), ...values },
  });
};
const remove = async ({ operations }: Resource, key: string) =>
  await office.call(operations.delete, { commandId: id(), key });

test('BASE-DATA-16, BASE-DATA-09, BASE-DATA-10: one semester is current; what is over is archived', async () => {
  const spring = { ksrq: '2020-02-24', jsrq: '2020-07-12', zs: 20, sfqy: '1' };
  const past = await create(semester, { ...spring, xnxq: '2019-2020-2' });
  const turn = async (key: string) => await office.call(setCurrentSemesterOperation, { commandId: id(), key });
  const close = async (key: string) => await office.call(archiveSemesterOperation, { commandId: id(), key });
  expect(await close(SEMESTER)).toMatchObject({ code: 'SEMESTER_CURRENT' });
  expect((await turn(past)).code).toBe('200');
  expect(await office.get(selectCurrentXnXq, {})).toEqual({
    semester: past,
    semesterName: '2019-2020学年第二学期',
  });
  expect(await close(SEMESTER)).toMatchObject({ code: 'SEMESTER_NOT_OVER' });
  expect((await turn(SEMESTER)).code).toBe('200');
  expect((await close(past)).code).toBe('200');
  expect(await turn(past)).toMatchObject({ code: 'SEMESTER_ARCHIVED' });
  expect((await change(semester, past, { zs: 19 })).message).toBe('“2019-2020学年第二学期”已归档，不能修改');
  expect((await clerk.call(setCurrentSemesterOperation, { commandId: id(), key: past })).status).toBe(403);
  expect(await teacher.get(getYears, {})).toEqual([{ xnzj: '2026-2027' }, { xnzj: '2019-2020' }]);
});

test("BASE-DATA-13: periods are those of the campus, where it has its own, else the school's", async () => {
  expect((await teacher.get(getAllTimes, { xqdm: '1' })).slice(0, 1)).toEqual([
    {
      festivalsCode: '1',
      festivalsName: '第1节',
      timeCode: '1',
      timeName: '第1节',
      startTime: '08:00',
      endTime: '08:45',
    },
  ]);
  expect(
    await wrong(classTime, {
      xqdm: '1',
      timeCode: 1,
      timeName: '早课',
      startTime: '07:30',
      endTime: '07:00',
      sfqy: '1',
    }),
  ).toEqual([{ field: 'values.endTime', message: '结束时间应晚于开始时间' }]);
  await create(classTime, {
    xqdm: '1',
    timeCode: 1,
    timeName: '早课',
    startTime: '07:30',
    endTime: '08:15',
    sfqy: '1',
  });
  expect((await teacher.get(getAllTimes, { xqdm: '1' })).map(({ festivalsName }) => festivalsName)).toEqual(['早课']);
  expect(await teacher.get(getAllTimes, {})).toHaveLength(classTimeRows.length);
});

test('BASE-DATA-24, SYSADMIN-06: the school keeps its codes; national ones are only switched', async () => {
  const room = await create(codeValue, { dmlb: 'XTGL_JSLXDMJ', dm: '10', mc: '录播教室', pxh: 10, sfqy: '1' });
  expect(room).toBe('XTGL_JSLXDMJ/10');
  expect(await teacher.get(findDictionary, { category: 'XTGL_JSLXDMJ' })).toContainEqual({ dm: '10', mc: '录播教室' });
  expect((await remove(codeValue, room)).code).toBe('200');
  expect(await wrong(codeValue, { dmlb: 'XTGL_XB', dm: '3', mc: '其他', pxh: 3, sfqy: '1' })).toEqual([
    { field: 'values.dm', message: '国标代码不能新增' },
  ]);
  expect((await change(codeValue, 'XTGL_XB/9', { mc: '不详' })).fieldErrors).toEqual([
    { field: 'values.mc', message: '国标代码只能启用或停用' },
  ]);
  expect((await change(codeValue, 'XTGL_XB/9', { sfqy: '0' })).code).toBe('200');
  expect((await remove(codeValue, 'XTGL_XB/9')).message).toBe('“未说明的性别”是国标或系统代码，不能删除，可以停用');
  expect((await change(codeValue, 'SP_JDJG/0', { sfqy: '0' })).fieldErrors).toEqual([
    { field: 'values.sfqy', message: '系统代码由程序使用，不能停用' },
  ]);
  expect((await remove(codeValue, 'XTGL_KCXZDMJ/04')).message).toBe('“专业基础课”已被“课程”使用，不能删除，可以停用');
  expect((await remove(dictionaryCategory, 'XTGL_KCXZDMJ')).message).toMatch(/“课程性质”正在使用：代码值 \d+ 个/);
  const own = await create(dictionaryCategory, { dmlb: 'XX_YT', lbmc: '用途', sfywwh: '1', sfgb: '0' });
  expect((await remove(dictionaryCategory, own)).code).toBe('200');
});

test('BASE-DATA-21: one syllabus of a course is published, and its text is fixed then', async () => {
  const { rows } = await school.pool.query<{ kch: string }>(`select kch from base.course where kkxy = '101' limit 1`);
  const outline = { kch: rows[0]!.kch, bbh: '2026', dgmc: '教学大纲', zt: '1', jxmb: '掌握基础' };
  const key = await create(syllabus, outline);
  expect(await wrong(syllabus, { ...outline, bbh: '2027' })).toEqual([
    { field: 'values.zt', message: '版本“2026”已发布，请先把它改为已结束' },
  ]);
  expect((await change(syllabus, key, { jxmb: '另一目标' })).fieldErrors).toEqual([
    { field: 'values.jxmb', message: '发布后不能修改，请建立新的版本' },
  ]);
  expect((await remove(syllabus, key)).message).toBe('“教学大纲”已发布过，不能删除，可以改为已结束');
  expect((await change(syllabus, key, { zt: '2' })).code).toBe('200');
  await create(syllabus, { ...outline, bbh: '2027' });
  expect((await clerk.get(syllabus.operations.query, { kkxy: '101' })).total).toBe(2);
});

test('a class with its teachers and roster, each by key of both, within the scope of its unit', async () => {
  const { rows } = await school.pool.query<{ kch: string }>(`select kch from base.course where kkxy = '102' limit 1`);
  const key = await create(teachingClass, {
    semesterId: SEMESTER,
    teachingClassCode: 'JXB-1',
    teachingClassName: '数学一班',
    courseId: rows[0]!.kch,
    openDepartmentId: '102',
    schoolZone: '1',
    scoreHierarchyCode: 'bfz',
  });
  const { rows: students } = await school.pool.query<{ code: string }>(
    'select student_code as code from base.student order by 1 limit 2',
  );
  const first = await create(teachingClassTeacher, { teachingClassId: key, teacherCode: 'T01', sortNum: 1 });
  expect(first).toBe(`${key}/T01`);
  expect((await remove(teachingClassTeacher, first)).message).toMatch(/是教学班唯一的教师/);
  // PICKERS-115, PICKERS-116: several who teach one class have hours and weeks each, no more than the course.
  const second = { teachingClassId: key, teacherCode: 'T03', sortNum: 2 };
  const part = { hourType: '1', hour: '20', startEndWeek: '9-16' };
  const incomplete = '多名教师共同任课时，须逐一填写每名教师的学时和起止周';
  expect(await wrong(teachingClassTeacher, second)).toEqual([{ field: 'values.hour', message: incomplete }]);
  expect(await wrong(teachingClassTeacher, { ...second, hour: '20' })).toEqual([
    { field: 'values.startEndWeek', message: incomplete },
  ]);
  expect(await wrong(teachingClassTeacher, { ...second, ...part })).toEqual([
    { field: 'values.teacherCode', message: '请先填写王老师的学时和起止周，再增加教师' },
  ]);
  expect((await change(teachingClassTeacher, first, { hour: '40.5', startEndWeek: '1-8' })).code).toBe('200');
  expect(await wrong(teachingClassTeacher, { ...second, ...part, hour: '30' })).toEqual([
    { field: 'values.hour', message: '各教师学时之和70.5超过总学时64' },
  ]);
  expect(await wrong(teachingClassTeacher, { ...second, ...part, startEndWeek: '9-26' })).toEqual([
    { field: 'values.startEndWeek', message: '所填写周次大于最大周次' },
  ]);
  expect((await remove(teachingClassTeacher, await create(teachingClassTeacher, { ...second, ...part }))).code).toBe(
    '200',
  );
  for (const { code } of students)
    await create(teachingClassStudent, { teachingClassId: key, studentCode: code, listSource: '手工' });
  const again = { teachingClassId: key, studentCode: students[0]!.code, listSource: '手工' };
  expect((await wrong(teachingClassStudent, again))?.[0]?.message).toMatch(/^已有相同的/);
  expect(await office.get(teachingClassStudent.operations.query, { teachingClassId: key })).toMatchObject({
    total: 2,
    rows: [{ openDepartmentId: '102', openDepartmentName: '数学学院', teachingClassName: '数学一班' }, {}],
  });
  const byNumber = { teachingClassCode: 'JXB', studentNumber: students[0]!.code.slice(1) };
  expect(await office.call(teachingClassStudent.operations.query, byNumber)).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'teachingClassId', message: '请先选择教学班或学生' }],
  });
  expect(await office.get(teachingClassStudent.operations.query, { ...byNumber, teachingClassId: key })).toMatchObject({
    total: 1,
    rows: [{ teachingClassCode: 'JXB-1', studentNumber: students[0]!.code.slice(1) }],
  });
  expect((await clerk.get(teachingClassStudent.operations.query, { teachingClassId: key })).total).toBe(0);
  expect((await remove(teachingClass, key)).message).toBe('“数学一班”正在使用：名单 2 名学生、任课教师 1 名，不能删除');
  expect((await remove(teachingClassStudent, `${key}/${students[0]!.code}`)).code).toBe('200');
});

// BASE-DATA-03, BASE-DATA-04, BASE-DATA-05, BASE-DATA-06, BASE-DATA-07, BASE-DATA-08, BASE-DATA-12, BASE-DATA-02
test('codes and names of base data by the paths of the specification', async () => {
  expect(findAllGrades.path).toBe('/baseInfo/nj/findAllNj');
  const units = await teacher.get(findAllDepChild, {});
  expect(units.find(({ dwh }) => dwh === '101')?.child).toEqual([{ dwh: '1011', dwmc: '软件系', child: [] }]);
  expect(units.map(({ dwh }) => dwh)).toContain('10');
  expect(await teacher.get(findAllGrades, {})).toEqual([{ njdm: '2026', njmc: '2026级' }]);
  const classes = await teacher.get(findClasses, { njdm: '2026', dwh: '101' });
  expect(classes).toEqual([{ bjdm: 'B101', bjmc: expect.stringMatching(/./) }]);
  expect(await teacher.get(findClasses, { bjmc: '没有这个班' })).toEqual([]);
  expect(await teacher.get(findGradeMajors, { nj: '2026', xy: '102', zydm: 'Z102' })).toEqual([
    { njzydm: 'M102', njzymc: expect.any(String) },
  ]);
  expect(await teacher.get(findCodesByTable, { table: 'campus', dm: '1' })).toEqual([{ dm: '1', mc: '主校区' }]);
  expect(await teacher.get(findCodesByTable, { table: 'XTGL_XQM', mc: '小' })).toEqual([{ dm: '3', mc: '小学期' }]);
  expect((await teacher.call(findCodesByTable, { table: 'user_account' })).status).toBe(400);
});
