import { OWN_MESSAGES_PATH } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { soon } from './people.ts';

let browser: Browser;
let url: string;
let office: Page;
let teacher: Page;
beforeAll(async () => {
  ({ url } = await givenProduct());
  browser = await givenBrowser();
  [office, teacher] = await Promise.all([openWindow(browser, url, 'office1'), openWindow(browser, url, 'teacher31')]);
});
afterAll(leaveBrowser);

const stamp = String(Date.now());
const title = `考场调整通知 ${stamp}`;

/** Writes a notice for one person in the form, and publishes it. */
async function publish(name: string, text: string, more: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  await office.getByRole('button', { name: '新增', exact: true }).click();
  const form = office.getByRole('dialog', { name: '新增通知公告' });
  await form.getByPlaceholder('请输入标题').fill(name);
  await form.getByLabel('通知类型').click();
  await office.getByRole('option', { name: '考试安排' }).click();
  await form.getByLabel('另加个人').fill('teacher31');
  await office.getByRole('option', { name: /（teacher31，/ }).click();
  await form.getByText('共 1 人').waitFor();
  await form.locator('[contenteditable=true]').fill(text);
  await more();
  await form.getByRole('button', { name: '发布', exact: true }).click();
  await office.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布' }).click();
  await form.waitFor({ state: 'detached' });
}

/** The prompt once it shows this message; what was pending before comes first, and is put off for good. */
async function promptOf(page: Page, name: string): Promise<Locator> {
  const prompt = page.getByRole('region', { name: '系统提示' });
  for (;;) {
    const shown = await prompt.locator('strong').innerText();
    if (shown === name) return prompt;
    await prompt.getByRole('button', { name: '不再提醒' }).click();
    await prompt.getByText(shown).waitFor({ state: 'detached' });
  }
}

// NOTICE-38
it('a student comes from the bell to the archive of all own messages, by address too, to no staff page', async () => {
  const student = await openWindow(browser, url, 'student1');
  const archive = student.getByRole('table', { name: '系统消息' });
  // A student who has something to evaluate is told so first.
  await student.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '知道了' }).click();
  await student.getByRole('button', { name: /未读消息/ }).click();
  await student.getByRole('menuitem', { name: /系统消息/ }).click();
  await student.waitForURL(`**${OWN_MESSAGES_PATH}`);
  await archive.waitFor();
  await student.goto(`${url}${OWN_MESSAGES_PATH}`);
  await archive.waitFor();
  // The page of the module stays the staff's.
  await student.goto(`${url}/jwxt/gly/messageSystem/systemMessage`);
  await student.waitForURL((address) => address.pathname !== '/jwxt/gly/messageSystem/systemMessage');
  expect(await archive.count()).toBe(0);
  await closeWindows(student);
});

describe('an office writes, a teacher reads', () => {
  it('NOTICE-31 NOTICE-32: a published notice pops up at once at whom it is for; 立即查看 shows it', async () => {
    await office.goto(`${url}/jwxt/gly/messageSystem/noticeInfo`);
    await publish(title, '第三考场调整到教学楼 B201。', async () => {
      const form = office.getByRole('dialog', { name: '新增通知公告' });
      await form
        .getByLabel('选择附件')
        .setInputFiles({ name: '考场示意图.txt', mimeType: 'text/plain', buffer: Buffer.from('B201 在二楼东侧') });
      await form.getByRole('list', { name: '附件' }).getByText('考场示意图').waitFor();
      expect(await accessibilityFindings(office, '[role=dialog]')).toEqual([]);
    });
    const prompt = await promptOf(teacher, title);
    await expect.poll(() => prompt.getByRole('button').allInnerTexts(), soon).toEqual(['不再提醒', '立即查看', '']);
    // A line of its own: neither the menu nor anything of the page lies below it.
    const [line, area] = await Promise.all([prompt.boundingBox(), teacher.getByRole('main').boundingBox()]);
    expect(area!.y + area!.height).toBeLessThanOrEqual(line!.y);
    // It takes no focus.
    expect(await prompt.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    expect(await accessibilityFindings(teacher, '[aria-label=系统提示]')).toEqual([]);
    await prompt.getByRole('button', { name: '立即查看' }).click();
    const detail = teacher.getByRole('dialog', { name: '消息详情' });
    for (const text of [title, '教务处', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, '第三考场调整到教学楼 B201。'])
      await detail.getByText(text, { exact: true }).waitFor();
    await detail.getByRole('button', { name: '关闭' }).last().click();
    await prompt.waitFor({ state: 'detached' });
    // What was read there is read.
    await teacher.goto(`${url}/jwxt/gly/messageSystem/notice`);
    await teacher
      .getByRole('link', { name: new RegExp(title) })
      .getByRole('img', { name: '已读' })
      .waitFor();
  });

  it('NOTICE-33: 不再提醒 ends it for good, also after a reload; the message stays unread in the list', async () => {
    const other = `监考安排 ${stamp}`;
    await publish(other, '请提前十五分钟到场。');
    const prompt = await promptOf(teacher, other);
    await prompt.getByRole('button', { name: '不再提醒' }).click();
    await prompt.waitFor({ state: 'detached' });
    await teacher.goto(`${url}/jwxt/gly/messageSystem/systemMessage`);
    await teacher
      .getByRole('row', { name: new RegExp(other) })
      .getByText('未读')
      .waitFor();
    expect(await prompt.count()).toBe(0);
  });

  it('what was published while nobody was signed in is offered at next sign-in, in one of two windows', async () => {
    await closeWindows(teacher);
    const missed = `离线期间的通知 ${stamp}`;
    await publish(missed, '补考时间另行通知。');
    teacher = await openWindow(browser, url, 'teacher31');
    await promptOf(teacher, missed);
    const second = await teacher.context().newPage();
    await second.goto(`${url}/jwxt/gly/messageSystem/notice`);
    await second.getByRole('link', { name: new RegExp(missed) }).waitFor();
    const shown = async () =>
      (
        await Promise.all([teacher, second].map((page) => page.getByRole('region', { name: '系统提示' }).count()))
      ).reduce((sum, count) => sum + count, 0);
    await expect.poll(shown).toBe(1);
    await second.close();
    await teacher.getByRole('region', { name: '系统提示' }).getByRole('button', { name: '稍后再看' }).click();
  });

  // NOTICE-01 NOTICE-02 NOTICE-03 NOTICE-07
  it('a notice opens in a new window with its publisher, time, text and attachments, and is read by that', async () => {
    await teacher.goto(`${url}/jwxt/gly/messageSystem/notice`);
    const missed = teacher.getByRole('link', { name: new RegExp(`离线期间的通知 ${stamp}`) });
    await missed.getByRole('img', { name: '未读' }).waitFor();
    const [opened] = await Promise.all([teacher.context().waitForEvent('page'), missed.click()]);
    await opened.waitForURL(/\/jwxt\/gly\/newHome\/components\/messageSystem\/information\/[\w-]+$/);
    await opened.getByText('补考时间另行通知。').waitFor();
    await missed.getByRole('img', { name: '已读' }).waitFor();
    await opened.close();
    const [read] = await Promise.all([
      teacher.context().waitForEvent('page'),
      teacher.getByRole('link', { name: new RegExp(title) }).click(),
    ]);
    await read.getByRole('heading', { name: title }).last().waitFor();
    await read.getByText(/^发布时间：\d{4}-/).waitFor();
    await read.getByText(/^发布人：/).waitFor();
    await read.getByRole('list', { name: '附件' }).getByText('考场示意图').waitFor();
    expect(await accessibilityFindings(read, 'main')).toEqual([]);
    await read.close();
  });

  it('NOTICE-08 NOTICE-11: 全部已读 says so, and nothing unread is left', async () => {
    await teacher.getByRole('button', { name: '全部已读' }).click();
    await teacher.getByText('成功标记为已读!').waitFor();
    await teacher.getByText('未读', { exact: true }).click();
    await teacher.getByText('没有未读的通知公告').waitFor();
  });

  it('a published notice that somebody read cannot be recalled; who read it can be seen', async () => {
    await office.getByRole('button', { name: `撤回：${title}` }).click();
    await office.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
    await office.getByText('已有1人阅读，不能撤回，可以结束发布').waitFor();
    await office.getByRole('button', { name: `阅读情况：${title}` }).click();
    await office
      .getByRole('dialog', { name: /^阅读情况/ })
      .getByRole('row', { name: /teacher31/ })
      .getByText('已读')
      .waitFor();
    await office.keyboard.press('Escape');
  });
});

describe('operation guides', () => {
  // NOTICE-12 NOTICE-13 NOTICE-14 NOTICE-15
  it('are searched by domain and keyword with 查询, eight a page', async () => {
    await teacher.goto(`${url}/jwxt/gly/guide/operationGuide`);
    const guides = teacher
      .locator('main')
      .getByRole('link')
      .filter({ hasText: /\d{4}-\d\d-\d\d/ });
    await expect.poll(() => guides.count()).toBe(8);
    await expect.poll(() => teacher.getByLabel('服务域').getAttribute('placeholder'), soon).toBe('全部');
    await expect.poll(() => teacher.getByLabel('关键字').getAttribute('placeholder'), soon).toBe('请输入关键字');
    await teacher.getByLabel('服务域').click();
    await teacher.getByRole('option', { name: '成绩管理' }).click();
    await teacher.getByLabel('关键字').fill('录入');
    await teacher.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => guides.count()).toBe(1);
    expect(await accessibilityFindings(teacher, 'main')).toEqual([]);
  });

  // NOTICE-17 NOTICE-18 NOTICE-19
  it('a guide opens in a new tab at its address; its tables have borders, its picture is shown', async () => {
    const [guide] = await Promise.all([
      teacher.context().waitForEvent('page'),
      teacher.getByRole('link', { name: /任课教师成绩录入操作指南/ }).click(),
    ]);
    await guide.waitForURL(/\/jwxt\/gly\/newHome\/components\/guide\/detailModal\/[\w-]+$/);
    await guide.getByRole('heading', { name: '任课教师成绩录入操作指南' }).last().waitFor();
    for (const label of [/^创建人：/, /^创建时间：\d{4}/]) await guide.getByText(label).waitFor();
    await guide.getByText('暂无附件').waitFor();
    expect(
      await guide
        .locator('article td')
        .first()
        .evaluate((cell) => getComputedStyle(cell).borderTopWidth),
    ).toBe('1px');
    expect(await guide.locator('article img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);
    await guide.close();
  });
});
