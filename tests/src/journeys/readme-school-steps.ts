import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { soon, told } from './people.ts';
import { prompt, type Tour } from './readme-tour.ts';

const title = '期末考试安排';

/**
 * 13. A notice with a table and an attachment for one person: counted while it is written, popped up at once, and the
 *   figures say who read it.
 */
export async function tellEverybody(tour: Tour): Promise<void> {
  const teacher = await tour.window('teacher1');
  await teacher.removeLocatorHandler(prompt(teacher));
  const page = await tour.at('office1', '通知公告管理');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增通知公告' });
  await form.getByPlaceholder('请输入标题').fill(title);
  await form.getByLabel('通知类型').click();
  await page.getByRole('option', { name: '考试安排' }).click();
  await form.getByText(/共 \d+ 人（全校有账号的）/).waitFor();
  await form.getByLabel('另加个人').fill('teacher1');
  await page.getByRole('option', { name: /（teacher1，/ }).click();
  await form.getByText('共 1 人').waitFor();
  await form.getByRole('checkbox', { name: '发布时弹窗提醒' }).check();
  await form.locator('[contenteditable=true]').fill('请提前十五分钟到场。');
  await form.locator('[contenteditable=true]').press('Control+End');
  await form.getByRole('button', { name: '插入表格' }).click();
  await page.getByRole('button', { name: '插入2列3行的表格' }).click();
  await form.locator('[contenteditable=true] table').waitFor();
  await form
    .getByLabel('选择附件')
    .setInputFiles({ name: '考场.txt', mimeType: 'text/plain', buffer: Buffer.from('B201') });
  await form.getByRole('list', { name: '附件' }).getByText('考场').waitFor();
  await form.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布' }).click();
  await form.waitFor({ state: 'detached' });
  // One message after the other: an older one is put off.
  const older = prompt(teacher).filter({ hasNotText: title }).getByRole('button', { name: '稍后再看' });
  await expect
    .poll(async () => {
      if (await older.isVisible()) await older.click();
      return await prompt(teacher).getByText(title).isVisible();
    }, soon)
    .toBe(true);
  await prompt(teacher).getByRole('button', { name: '立即查看' }).click();
  await teacher.getByRole('dialog', { name: '消息详情' }).getByText('请提前十五分钟到场。').waitFor();
  await teacher.getByRole('dialog', { name: '消息详情' }).getByRole('button', { name: '关闭' }).last().click();
  await tour.at('teacher1', '通知公告');
  const [read] = await Promise.all([
    teacher.context().waitForEvent('page'),
    teacher
      .getByRole('link', { name: new RegExp(title) })
      .filter({ visible: true })
      .first()
      .click(),
  ]);
  await read.getByText('请提前十五分钟到场。').first().waitFor();
  await read.locator('table').first().waitFor();
  await read.close();
  await page.reload();
  await page.getByRole('button', { name: `1 / 1 阅读情况：${title}` }).waitFor();
}

/** Whether something comes into sight within a time, in milliseconds. */
const isSeen = (what: Locator, timeout: number): Promise<boolean> =>
  what.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

/**
 * 14. Tiles moved with the keyboard; what can be cleaned is cleaned and taken back; everything rebuilt while others
 *   work.
 */
export async function arrangeAndWatch(tour: Tour): Promise<void> {
  const page = await tour.window('admin');
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  const tiles = page
    .getByRole('dialog', { name: '应用管理' })
    .getByRole('tabpanel')
    .getByRole('button', { name: /：更多操作$/ });
  const names = () =>
    tiles.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')!.replace('：更多操作', '')),
    );
  await tiles.nth(1).waitFor();
  const [first, second, ...others] = await names();
  const tile = page
    .getByRole('dialog', { name: '应用管理' })
    .getByRole('tabpanel')
    .getByRole('button', { name: first!, exact: true });
  await tile.focus();
  await page.keyboard.press('Space');
  await page.getByText(`${first!}在“${first!}”的位置上`).waitFor();
  // A key that comes before the tile is really lifted moves nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      return await isSeen(page.getByText(`${first!}在“${second!}”的位置上`), 5_000);
    }, soon)
    .toBe(true);
  await page.keyboard.press('Space');
  await expect.poll(names, soon).toEqual([second, first, ...others]);
  await page.keyboard.press('Escape');

  await page.getByTestId('monitor-ball').hover();
  const panel = page.getByRole('dialog', { name: '数据监控' });
  await panel.getByText(/可清洗监测点\s*[1-9]\d*\s*个/).waitFor();
  await page.mouse.move(400, 300);
  await tour.at('admin', '监控大屏');
  await page.getByText('未处理问题', { exact: true }).waitFor();
  await page.getByTestId('monitor-ball').hover();
  await panel.getByRole('button', { name: '一键清洗' }).click();
  await panel.getByText(/已清洗 [1-9]\d* 个监测点的 [1-9]\d* 条数据/).waitFor();
  await page.mouse.move(400, 300);
  await tour.at('admin', '清洗记录');
  await page.getByRole('table', { name: '清洗记录' }).getByRole('button', { name: '撤销' }).first().click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '撤销清洗' }).click();
  await told(page, /已恢复 [1-9]\d* 条/);

  await tour.at('admin', '读模型管理');
  await page.getByRole('button', { name: '全部重建' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('progressbar').first().waitFor();
  const teacher = await tour.at('teacher1', '成绩录入');
  await teacher.getByRole('table', { name: '我的教学班' }).locator('tbody tr').first().waitFor();
  await page
    .getByRole('progressbar', { name: /重建进度$/ })
    .first()
    .waitFor({ state: 'detached' });
}
