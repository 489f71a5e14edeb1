import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownTimetable, queryTimetable } from '@jwxt/contracts/base-info/timetable.operations.ts';
import { classTimeRows } from '@jwxt/infra/base-data/class-time.data.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { startSchool, type School } from '../testing/school.ts';

/* Timetables week by week: the own one, and those of others within the scope. */

let school: School;
beforeAll(async () => {
  school = await startSchool();
  await insertReferenceRows(school.pool, 'classTime', classTimeRows);
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'pupil1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'pupil1', jsbh: '08' }]);
});
afterAll(() => school.stop());

// PICKERS-088, PICKERS-089, PICKERS-090, PICKERS-091
test('PICKERS-087: days, periods and cards of the own week, a card for each lesson', async () => {
  const teacher = await school.browser('teacher1');
  const shown = await teacher.get(ownTimetable, { week: 3 });
  expect(shown).toMatchObject({ name: '王老师', semesterId: '2026-2027-1', week: 3, weeks: 18 });
  expect(shown.weekList.map(({ weekCode, weekName }) => weekCode + weekName)).toEqual([
    '2星期一',
    '3星期二',
    '4星期三',
    '5星期四',
    '6星期五',
    '7星期六',
    '1星期日',
  ]);
  expect(shown.timeList).toHaveLength(12);
  expect(shown.timeList[0]).toEqual({ timeCode: '1', timeName: '第1节', startTime: '08:00', endTime: '08:45' });
  const card = {
    scheduleId: 'SC1',
    courseName: '程序设计基础',
    groupName: '101班',
    weeks: '1-16',
    timeName: '第1-2节',
    teachingClassName: '计算机1班',
    numberOfStudent: 2,
    classroomName: 'A101',
    classroomCode: '',
    teacherName: '王老师',
    adjusted: false,
  };
  expect(shown.list.slice(0, 2)).toEqual([
    { time: { timeCode: '1' }, week: { weekCode: '2' }, courseList: [card] },
    { time: { timeCode: '2' }, week: { weekCode: '2' }, courseList: [card] },
  ]);
  expect((await teacher.get(ownTimetable, { week: 17 })).list).toEqual([]);
});

test('a meeting that was adjusted stands where it takes place in that week', async () => {
  await school.pool.query(
    `insert into base.class_schedule_change (apply_id, schedule_id, week, after_week, after_weekday, after_period,
        after_room, after_gh)
     values ('A1', 'SC1', 5, 6, 7, '5', 'A105', 'T08'), ('A2', 'SC1', 7, null, null, null, null, null)`,
  );
  const [teacher, other] = await Promise.all(['teacher1', 'teacher2'].map((name) => school.browser(name)));
  const courses = async (who: typeof teacher, week: number) =>
    (await who!.get(ownTimetable, { week })).list.flatMap(({ week: { weekCode }, courseList }) =>
      courseList.map(({ scheduleId, weeks }) => `${weekCode} ${scheduleId} ${weeks}`),
    );
  expect(await courses(teacher, 5)).toEqual(['3 SC2 1-16', '3 SC2 1-16']);
  expect(await courses(teacher, 7)).toEqual(['3 SC2 1-16', '3 SC2 1-16']);
  expect(await courses(other, 6)).toEqual(['4 SC3 1-16', '4 SC3 1-16', '1 SC1 6']);
});

test('a student sees the own classes; others see timetables within their scope alone', async () => {
  const [pupil, clerk, office, nobody] = await Promise.all(
    ['pupil1', 'clerk1', 'office1', 'nobody'].map((name) => school.browser(name)),
  );
  const own = await pupil!.get(ownTimetable, { week: 1 });
  expect(new Set(own.list.flatMap(({ courseList }) => courseList.map(({ scheduleId }) => scheduleId)))).toEqual(
    new Set(['SC1', 'SC2']),
  );
  const ask = { week: 1 } as const;
  expect((await pupil!.call(queryTimetable, { kind: 'student', code: 'S2026003', ...ask })).status).toBe(403);
  expect((await nobody!.call(ownTimetable, {})).status).toBe(403);
  for (const [kind, inside, outside] of [
    ['teacher', 'T01', 'T08'],
    ['classInfo', 'B101', 'B102'],
    ['teachingClass', 'TC1', 'TC2'],
    ['student', 'S2026001', 'S2026003'],
  ] as const) {
    expect((await clerk!.get(queryTimetable, { kind, code: inside, ...ask })).list.length, kind).toBeGreaterThan(0);
    expect(await clerk!.call(queryTimetable, { kind, code: outside, ...ask }), kind).toMatchObject({ status: 404 });
    expect((await office!.get(queryTimetable, { kind, code: outside, ...ask })).list.length, kind).toBeGreaterThan(0);
  }
  expect(await office!.call(queryTimetable, { kind: 'classroom', code: 'none', ...ask })).toMatchObject({
    status: 404,
  });
});
