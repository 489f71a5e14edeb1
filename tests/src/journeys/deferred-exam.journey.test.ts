import { join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { deferredExamDetail, deferredExamQuery } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { decide, decisionForm, openWindows, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await givenBrowser();
  folder = await mkdtemp(join(tmpdir(), 'jwxt-journey-'));
  await writeFile(join(folder, '住院证明.txt'), '住院至月底');
});
afterAll(async () => {
  await leaveBrowser();
  await rm(folder, { recursive: true });
});

/** The account at which an application waits, of those whose names begin so. */
async function decider(kind: 'clerk' | 'dean', applyId: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const api = await signInToApi(product.url, `${kind}${String(number)}`);
    const { rows } = await api.call(deferredExamQuery, { view: 'todo' });
    if (rows.some((row) => row.applyId === applyId)) return `${kind}${String(number)}`;
  }
}

async function pass(kind: 'clerk' | 'dean', applyId: string): Promise<void> {
  const [page] = await openWindows(browser, product.url, await decider(kind, applyId));
  await page.goto(`${product.url}/jwxt/gly/scoreManage/deferredExam`);
  await page.locator(`tr[data-key="${applyId}"]`).getByRole('button', { name: '审批' }).click();
  await decisionForm(page).waitFor();
  await decide(page, { result: '通过', opinion: '情况属实' });
  await told(page, '审核成功');
  await closeWindows(page);
}

/** A teacher of the class. */
async function teacherOf(teachingClassId: string): Promise<string> {
  const pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', {
    name: 'deferred exam journey',
    max: 1,
  });
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select user_name as name from base.user_account where gh in
        (select gh from base.teaching_class_teacher where teaching_class_id = $1) order by 1`,
      [teachingClassId],
    );
    return rows[0]!.name;
  } finally {
    await pool.end();
  }
}

// SCORE-MORE-16, SCORE-MORE-17
it('a student asks with evidence, clerk and unit pass it, the sheet says 缓考, and the student sees it', async () => {
  const student: Page = await openWindow(browser, product.url, 'student2');
  await student
    .getByRole('link', { name: /^详情：/ })
    .first()
    .click();
  await student.getByText('待审核 · 院系教务员初审').first().waitFor();
  await student.getByText('诊断证明.txt').waitFor();
  const applyId = new URL(student.url()).pathname.split('/').at(-1)!;
  await student.getByRole('button', { name: '催办' }).click();
  await told(student, '催办成功');

  await student.getByRole('button', { name: '撤回' }).click();
  await student.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await told(student, '撤回成功');
  await student.getByRole('link', { name: '修改后重新送审' }).click();
  await student.getByLabel('说明').fill('');
  await student.getByRole('button', { name: '提交送审' }).click();
  await student.getByText('必填', { exact: true }).waitFor();
  await student.getByLabel('说明').fill('急性阑尾炎手术，住院至月底');
  await student.getByLabel('选择附件').setInputFiles(join(folder, '住院证明.txt'));
  await student.getByRole('list', { name: '附件' }).getByText('住院证明.txt').waitFor();
  await student.getByRole('button', { name: '提交送审' }).click();
  await told(student, '送审成功');
  await student.getByText('待审核 · 院系教务员初审').first().waitFor();

  await pass('clerk', applyId);
  await student.getByText('审核中 · 院系审核').first().waitFor();
  await pass('dean', applyId);
  // The page that is still open shows it, without a reload.
  await student.getByText('缓考已生效').waitFor();

  const api = await signInToApi(product.url, 'student2');
  const { rows } = await api.call(deferredExamQuery, { view: 'apply' });
  const mine = rows.find((row) => row.applyId === applyId)!;
  const teachingClassId = (await (await signInToApi(product.url, 'office1')).call(deferredExamDetail, { id: applyId }))
    .teachingClassId;
  const teacher = await openWindow(browser, product.url, await teacherOf(teachingClassId));
  await teacher.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1`);
  const remark = teacher.locator(`[data-cell="${mine.studentId}|scoreRemarkCode"]`);
  await remark.getByText('缓考').waitFor();
  // It is read-only there.
  await remark.click();
  expect(await remark.locator('input').count()).toBe(0);
  await closeWindows(student, teacher);
});
