import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRows, importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import {
  assignTeachersOperation,
  findTeacherAssignment,
} from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { importOperations } from '@jwxt/contracts/kernel/resource-import.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk] = (await Promise.all(['office1', 'clerk1'].map((userName) => school.browser(userName)))) as [
    Browser,
    Browser,
  ];
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const part = (teacherCode: string, hour: number | null, startEndWeek: string) => ({
  teacherCode,
  hourType: '1',
  hour,
  startEndWeek,
});

test('PICKERS-104, 106, 115, 116: the teachers of a class are set at once, within the scope of its unit', async () => {
  const found = await clerk.get(findTeacherAssignment, { teachingClassId: 'TC1' });
  expect(found).toMatchObject({
    teachingClassName: '计算机1班',
    courseName: '程序设计基础',
    totalHour: 64,
    teachers: [{ teacherCode: 'T01', teacherName: '王老师', hour: null, startEndWeek: '' }, { teacherCode: 'T03' }],
  });
  const assign = (teachers: ReturnType<typeof part>[], version = found.version) =>
    clerk.call(assignTeachersOperation, { commandId: id(), teachingClassId: 'TC1', version, teachers });
  const why = async (...teachers: ReturnType<typeof part>[]) => (await assign(teachers)).fieldErrors;
  expect(await why(part('T01', 40, '1-8'), part('T03', null, '9-16'))).toEqual([
    { field: 'teachers', message: '多名教师共同任课时，须逐一填写每名教师的学时和起止周' },
  ]);
  expect(await why(part('T01', 40, '1-8'), part('T03', 24.1, '9-16'))).toEqual([
    { field: 'teachers', message: '各教师学时之和64.1超过总学时64' },
  ]);
  expect(await why(part('T01', 40, '1-26'))).toEqual([{ field: 'teachers', message: '所填写周次大于最大周次' }]);
  expect(await why(part('T01', 8, '1-8'), part('T01', 8, '1-8'))).toEqual([
    { field: 'teachers', message: '同一名教师只能指定一次' },
  ]);
  expect(await why(part('T99', 8, '1-8'))).toEqual([{ field: 'teachers.0.teacherCode', message: '教师不存在' }]);
  expect(await why(part('T03', 8, '1-8'))).toEqual([
    { field: 'teachers', message: '移出的教师还有课程安排，请先改由另一位教师上课' },
  ]);
  const teachers = [part('T02', 24, '9-16'), part('T01', 40, '1-8')];
  expect((await assign(teachers)).code).toBe('200');
  expect(await assign(teachers)).toMatchObject({ code: 'TEACHER_ASSIGNMENT_CHANGED' });
  expect((await office.get(findTeacherAssignment, { teachingClassId: 'TC1' })).teachers).toEqual([
    { ...part('T02', 24, '9-16'), teacherName: '李院长', hourName: '理论' },
    { ...part('T01', 40, '1-8'), teacherName: '王老师', hourName: '理论' },
  ]);
  const { rows: log } = await school.pool.query<{ operation: string; key: string }>(
    `select operation, key from base.operation_log where resource = 'teachingClassTeacher' order by key`,
  );
  expect(log).toEqual([
    { operation: 'update', key: 'TC1/T01' },
    { operation: 'create', key: 'TC1/T02' },
    { operation: 'delete', key: 'TC1/T03' },
  ]);
  expect(await clerk.call(findTeacherAssignment, { teachingClassId: 'TC2' })).toMatchObject({ status: 404 });
});

test('teachers of classes come in together, those of one class in turn', async () => {
  const teaching = importOperations('teachingClassTeacher', 'openCourse', '教学班教师');
  await school.pool.query(
    `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
        course_id, open_department_id, xqdm)
      select 'TCX' || n, 'X' || n, '试导' || n, semester_id, course_id, open_department_id, xqdm
        from base.teaching_class, generate_series(1, 3) n where teaching_class_id = 'TC1'`,
  );
  const { rows } = await school.pool.query<{ hours: number }>(
    `select course.zxs / 10 as hours from base.teaching_class join base.course on kch = course_id
      where teaching_class_id = 'TCX1'`,
  );
  const half = String(Math.floor(rows[0]!.hours / 2));
  const [one, two, three] = (
    await school.pool.query<{ n: string }>('select ywbm as n from base.teacher order by gh limit 3')
  ).rows.map(({ n }) => n) as [string, string, string];
  const lines = [
    ['教学班', '教师', '排序号', '学时类型', '学时', '起止周'],
    ['TCX1', one, '1', '', half, '1-8'],
    ['TCX2', one, '1', '', '', ''],
    ['TCX1', two, '2', '', half, '9-16'],
    // Judged beside the two before it, and beside one without hours.
    ['TCX1', three, '3', '', half, '9-16'],
    ['TCX2', two, '2', '', half, '9-16'],
    ['TCX3', one, '1', '', '', ''],
  ];
  const file = Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`);
  const { data: preview } = await office.call(teaching.preview, { fileName: '教师.csv' }, { file });
  expect(preview.counts).toMatchObject({ added: 6, wrong: 0 });
  const { runId } = preview;
  const ended = async (which: 'run' | 'undo') => {
    await expect
      .poll(async () => (await office.get(importRunDetail, { runId }))[which]?.status, { interval: 50 })
      .toBe(longJobStatus.done);
    return await office.get(importRunDetail, { runId });
  };
  await office.get(teaching.run, { commandId: id(), runId, whole: '0' });
  expect(await ended('run')).toMatchObject({ stored: 4, refused: 2 });
  const { list } = await office.get(importRows, { runId, state: 'failed' });
  expect(list.map(({ rowNo }) => rowNo)).toEqual([5, 6]);
  await office.get(teaching.undo, { commandId: id(), runId });
  expect(await ended('undo')).toMatchObject({ undone: 4, kept: 0 });
});
