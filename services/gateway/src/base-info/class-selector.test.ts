import {
  administrativeClass,
  queryAdministrativeClasses,
  queryClassTree,
} from '@jwxt/contracts/base-info/administrative-class.operations.ts';
import {
  addClassesToRosterOperation,
  previewRosterOfClasses,
} from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  const place = { njzydm: 'M101', dwh: '101', zydm: 'Z101', njdm: '2026', xqdm: '1' };
  const known = { ...place, bjdm: 'B101b', xbm: '1', xslbdm: '4201' };
  await insertReferenceRows(school.pool, 'classInfo', [
    { ...place, bjdm: 'B101b', ywbm: '26102', bjmc: '软件2班' },
    { ...place, bjdm: 'B101c', ywbm: '26103', bjmc: '已毕业班', sfby: '1' },
  ]);
  await insertReferenceRows(school.pool, 'student', [
    { ...known, studentCode: 'S21', studentNumber: '21', studentName: '周一', dqztm: '01' },
    { ...known, studentCode: 'S22', studentNumber: '22', studentName: '钱二', dqztm: '01' },
    { ...known, studentCode: 'S23', studentNumber: '23', studentName: '离校三', dqztm: '08' },
  ]);
  const opened = (id: string, name: string) => ({
    teachingClassId: id,
    teachingClassCode: id,
    teachingClassName: name,
    semesterId: SEMESTER,
    courseId: 'K1',
    openDepartmentId: '101',
    xqdm: '1',
    scoreHierarchyCode: 'bfz',
  });
  await insertReferenceRows(school.pool, 'teachingClass', [opened('TN', '新开1班'), opened('TE', '新开2班')]);
  await insertReferenceRows(school.pool, 'teachingClassStudent', [
    { teachingClassId: 'TE', studentCode: 'S22', listSource: '手工' },
  ]);
  const meeting = (scheduleId: string, teachingClassId: string, gh: string) => ({
    scheduleId,
    teachingClassId,
    semesterId: SEMESTER,
    weeks: '1-16',
    weekday: 5,
    period: '5-6',
    room: `${scheduleId}室`,
    gh,
  });
  await insertReferenceRows(school.pool, 'classSchedule', [meeting('SN', 'TN', 'T01'), meeting('SX', 'TC2', 'T08')]);
  await insertReferenceRows(school.pool, 'teachingClassStudent', [
    { teachingClassId: 'TC2', studentCode: 'S21', listSource: '手工' },
  ]);
  [office, clerk] = (await Promise.all(['office1', 'clerk1'].map((name) => school.browser(name)))) as [
    Browser,
    Browser,
  ];
});
afterAll(() => school.stop());

test('PICKERS-038, PICKERS-050: the tree has root, units, majors and classes, each with the ids below', async () => {
  const nodes = await office.get(queryClassTree, {});
  expect(nodes[0]).toEqual({
    key: '001',
    title: '全校',
    level: 'xy',
    pkey: '',
    administrativeClassIds: 'B101b,B101,B102',
  });
  expect(nodes.filter(({ level }) => level === 'DW' || level === 'ZY')).toEqual([
    { key: '101', title: '计算机学院', level: 'DW', pkey: '001', administrativeClassIds: 'B101b,B101' },
    { key: '102', title: '数学学院', level: 'DW', pkey: '001', administrativeClassIds: 'B102' },
    { key: 'M101', title: '2026级专业101', level: 'ZY', pkey: '101', administrativeClassIds: 'B101b,B101' },
    { key: 'M102', title: '2026级专业102', level: 'ZY', pkey: '102', administrativeClassIds: 'B102' },
  ]);
  expect((await clerk.get(queryClassTree, {})).map(({ key }) => key)).toEqual(['001', '101', 'M101', 'B101b', 'B101']);
});

test('PICKERS-049, PICKERS-051: classes of a unit or grade-major by number and name, within the scope', async () => {
  const ask = (input: object) => office.get(queryAdministrativeClasses, { pageNum: 1, pageSize: 20, ...input });
  expect(Object.keys(administrativeClass.shape)).toEqual([
    'administrativeClassId',
    'administrativeClassNumber',
    'administrativeClassName',
    'grade',
    'dept',
    'majorName',
    'deptCode',
    'gradeMajorCode',
  ]);
  expect(await ask({ dept: '102' })).toEqual({
    total: 1,
    list: [
      {
        administrativeClassId: 'B102',
        administrativeClassNumber: 'B102',
        administrativeClassName: '102班',
        grade: '2026级',
        dept: '数学学院',
        majorName: '专业102',
        deptCode: '102',
        gradeMajorCode: 'M102',
      },
    ],
  });
  const ids = async (input: object) => (await ask(input)).list.map((row) => row.administrativeClassId);
  expect(await ids({ gradeMajorId: 'M101' })).toEqual(['B101b', 'B101']);
  expect(await ids({ administrativeClassNumber: '2610' })).toEqual(['B101b']);
  expect(await ids({ administrativeClassName: '2班' })).toEqual(['B102', 'B101b'].toSorted());
  expect(await clerk.get(queryAdministrativeClasses, { dept: '102', pageNum: 1, pageSize: 20 })).toEqual({
    total: 0,
    list: [],
  });
});

test('PICKERS-001: whole classes come into a roster: told before who does not, logged row by row, once', async () => {
  const chosen = { teachingClassId: 'TN', administrativeClassIds: ['B101b'] };
  const preview = await office.get(previewRosterOfClasses, chosen);
  expect(preview).toMatchObject({
    added: 1,
    enrolled: 0,
    classes: [{ administrativeClassName: '软件2班', added: 1, students: 3 }],
  });
  expect(preview.conflicts.map(({ studentName, comesIn, reason }) => [studentName, comesIn, reason])).toEqual([
    ['周一', true, '与“数学1班”上课时间冲突'],
    ['钱二', false, '已在同一课程的教学班“新开2班”，不加入'],
    ['离校三', false, '已离校，不加入'],
  ]);
  const add = (expected: number, more: object = {}) =>
    office.call(addClassesToRosterOperation, { commandId: crypto.randomUUID(), ...chosen, expected, ...more });
  expect(await add(2)).toMatchObject({ code: 'ROSTER_CHANGED', message: '名单在预览后有变化，请重新预览' });
  expect((await add(1)).data).toEqual({ added: 1 });
  expect(await office.get(previewRosterOfClasses, chosen)).toMatchObject({ added: 0, enrolled: 1 });
  const { rows } = await school.pool.query(
    `select operation, key, after ->> 'list_source' as source, user_name from base.operation_log
      where resource = 'teachingClassStudent'`,
  );
  expect(rows).toEqual([{ operation: 'addClasses', key: 'TN/S21', source: '行政班', user_name: 'office1' }]);
});

test('a roster takes no class that cannot be chosen, and none is changed by who may not', async () => {
  const chosen = { teachingClassId: 'TN', administrativeClassIds: ['B101c'] };
  const refused = await office.call(previewRosterOfClasses, chosen);
  expect(refused.fieldErrors).toEqual([
    { field: 'administrativeClassIds', message: '有行政班不存在、已停用或毕业，或不在您的数据范围内，请重新选择' },
  ]);
  expect(
    (await office.call(previewRosterOfClasses, { ...chosen, teachingClassId: 'none' })).fieldErrors?.[0]?.field,
  ).toBe('teachingClassId');
  expect((await clerk.call(previewRosterOfClasses, chosen)).status).toBe(403);
  await school.pool.query(`update base.semester set sfgd = '1' where xnxq = $1`, [SEMESTER]);
  const closed = await office.call(addClassesToRosterOperation, {
    commandId: crypto.randomUUID(),
    teachingClassId: 'TN',
    administrativeClassIds: ['B101'],
    expected: 2,
  });
  expect(closed).toMatchObject({ code: 'ROSTER_CLASS_CLOSED', message: '教学班所在学期已归档，不能修改' });
});
