import { afterAll, beforeAll, expect, test } from 'vitest';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { scoreRollback } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { LEFT_CLASS, saveScores, sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { decide, fillSheet, submitSheet } from '../../testing/score-steps.ts';
import { startSchool, type School } from '../../testing/school.ts';

/*
 * A student leaves a class whose sheet is open, and one whose scores are published (SCORE-MORE-07).
 */

const attemptTable = readModelTable(attemptModel, 'attempt');
const TC1 = { teachingClassId: 'TC1', scoreType: '1' } as const;
const leaving = 'S2026002';

let school: School;
let teacher: Browser;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [teacher, office] = await Promise.all([school.browser('teacher1'), school.browser('office1')]);
});
afterAll(() => school.stop());

const { operations } = teachingClassStudent;
const id = (): string => crypto.randomUUID();
const leave = () => office.get(operations.delete, { commandId: id(), key: `TC1/${leaving}` });
const comeBack = () =>
  office.get(operations.create, {
    commandId: id(),
    values: { teachingClassId: 'TC1', studentCode: leaving, listSource: '手工' },
  });
const seen = async () => {
  const { rows, leftRows } = await teacher.get(sheet, TC1);
  const told = (list: typeof rows) => list.map((row) => [row.studentCode, row.items['qm'], row.isReExamStudentName]);
  return { rows: told(rows), left: told(leftRows) };
};
const save = async (studentCode: string, qm: string) =>
  teacher.call(saveScores, {
    ...TC1,
    commandId: id(),
    rows: [{ studentCode, items: { qm }, revision: (await teacher.get(sheet, TC1)).revision }],
  });

test('who leaves a class leaves its open sheet; what was typed is kept apart, and comes back too', async () => {
  await fillSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '90' }, [leaving]: { ps: '70', qm: '75' } });
  await leave();
  expect(await seen()).toEqual({ rows: [['S2026001', '90.0', '']], left: [[leaving, '75.0', LEFT_CLASS]] });
  expect(await save(leaving, '60')).toMatchObject({ status: 400, code: 'SHEET_STUDENT_NOT_IN_CLASS' });
  await comeBack();
  expect((await seen()).rows).toMatchObject([{}, [leaving, '75.0', '手工']]);
});

test('who leaves after publication stays on the sheet, and is handed in again when it was taken back', async () => {
  const publish = async (qm: string) => {
    const applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm } });
    for (const name of ['dean1', 'registrar1'])
      if ((await teacher.get(sheet, TC1)).sheetStatus === '3') await decide(await school.browser(name), applyId, '0');
    await expect.poll(async () => (await teacher.get(sheet, TC1)).sheetStatus).toBe('4');
  };
  const attempts = async () =>
    (
      await school.pool.query<{ final: number }>(
        `select final from ${attemptTable} where student_code = $1 and teaching_class_id = 'TC1'`,
        [leaving],
      )
    ).rows.map(({ final }) => final);
  await publish('91');
  await expect.poll(attempts).toEqual([7300]);
  await leave();
  const stays = {
    rows: [
      ['S2026001', '91.0', ''],
      [leaving, '75.0', LEFT_CLASS],
    ],
    left: [],
  };
  expect(await seen()).toEqual(stays);
  await office.get(scoreRollback, {
    ...TC1,
    status: '1',
    semesterId: '2026-2027-1',
    commandId: id(),
    reason: '核对',
  });
  await expect.poll(attempts).toEqual([]);
  expect(await seen()).toEqual(stays);
  expect((await save(leaving, '85')).code).toBe('200');
  await publish('92');
  await expect.poll(attempts).toEqual([7900]);
});
