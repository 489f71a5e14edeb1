import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { closeOutcome, openFromMenu, openWindows, soon } from './people.ts';
import { workbookOf } from './real-school-files.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

const COURSE = { code: 'JOUR2002', name: '传播学概论' };

// SCORE-MORE-34
it('old scores come from a file, say where they are from, and count once another has confirmed them', async () => {
  const api = await signInToApi(product.url, 'registrar1');
  const semester = (await api.call(semesters, {})).list.find(({ sfdqxq }) => sfdqxq !== '1')!;
  const student = (await api.call(findStudents, { keyword: '' })).list.at(-3)!;
  const [office, registrar] = await openWindows(browser, product.url, 'office1', 'registrar1');

  await openFromMenu(office, product.url, 'scoreManage', '成绩查询', '历史成绩');
  await office.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: '导入历史成绩' });
  const line = (value: string, from: string) => [
    student.studentNumber,
    COURSE.code,
    semester.xnxqmc,
    '正常考试',
    value,
    '正常',
    from,
  ];
  await dialog.getByLabel('选择导入文件').setInputFiles({
    name: '旧系统成绩.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbookOf([
      ['学生', '课程', '学年学期', '考试性质', '成绩', '备注', '出处'],
      line('83', '旧教务系统 2019 年导出'),
    ]),
  });
  await dialog.getByRole('button', { name: '确定导入 1 行' }).click();
  await dialog.getByText('导入已完成：已写入 1 行').waitFor();
  await closeOutcome(dialog);
  await office.getByRole('row').filter({ hasText: student.studentNumber }).getByText('待核准').waitFor();
  const attempts = async () =>
    (await api.call(scoreCard, { studentCode: student.studentCode })).semesters
      .flatMap(({ rows }) => rows)
      .filter(({ courseNum, finalName }) => courseNum === COURSE.code && finalName !== '-');
  expect(await attempts()).toEqual([]);

  await registrar.goto(`${product.url}${resourcePath('scoreImport')}`);
  await registrar.getByRole('button', { name: '核准入账' }).click();
  const confirming = registrar.getByRole('dialog', { name: '核准历史成绩' });
  await confirming.getByRole('button', { name: '核准入账' }).click();
  await confirming.getByText('请选择学期').waitFor();
  await confirming.getByLabel('学年学期').click();
  await registrar.getByRole('option', { name: semester.xnxqmc }).click();
  await confirming.getByRole('button', { name: '核准入账' }).click();
  await confirming.getByText(`${COURSE.name} 83 已入账`).waitFor(soon);
  await closeOutcome(confirming);
  await registrar.getByRole('row').filter({ hasText: student.studentNumber }).getByText('已入账').waitFor();

  await expect.poll(attempts, soon).toMatchObject([{ finalName: '83.00', counts: true, why: '历史成绩' }]);
  const query = `studentCode=${student.studentNumber}&courseCode=${COURSE.code}`;
  await registrar.goto(`${product.url}/jwxt/gly/scoreManage/replay?${query}`);
  await registrar.getByText('历史成绩核准入账').first().waitFor();
  await registrar
    .getByText(/出处：旧教务系统 2019 年导出/)
    .first()
    .waitFor();
  await closeWindows(office, registrar);
});
