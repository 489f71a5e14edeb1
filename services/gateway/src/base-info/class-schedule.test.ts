import { afterAll, beforeAll, expect, test } from 'vitest';
import { classSchedule } from '@jwxt/contracts/base-info/class-schedule.resource.ts';
import { teachingClassTeacher } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { classTimeRows } from '@jwxt/infra/base-data/class-time.data.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { startSchool, type School } from '../testing/school.ts';

/* When and where classes meet, as the office keeps it: no room, teacher or class twice at one time. */

let school: School;
let office: Browser;
let clerk: Browser;
const room = (jsh: string, sfpk = '1') => ({
  jsh,
  ywbm: jsh,
  jsmc: `教${jsh}`,
  xqdm: '1',
  jxlh: 'A',
  jslxm: '1',
  zws: 60,
  yxzws: 60,
  kszws: 30,
  sfpk,
});
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'classTime', classTimeRows);
  await insertReferenceRows(school.pool, 'building', [{ jxlh: 'A', ywbm: 'A', jxlmc: '教学楼', xqdm: '1' }]);
  await insertReferenceRows(school.pool, 'classroom', [room('R1'), room('R2'), room('R3', '0')]);
  [office, clerk] = (await Promise.all(['office1', 'clerk1'].map((userName) => school.browser(userName)))) as [
    Browser,
    Browser,
  ];
});
afterAll(() => school.stop());

const { create, update, detail, query }: Resource['operations'] = classSchedule.operations;
const id = (): string => crypto.randomUUID();
const meeting = { teachingClassId: 'TC1', weekday: '4', period: '3-4', weeks: '1-8', gh: 'T01', jsh: 'R1', room: null };
const keep = async (values: WireRow): Promise<string> =>
  (await office.get(create, { commandId: id(), values: { ...meeting, ...values } })).key;
const wrong = async (values: WireRow) =>
  (await office.call(create, { commandId: id(), values: { ...meeting, ...values } })).fieldErrors?.map(
    ({ field, message }) => `${field.replace('values.', '')}：${message}`,
  );

// PICKERS-111, PICKERS-112, PICKERS-113, PICKERS-114
test('PICKERS-110: weeks are written in one way, up to the parameter and to the semester', async () => {
  expect(await wrong({ weeks: '0-2' })).toEqual(['weeks：请按照该格式填写‘1-2,4,5-9’']);
  expect(await wrong({ weeks: '3,1' })).toEqual(['weeks：请按照该格式填写‘1-2,4,5-9’']);
  expect(await wrong({ weeks: '1-26' })).toEqual(['weeks：所填写周次大于最大周次']);
  expect(await wrong({ weeks: '1-20' })).toEqual(['weeks：该学期只有18周']);
  const say = (value: string) =>
    school.pool.query(`update base.parameter set para_value = $1 where para_name = '学期最大周数'`, [value]);
  await say('16');
  expect(await wrong({ weeks: '17' })).toEqual(['weeks：所填写周次大于最大周次']);
  await say('25');
});

test('a meeting has lessons, a room and a teacher that there are', async () => {
  expect(await wrong({ period: '4-3' })).toEqual(['period：节次格式应为 3-4']);
  expect(await wrong({ period: '12-13' })).toEqual(['period：教学班所在校区没有第12-13节']);
  expect(await wrong({ jsh: 'R3' })).toEqual(['jsh：该教室已停用或不可排课']);
  expect(await wrong({ jsh: null })).toEqual(['jsh：请选择教室，或填写上课地点']);
  expect(await wrong({ gh: 'T08' })).toEqual(['gh：不是该教学班的教师，请先在教学班教师中指定']);
});

test('no room, teacher or class has two meetings at one time, as planned and as adjusted', async () => {
  const key = await keep({});
  expect(await office.get(detail, { key })).toMatchObject({
    room: '教R1',
    classroomName: '教R1',
    teacherName: '王老师',
    weekdayName: '星期四',
    semesterId: '2026-2027-1',
    openDepartmentId: '101',
  });
  const taken = '第8周星期四第3-4节已有“程序设计基础（计算机1班）”';
  const other = { teachingClassId: 'TC2', gh: 'T08', weeks: '8-9', period: '4-5' };
  expect(await wrong(other)).toEqual([`jsh：该教室${taken}`]);
  expect(await wrong({ ...other, teachingClassId: 'TC3', gh: 'T01', jsh: 'R2' })).toEqual([`gh：该教师${taken}`]);
  expect(await wrong({ ...other, teachingClassId: 'TC1', gh: 'T03', jsh: 'R2' })).toEqual([`period：该教学班${taken}`]);
  await keep({ ...other, weeks: '9-10' });
  // Week 3 was cancelled, and week 5 moved to Saturday: the one is free, the other is not.
  await school.pool.query(
    `insert into base.class_schedule_change (apply_id, schedule_id, week, after_week, after_weekday, after_period,
        after_room, after_jsh, after_gh)
     values ('A1', $1, 3, null, null, null, null, null, null), ('A2', $1, 5, 5, 6, '1-2', '教R2', 'R2', 'T03')`,
    [key],
  );
  expect(await wrong({ ...other, weekday: '6', period: '2', weeks: '1-6', jsh: 'R2' })).toEqual([
    'jsh：该教室第5周星期六第1-2节已有“程序设计基础（计算机1班）”',
  ]);
  await keep({ ...other, weeks: '3,5' });
  const row = await office.get(detail, { key });
  const change = async (values: WireRow) =>
    await office.call(update, {
      commandId: id(),
      key,
      version: String(row['version']),
      values: { ...meeting, ...values },
    });
  expect((await change({ weeks: '1-2,4-8' })).fieldErrors).toEqual([
    { field: 'values.weeks', message: '第3周已有调停课，不能去掉' },
  ]);
  expect((await change({ weeks: '1-7' })).code).toBe('200');
  expect((await office.call(classSchedule.operations.delete, { commandId: id(), key })).message).toBe(
    '“教R1”正在使用：调停课 2 次，不能删除',
  );
  const teaching = teachingClassTeacher.operations.delete;
  expect((await office.call(teaching, { commandId: id(), key: 'TC1/T01' })).message).toMatch(
    /还有课程安排，请先改由另一位教师上课/,
  );
});

test('a unit sees the meetings of its own classes, and only the office keeps them', async () => {
  const units = (await clerk.get(query, {})).rows.map((row) => row['openDepartmentId']);
  expect(new Set(units)).toEqual(new Set(['101']));
  expect((await clerk.call(create, { commandId: id(), values: meeting })).status).toBe(403);
});
