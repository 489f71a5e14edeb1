import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import {
  statusChangeEffects,
  submitStatusChangeOperation,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import { statusTimeline } from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { statusChangeFor, statusChangePath } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { allSaved, openFromMenu, openWindows, shownIn, soon, told, typeScore } from './people.ts';
import { newClasses, passByApi, sheetOf } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

// STUDENT-STATUS-16, STUDENT-STATUS-40
it('the office sees what a change will do, implements it with a document, and finds it in the time line', async () => {
  const api = await signInToApi(product.url, 'office1');
  const { rows } = await api.call(statusChange.operations.query, { pageNo: 1, pageSize: 50 });
  const waiting: WireRow | undefined = rows.find(
    (row) => row['approvalStatus'] === '9' && row['implementStatus'] === '0',
  );
  const [applyId, studentCode] = [String(waiting?.['applyId']), String(waiting?.['studentCode'])];
  const [office] = await openWindows(browser, product.url, 'office1');
  await openFromMenu(office, product.url, 'student', '学籍异动', '学籍异动');
  await office.getByRole('table', { name: '学籍异动' }).getByText('未执行').first().waitFor();
  await office.goto(`${product.url}${statusChangePath(applyId)}`);
  await office.getByText('生效时将办理的事项').waitFor();
  await office.getByRole('button', { name: '执行', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: '执行', exact: true }).click();
  await office.getByText('待生效').first().waitFor();
  const told = await api.call(statusChangeEffects, { applyId });
  expect(told.documentNumber).toMatch(/^XJ\d{8}$/);
  await expect.poll(async () => (await api.call(statusTimeline, { studentCode })).steps[0]?.coming, soon).toBe(true);
});

interface Suspended {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  /** The day of the suspension, a year before today. */
  readonly since: string;
  readonly today: string;
  readonly classAfter: string;
  readonly gradeMajorBefore: string;
  readonly gradeMajorAfter: string;
}

/** One of some students who was here a year ago, and of whose major there is a class in the grade below. */
async function whoIsSuspended(codes: readonly string[]): Promise<Suspended> {
  const pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'status journey', max: 1 });
  try {
    const { rows } = await pool.query<Suspended>(
      `select student.student_code as "studentCode", student.student_number as "studentNumber",
          student.student_name as "studentName", (base.school_day() - 360)::text as since,
          base.school_day()::text as today, below.bjdm as "classAfter", own.njzymc as "gradeMajorBefore",
          later.njzymc as "gradeMajorAfter"
         from base.student join base.grade_major own on own.njzydm = student.njzydm
         join base.grade_major later on later.zydm = own.zydm and later.njdm::int = own.njdm::int + 1
         join base.class_info below on below.njzydm = later.njzydm and below.sfqy = '1'
        where student.student_code = any($1) and student.dqztm = '01'
          and not exists (select from base.user_account account where account.student_code = student.student_code)
          and not exists (select from base.status_change known where known.student_code = student.student_code)
          and (select min(effective_date) from base.student_status_fact fact
            where fact.student_code = student.student_code) < base.school_day() - 360
        order by student.student_code, below.bjdm limit 1`,
      [codes],
    );
    if (!rows[0]) throw new Error('nobody of the class was here a year ago');
    return rows[0];
  } finally {
    await pool.end();
  }
}

/** Both who decide pass an application, and the office implements it in the browser. */
async function passAndImplement(office: Page, applyId: string): Promise<void> {
  for (const name of ['dean1', 'registrar1']) await passByApi(await signInToApi(product.url, name), applyId);
  await office.goto(`${product.url}${statusChangePath(applyId)}`);
  await office.getByRole('button', { name: '执行', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: '执行', exact: true }).click();
  await office.getByText('已办理的事项').waitFor();
}

async function applyIdOf(api: ApiSession, studentNumber: string, changeType: string): Promise<string> {
  const { rows } = await api.call(statusChange.operations.query, {
    studentNumber,
    changeType,
    pageNo: 1,
    pageSize: 10,
  });
  const row: WireRow | undefined = rows[0];
  return String(row?.['applyId']);
}

// STUDENT-STATUS-16, SCHEME-39
it('休学 during entry sets a student apart; back a year later he studies by the plan of the grade below', async () => {
  const [teacherApi, api] = [await signInToApi(product.url, 'teacher1'), await signInToApi(product.url, 'clerk1')];
  const [teachingClassId = ''] = await newClasses(product, teacherApi, 40, 1);
  const sheet = await sheetOf(teacherApi, teachingClassId);
  const one = await whoIsSuspended(sheet.rows.map(({ studentCode }) => studentCode));
  const [teacher, clerk, office] = await openWindows(browser, product.url, 'teacher1', 'clerk1', 'office1');
  await teacher.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1?size=all`);
  const [item] = sheet.items;
  await typeScore(teacher, one.studentCode, item!.dataKey, '85');
  await allSaved(teacher);

  // The clerk is led to the form from elsewhere, with what is known of why.
  await clerk.goto(`${product.url}${statusChangeFor(one.studentCode, '11', '本学期累计请假 50 天，超过 42 天')}`);
  const form = clerk.getByRole('dialog');
  await form.getByLabel('异动原因').click();
  await clerk.getByRole('option', { name: '家长病重' }).first().click();
  await form.getByLabel('异动日期').fill(one.since);
  await form.getByLabel('截止日期').fill(one.today);
  await form.getByRole('button', { name: '确定' }).click();
  await expect.poll(() => applyIdOf(api, one.studentNumber, '11'), soon).not.toBe('undefined');
  const away = await applyIdOf(api, one.studentNumber, '11');
  await clerk.goto(`${product.url}${statusChangePath(away)}`);
  await clerk.getByText('本学期累计请假 50 天，超过 42 天').waitFor();
  await clerk.getByRole('button', { name: '提交送审' }).click();
  await told(clerk, '送审成功');
  await passAndImplement(office, away);
  await office.getByRole('table', { name: '异动影响' }).getByText('成绩录入').first().waitFor();
  const row = teacher.getByRole('row').filter({ hasText: one.studentNumber });
  await expect
    .poll(async () => {
      await teacher.reload();
      await row.first().waitFor();
      return await row.first().innerText();
    }, soon)
    .toContain('休学/退学中断');
  expect(await shownIn(teacher, one.studentCode, item!.dataKey)).toMatch(
    /^85\.0\s*备注为休学\/退学中断，此成绩不计入总评$/,
  );

  const { key: back } = await api.call(statusChange.operations.create, {
    commandId: randomUUID(),
    values: {
      studentCode: one.studentCode,
      changeType: '12',
      changeReason: '99',
      reasonText: '休学期满',
      effectiveDate: one.today,
      endDate: null,
      classAfter: one.classAfter,
      studentTypeAfter: null,
      chosenStatus: null,
      targetSchool: null,
    },
  });
  await api.call(submitStatusChangeOperation, { commandId: randomUUID(), applyId: back });
  await passAndImplement(office, back);
  await office.getByText(`${one.gradeMajorBefore} → ${one.gradeMajorAfter}`).first().waitFor();
  // What is asked for next begins with the student and his new plan.
  await clerk.goto(`${product.url}${statusChangePath(back)}`);
  await clerk.getByRole('link', { name: '申请个人培养方案' }).click();
  await expect.poll(() => clerk.getByRole('combobox', { name: '学生' }).inputValue(), soon).toContain(one.studentName);
  await expect
    .poll(() => clerk.getByRole('combobox', { name: '依据年级专业' }).inputValue(), soon)
    .toContain(one.gradeMajorAfter);
  await clerk.goto(`${product.url}/jwxt/gly/schemeManage/studyProgress`);
  await clerk.getByRole('combobox', { name: '学生' }).fill(one.studentNumber);
  await clerk.getByRole('option', { name: new RegExp(one.studentNumber) }).click();
  await clerk.getByText(`${one.studentName}（${one.studentNumber}）· ${one.gradeMajorAfter}`).waitFor();
  await closeWindows(teacher, clerk, office);
});
