import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { initSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { regularApprovalDetail } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { applyScoreChangeOperation } from '@jwxt/contracts/score/score-change.operations.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { longJobDetail } from '@jwxt/contracts/system/long-job.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { decide, submitSheet } from '../../testing/score-steps.ts';
import { SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const soon = { timeout: 60_000, interval: 50 };
const TC1 = { teachingClassId: 'TC1', scoreType: '1' as const };
let school: School;
let [office, teacher, dean, registrar] = [] as unknown as [Browser, Browser, Browser, Browser];

beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, teacher, dean, registrar] = (await Promise.all(
    ['office1', 'teacher1', 'dean1', 'registrar1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser];
  // A retake counts for 70 at most; the sheets are set up under that.
  await school.pool.query(`update base.parameter set para_value = '70' where param_code = 'CJ_CXFDX'`);
  const { jobId } = await office.get(initSet, {
    status: '1',
    teachingClassId: '',
    semesterId: SEMESTER,
    scoreType: '1',
    commandId: crypto.randomUUID(),
    overwrite: '1',
  });
  await vi.waitFor(async () => expect((await office.get(longJobDetail, { jobId })).status).toBe('2'), soon);
});
afterAll(() => school.stop());

/** Passes an application at every node that asks. */
async function pass(applyId: string): Promise<void> {
  for (const by of [dean, registrar, office])
    if ((await by.call(approvalDetail, { applyId })).data.mayApprove) await decide(by, applyId, '0');
}
const attempts = async () =>
  (
    await school.pool.query<{ student: string; nature: string; final: number; raw: number | null }>(
      `select student_code as student, exam_nature as nature, final, raw_final as raw from ${attemptTable}
        where teaching_class_id = 'TC1' order by student_code`,
    )
  ).rows;

// CJ_CXFDX: S2026002 is on the list of the ordinary class with the source 重修.
it('who retakes in an ordinary class passes for the cap: in the sheet, its approval and the attempt', async () => {
  const applyId = await submitSheet(teacher, 'TC1', {
    S2026001: { ps: '90', qm: '95' },
    S2026002: { ps: '90', qm: '95' },
  });
  const shown = [
    { studentCode: 'S2026001', studentScoreFinalValue: '93.00', studentScoreFinalValueRemark: '' },
    {
      studentCode: 'S2026002',
      isReExamStudentName: '重修',
      studentScoreFinalValue: '70.00',
      studentScoreFinalValueRemark: '成绩 93.00，通过后按 70.00 计',
    },
  ];
  await expect
    .poll(async () => (await teacher.get(sheet, TC1)).rows, soon)
    .toMatchObject([
      { ...shown[0], retaking: false },
      { ...shown[1], retaking: true, passed: true },
    ]);
  expect(await teacher.get(sheet, TC1)).toMatchObject({ retakeCap: 7000 });
  expect((await dean.get(regularApprovalDetail, { applyId })).rows).toMatchObject(shown);
  await pass(applyId);
  await expect.poll(attempts, soon).toEqual([
    { student: 'S2026001', nature: '01', final: 9300, raw: null },
    { student: 'S2026002', nature: '13', final: 7000, raw: 9300 },
  ]);
});

it('a change of the published score counts for the cap too', async () => {
  const { applyId } = await teacher.get(applyScoreChangeOperation, {
    ...TC1,
    commandId: crypto.randomUUID(),
    reason: '漏加分',
    rows: [{ studentCode: 'S2026002', items: { qm: { before: '95.0', after: '85' } } }],
  });
  await pass(applyId);
  await expect.poll(attempts, soon).toContainEqual({ student: 'S2026002', nature: '13', final: 7000, raw: 8700 });
});
