import {
  generateMakeupLists,
  makeupGroupStudents,
  queryMakeupGroups,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { timeSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { staffMessages } from '@jwxt/contracts/notice/system-message.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { saveScores, semesters, sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { longJobDetail } from '@jwxt/contracts/system/long-job.operations.ts';
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import {
  allSaved,
  decide,
  decisionForm,
  openWindows,
  shownIn,
  showsAll,
  soon,
  submitSheet,
  told,
  typeScore,
} from './people.ts';
import { chooseFifteenth } from './readme-tour.ts';
import { fillIn, newClasses, passByApi, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
const score = (path: string) => `${product.url}/jwxt/gly/scoreManage/${path}`;
let browser: Browser;
let office: ApiSession;
/**
 * The group that a failed class came to, and one of its students: 59.0 in everything, which counts whatever other
 * failed attempts of the course there are.
 */
let group: string;
let student: string;
let courseName: string;

beforeAll(async () => {
  const [teacher, dean, registrar] = (await Promise.all(
    ['teacher1', 'dean1', 'registrar1'].map((name) => signInToApi(product.url, name)),
  )) as [ApiSession, ApiSession, ApiSession];
  office = await signInToApi(product.url, 'office1');
  browser = await givenBrowser();
  const [teachingClassId] = await newClasses(product, teacher, 30, 1);
  await fillIn(teacher, teachingClassId!, () => '59');
  const applyId = await submitByApi(teacher, teachingClassId!);
  await passByApi(dean, applyId);
  await passByApi(registrar, applyId);
  const semesterId = (await office.call(semesters, {})).list.find(({ sfdqxq }) => sfdqxq === '1')!.xnxq;
  const own = new Set(
    (await teacher.call(sheet, { teachingClassId: teachingClassId!, scoreType: '1' })).rows.map(
      ({ studentCode }) => studentCode,
    ),
  );
  // Who failed is kept by a policy, a little after it was published.
  await vi.waitFor(async () => {
    const { jobId } = await office.call(generateMakeupLists, {
      commandId: randomUUID(),
      sourceSemesterId: semesterId,
      semesterId,
      makeupAndDelayTemplateValue: '1',
      scoreTermInputBeginTime: '2020-01-01 00:00:00',
      scoreTermInputEndTime: '2035-12-31 23:59:59',
    });
    await vi.waitFor(async () => expect((await office.call(longJobDetail, { jobId })).status).toBe('2'), soon);
    // Of the class's students one who never passed the course, and is not listed for another failure.
    const { rows: groups } = await office.call(queryMakeupGroups, {
      sourceSemesterId: semesterId,
      semesterId,
      listStatus: '0',
      pageSize: 100,
    });
    for (const { makeupCourseId, courseName: name } of groups) {
      const found = (await office.call(makeupGroupStudents, { makeupCourseId })).list.find(
        ({ studentCode, makeupType, originFinalValue }) =>
          own.has(studentCode) && makeupType === '1' && originFinalValue === '59.00',
      );
      if (found) [group, student, courseName] = [makeupCourseId, found.studentCode, name];
    }
    expect(group).toBeDefined();
  }, soon);
});
afterAll(leaveBrowser);

/** The attempts of the student that came of the class and of the make-up. */
async function attemptsOfStudent() {
  const { semesters: all } = await office.call(scoreCard, { studentCode: student });
  return all
    .flatMap(({ rows }) => rows)
    .filter((row) => row.courseName === courseName && row.finalName !== '-')
    .map(({ finalName, counts, passed, examNature }) => ({ finalName, counts, passed, examNature }));
}

const lists = (listStatus: '0' | '1'): string =>
  score(`makeupList?keyword=${encodeURIComponent(courseName)}&listStatus=${listStatus}&pageSize=100`);

/** Freezes the list; answers its row, which is on the page of its state only. */
async function freeze(page: Page): Promise<Locator> {
  await page.goto(lists('0'));
  const row = page.locator(`tr[data-key="${group}"]`);
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: '锁定名单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '锁定' }).click();
  await told(page, '操作成功');
  await row.waitFor({ state: 'detached' });
  return row;
}

/** Says why the list changes, and does it. */
async function giveReason(page: Page, reason: string, act: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: act }).click();
  await told(page, '设置成功');
  await dialog.waitFor({ state: 'detached' });
}

async function approve(page: Page): Promise<void> {
  await page.goto(score('retakeApproval'));
  const row = page
    .getByRole('row')
    .filter({ hasText: courseName })
    .filter({ has: page.getByRole('button', { name: '审批', exact: true }) });
  await row.first().getByRole('link', { name: '详情' }).waitFor();
  await page.goto(score(`retakeApproval/${group}`));
  await page.getByRole('button', { name: '审批', exact: true }).click();
  await decisionForm(page).waitFor();
  await decide(page, { result: '通过', opinion: '同意' });
  await told(page, '审核成功');
}

describe('a make-up in browsers', () => {
  // MAKEUP-01, MAKEUP-04, MAKEUP-12, MAKEUP-13, EXAM-SET-16
  it('a list is frozen, its window extended, the exam entered and passed; the capped score counts', async () => {
    expect(await attemptsOfStudent()).toContainEqual({
      finalName: '59.00',
      counts: true,
      passed: false,
      examNature: '01',
    });
    const [keeper, teacher, dean] = await openWindows(browser, product.url, 'office1', 'teacher1', 'dean1');
    const row = await freeze(keeper);
    // Nothing is typed: opened again, the student leaves the list and is put on it, and it is frozen anew.
    await keeper.goto(lists('1'));
    await row.getByRole('button', { name: '解锁' }).click();
    await giveReason(keeper, '名单有误', '确定');
    await keeper.goto(lists('0'));
    const { studentNumber } = (await office.call(scoreCard, { studentCode: student })).student;
    for (const act of ['移出名单', '加入名单']) {
      await row.getByRole('button', { name: '名单', exact: true }).click();
      if (act === '加入名单') await keeper.getByRole('button', { name: '加入学生' }).click();
      await keeper
        .getByRole('dialog')
        .getByRole('row')
        .filter({ hasText: studentNumber })
        .getByRole('checkbox')
        .click();
      await giveReason(keeper, '与学院核实', `${act}（1 人）`);
    }
    await freeze(keeper);

    // Its window has closed: the office extends it with a reason, the teacher is told, and may enter.
    const api = await signInToApi(product.url, 'teacher1');
    const before = await api.call(sheet, { teachingClassId: group, scoreType: '2' });
    await office.call(timeSet, {
      status: '1',
      semesterId: before.semesterId,
      scoreType: '2',
      teachingClassId: group,
      commandId: randomUUID(),
      scoreTermInputBeginTime: '2020-01-01 00:00:00',
      scoreTermInputEndTime: toDateTimeText(Date.now() - 86_400_000),
      reason: '录入结束',
    });
    await teacher.goto(score(`entry/${group}/2`));
    await teacher.getByText('已截止').first().waitFor();
    await keeper.goto(score(`examSet/${group}?semesterId=${before.semesterId}&scoreType=2`));
    await keeper.getByRole('tab', { name: '录入时间' }).click();
    await keeper.getByRole('button', { name: '延长录入' }).click();
    const extending = keeper.getByRole('dialog', { name: '延长录入时间' });
    await chooseFifteenth(keeper, extending, '截止时间', '后一页');
    await extending.getByRole('button', { name: '确定', exact: true }).click();
    await extending.getByText('请输入原因').waitFor();
    await extending.getByLabel('原因').fill('试卷送省外评阅，延期返回');
    await extending.getByRole('button', { name: '确定', exact: true }).click();
    await told(keeper, '延长录入时间成功');
    await expect
      .poll(async () => (await api.call(staffMessages, {})).rows.map((row) => row.systemMessageEntityTitle), soon)
      .toContain('成绩录入时间已延长');

    // The others by call; one as a person types it.
    const now = await api.call(sheet, { teachingClassId: group, scoreType: '2' });
    const others = now.rows.filter(({ studentCode }) => studentCode !== student);
    if (others.length > 0)
      await api.call(saveScores, {
        teachingClassId: group,
        scoreType: '2',
        commandId: randomUUID(),
        rows: others.map(({ studentCode }, index) => ({
          studentCode,
          revision: now.revision,
          items: { qm: String(60 + index) },
        })),
      });
    await teacher.goto(score(`entry/${group}/2`));
    await expect.poll(() => shownIn(teacher, student, 'ps'), soon).toBe('59.0');
    await typeScore(teacher, student, 'qm', '95');
    await allSaved(teacher);
    // 59 × 40 % + 95 × 60 % = 80.6, which counts 60: shown at once.
    await teacher.getByRole('row').filter({ hasText: '95.0' }).getByText('60.00').first().waitFor();
    await submitSheet(teacher);

    await approve(dean);
    await passByApi(
      await signInToApi(product.url, 'registrar1'),
      (await api.call(sheet, { teachingClassId: group, scoreType: '2' })).applyId!,
    );
    await dean.reload();
    const main = dean.getByRole('main');
    await main.getByText('通过', { exact: true }).first().waitFor();
    await main.getByText('通过后按').first().waitFor();
    await showsAll(main, [
      '补考学期',
      '补缓考方式',
      '替代期末',
      '录入开始时间',
      '人数',
      '成绩 80.60，通过后按 60.00 计',
      '补考',
    ]);
    await expect.poll(attemptsOfStudent, soon).toEqual(
      expect.arrayContaining([
        { finalName: '59.00', counts: false, passed: false, examNature: '01' },
        { finalName: '60.00', counts: true, passed: true, examNature: '11' },
      ]),
    );
    await closeWindows(keeper, teacher, dean);
  });
});
