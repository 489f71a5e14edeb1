import { afterAll, beforeAll, expect, test } from 'vitest';
import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import {
  archiveSemesterOperation,
  copySemesterSettingsOperation,
  semesterReadiness,
  setCurrentSemesterOperation,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import { queryExamSets, timeSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import { outsideScoreTime, scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import type { Browser } from '../testing/browser.ts';
import { submitSheet } from '../testing/score-steps.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * A new semester starts with the settings of the last; what is open in the last is told before it is closed
 * (BASE-DATA-16).
 */

let school: School;
let office: Browser;
const next = '2026-2027-2';
const id = (): string => crypto.randomUUID();
beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
  await school.pool.query(`update base.semester set ksrq = '2026-09-07', jsrq = '2027-01-17' where xnxq = $1`, [
    SEMESTER,
  ]);
  await office.get(semester.operations.create, {
    commandId: id(),
    values: { xnxq: next, ksrq: '2027-02-22', jsrq: '2027-07-04', zs: 19, sfqy: '1' },
  });
});
afterAll(() => school.stop());

const copy = { from: SEMESTER, to: next, names: ['scoreTermControl', 'outsideScoreTime'] };
const times = async (of: string) =>
  (
    await school.pool.query<{ begin: Date; end: Date; unit: string | null }>(
      `select score_term_input_begin_time as begin, score_term_input_end_time as end, department_id as unit
         from base.score_term_control where semester_id = $1 order by begin, unit nulls first`,
      [of],
    )
  ).rows;

test('what is set for the last semester is shown, copied with its times moved, and never doubled', async () => {
  const before = await office.get(semesterReadiness, { key: next });
  expect(before).toMatchObject({ lastSemester: SEMESTER, lastSemesterName: '2026-2027学年第一学期', open: [] });
  const last = await times(SEMESTER);
  expect(before.settings).toContainEqual({
    name: 'scoreTermControl',
    title: '成绩学期控制',
    here: 0,
    last: last.length,
  });
  const { copies } = await office.get(copySemesterSettingsOperation, { commandId: id(), ...copy });
  expect(copies).toContainEqual({ title: '成绩学期控制', copied: last.length, there: 0 });
  const days = 168 * 86_400_000;
  expect((await times(next)).map(({ begin, end }) => [begin.getTime() - days, end.getTime() - days])).toEqual(
    last.map(({ begin, end }) => [begin.getTime(), end.getTime()]),
  );
  const again = await office.get(copySemesterSettingsOperation, { commandId: id(), ...copy });
  expect(again.copies).toContainEqual({ title: '成绩学期控制', copied: 0, there: last.length });
  expect(await times(next)).toHaveLength(last.length);
  // They are rows like all others: the office changes them one by one.
  const { rows } = await office.get(scoreTermControl.operations.query, { semesterId: next });
  expect(rows).toHaveLength(last.length);
  expect((await office.get(outsideScoreTime.operations.query, { semesterId: next })).total).toBe(0);
});

test('only the office copies, to a semester that is open and another', async () => {
  expect(
    await (await school.browser('clerk1')).call(copySemesterSettingsOperation, { commandId: id(), ...copy }),
  ).toMatchObject({ status: 403 });
  expect(await office.call(copySemesterSettingsOperation, { commandId: id(), ...copy, to: SEMESTER })).toMatchObject({
    code: 'SEMESTER_SAME',
    message: '不能从本学期复制到本学期',
  });
  await school.pool.query(`update base.semester set sfgd = '1' where xnxq = $1`, [next]);
  expect(await office.call(copySemesterSettingsOperation, { commandId: id(), ...copy })).toMatchObject({
    code: 'SEMESTER_ARCHIVED',
  });
  expect(await office.call(semesterReadiness, { key: '1999-2000-1' })).toMatchObject({ status: 404 });
});

test('what is open in a semester is told by kind', async () => {
  await school.pool.query(`delete from base.teaching_class_teacher where teaching_class_id = 'TC3'`);
  const { open } = await office.get(semesterReadiness, { key: SEMESTER });
  expect(open).toEqual(
    expect.arrayContaining([
      { what: '有学生而没有任课教师的教学班', n: 1, scoreType: null },
      { what: '没有提交正考成绩的教学班（1 个没有成绩单）', n: 3, scoreType: '1' },
    ]),
  );
});

test('what was never handed in is listed, asked about, and still handed in after its semester is closed', async () => {
  await school.pool.query(`update base.semester set sfgd = '0' where xnxq = $1`, [next]);
  await school.pool.query(`update base.semester set jsrq = '2026-11-20' where xnxq = $1`, [SEMESTER]);
  // A class that does not take place: nobody is in it, and nobody waits for its scores.
  await school.pool.query(`delete from base.teaching_class_student where teaching_class_id = 'TC3'`);
  await office.get(setCurrentSemesterOperation, { commandId: id(), key: next });
  const teacher = await school.browser('teacher1');
  const [elsewhere] = (await teacher.get(entryClasses, {})).elsewhere;
  expect(elsewhere).toMatchObject({ semesterId: SEMESTER, semesterName: '2026-2027学年第一学期', scoreType: '1' });
  const unfinished = async () =>
    (await office.get(queryExamSets, { semesterId: SEMESTER, unfinished: '1' })).list.map((row) => row.teachingClassId);
  expect(await unfinished()).toEqual(['TC1', 'TC2']);

  const close = { key: SEMESTER };
  expect(await office.call(archiveSemesterOperation, { commandId: id(), ...close })).toMatchObject({
    code: 'SEMESTER_UNFINISHED',
    fieldErrors: [{ field: 'reason', message: expect.stringContaining('还有 2 个教学班的成绩没有提交') as string }],
  });
  await office.get(archiveSemesterOperation, { commandId: id(), ...close, reason: '教师病休，返校后补交' });
  const { rows } = await school.pool.query<{ after: object }>(
    `select after from base.operation_log where operation = 'archive' order by id desc limit 1`,
  );
  expect(rows[0]?.after).toMatchObject({ unfinished: 2, reason: '教师病休，返校后补交' });

  await office.get(timeSet, {
    status: '1',
    semesterId: SEMESTER,
    scoreType: '1',
    teachingClassId: 'TC1',
    commandId: id(),
    scoreTermInputBeginTime: toDateTimeText(Date.now() - 86_400_000),
    scoreTermInputEndTime: toDateTimeText(Date.now() + 86_400_000),
  });
  await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '90' }, S2026002: { ps: '70', qm: '75' } });
  expect(await unfinished()).toEqual(['TC2']);
  expect((await teacher.get(entryClasses, {})).elsewhere.map(({ n }) => n)).not.toEqual([elsewhere?.n]);
});
