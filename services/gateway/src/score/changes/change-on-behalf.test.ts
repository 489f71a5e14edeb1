import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { scoreRollback } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import {
  applyScoreChangeFor,
  applyScoreChangeOperation,
  queryScoreChanges,
  scoreChangeDetail,
} from '@jwxt/contracts/score/score-change.operations.ts';
import { regularApprovalDetail } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { decide, submitSheet } from '../../testing/score-steps.ts';
import { SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

const TC1 = { teachingClassId: 'TC1', scoreType: '1' as const };
const soon = { timeout: 60_000, interval: 50 };
let school: School;
let [clerk, teacher, dean, registrar, office] = [] as unknown as [Browser, Browser, Browser, Browser, Browser];
beforeAll(async () => {
  school = await startSchool({ services: true });
  [clerk, teacher, dean, registrar, office] = (await Promise.all(
    ['clerk1', 'teacher1', 'dean1', 'registrar1', 'office1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser, Browser];
  await pass(await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '80' }, S2026002: { ps: '60', qm: '61' } }));
});
afterAll(() => school.stop());

async function pass(applyId: string): Promise<void> {
  for (const by of [dean, registrar, office])
    if ((await by.call(approvalDetail, { applyId })).data.mayApprove) await decide(by, applyId, '0');
}
const change = (studentCode: string, before: string, after: string) => ({
  ...TC1,
  reason: '漏加分',
  commandId: crypto.randomUUID(),
  rows: [{ studentCode, items: { qm: { before, after } } }],
});
const rollBack = () => ({
  ...TC1,
  status: '1' as const,
  semesterId: SEMESTER,
  commandId: crypto.randomUUID(),
  reason: '试',
});
let [ofClerk, ofTeacher] = ['', ''];

it('the unit’s clerk asks for a teacher who left: told is who applied and for whom, also to teachers', async () => {
  // The teachers have left the class since.
  await school.pool.query(`delete from base.teaching_class_teacher where teaching_class_id = 'TC1' and gh = 'T01'`);
  expect(await teacher.call(applyScoreChangeOperation, change('S2026001', '80.0', '85'))).toMatchObject({
    status: 403,
    code: 'SHEET_NOT_TEACHER',
  });
  expect(await clerk.get(sheet, TC1)).toMatchObject({ changeAs: 'onBehalf' });
  // Outside the own unit, or without the permission, nobody does.
  expect(
    await (await school.browser('clerk2')).call(applyScoreChangeFor, change('S2026001', '80.0', '85')),
  ).toMatchObject({ code: 'SHEET_NOT_TEACHER' });
  expect(await teacher.call(applyScoreChangeFor, change('S2026001', '80.0', '85'))).toMatchObject({ status: 403 });
  ({ applyId: ofClerk } = await clerk.get(applyScoreChangeFor, change('S2026001', '80.0', '85')));
  expect(await dean.get(scoreChangeDetail, { applyId: ofClerk })).toMatchObject({
    applicantName: '孙教务',
    onBehalfOf: '王老师、陈老师',
  });
  expect((await clerk.get(queryScoreChanges, {})).rows).toMatchObject([{ onBehalfOf: '王老师、陈老师' }]);
  await expect
    .poll(
      async () =>
        (
          await school.pool.query<{ content: string }>(
            `select message.content from base.system_message_entity message
               join base.system_message_audience audience using (system_message_entity_id)
              where audience.user_name = 'teacher1b' and message.title = '已代您申请成绩更改'`,
          )
        ).rows.map(({ content }) => content),
      soon,
    )
    .toEqual([
      '孙教务代王老师、陈老师申请更改“程序设计基础 计算机1班”中 1 名学生的成绩，原因：漏加分。审批通过后生效。',
    ]);
});

it('another student’s change is open beside it, the same student’s is not; the sheet says whom they hold', async () => {
  const second = await school.browser('teacher1b');
  expect(await second.get(sheet, TC1)).toMatchObject({ changeAs: 'teacher' });
  expect(await second.call(applyScoreChangeOperation, change('S2026001', '80.0', '90'))).toMatchObject({
    status: 409,
    code: 'APPROVAL_OPEN_EXISTS',
    message: expect.stringContaining('孙教务') as string,
  });
  ({ applyId: ofTeacher } = await second.get(applyScoreChangeOperation, change('S2026002', '61.0', '62')));
  expect((await second.get(sheet, TC1)).openChanges).toEqual([
    { applyId: ofClerk, studentCodes: ['S2026001'] },
    { applyId: ofTeacher, studentCodes: ['S2026002'] },
  ]);
  expect(await office.call(scoreRollback, rollBack())).toMatchObject({ code: 'EXAM_ROLLBACK_OPEN_CHANGE' });
  await pass(ofTeacher);
  await expect.poll(async () => (await second.get(sheet, TC1)).openChanges.length, soon).toBe(1);
  await pass(ofClerk);
  await expect
    .poll(async () => (await second.get(sheet, TC1)).rows.map(({ items }) => items['qm']), soon)
    .toEqual(['85.0', '62.0']);
  expect((await second.get(sheet, TC1)).openChanges).toEqual([]);
});

// SCORE-CHANGE-01, decision 073
it('the unit asks for a remark while scores wait; who approves them reads of it, and it follows', async () => {
  await office.get(scoreRollback, rollBack());
  const second = await school.browser('teacher1b');
  await expect.poll(() => second.get(sheet, TC1), soon).toMatchObject({ sheetStatus: '2' });
  const scores = { S2026001: { ps: '81', qm: '80' }, S2026002: { ps: '60', qm: '61' } };
  const ofSheet = await submitSheet(second, 'TC1', scores);
  expect(await second.get(sheet, TC1)).toMatchObject({ sheetStatus: '3', changeAs: null });
  expect(await clerk.get(sheet, TC1)).toMatchObject({ changeAs: 'onBehalf' });
  const cheated = {
    ...TC1,
    reason: '考场记录',
    commandId: crypto.randomUUID(),
    rows: [{ studentCode: 'S2026001', scoreRemarkCode: { before: '00', after: '04' } }],
  };
  const { applyId } = await clerk.get(applyScoreChangeFor, cheated);
  await pass(applyId);
  const shown = await dean.get(regularApprovalDetail, { applyId: ofSheet });
  expect(shown).toMatchObject({
    rows: [{ scoreRemarkName: '正常', passed: true }, { scoreRemarkName: '正常' }],
    remarkChanges: [{ applyId, before: '正常', after: '作弊', applicantName: '孙教务' }],
  });
  expect((await clerk.get(sheet, TC1)).openChanges).toEqual([{ applyId, studentCodes: ['S2026001'] }]);
  await pass(ofSheet);
  await expect
    .poll(() => clerk.get(sheet, TC1), soon)
    .toMatchObject({ sheetStatus: '4', openChanges: [], rows: [{ scoreRemarkCode: '04' }, { scoreRemarkCode: '00' }] });
  expect(await dean.get(scoreChangeDetail, { applyId })).toMatchObject({ effectTime: expect.any(String) as string });
  expect((await dean.get(regularApprovalDetail, { applyId: ofSheet })).remarkChanges).toEqual([]);
});
