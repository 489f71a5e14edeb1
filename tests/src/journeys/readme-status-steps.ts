import type { Tour } from './readme-tour.ts';

/**
 * 18. September: who has come, a division into classes that is tried before it is made, what a change of status will
 *   do, and a figure with its persons.
 */
export async function receiveFreshmen(tour: Tour): Promise<void> {
  const page = await tour.at('office1', '迎新进度');
  await page.getByRole('table', { name: '迎新进度' }).getByText('计算机与软件学院').waitFor();
  await tour.at('office1', '分班与学号');
  const row = page.getByRole('table', { name: '分班与学号' }).getByRole('row', { name: /计算机科学与技术/ });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '分班', exact: true }).click();
  const dividing = page.getByRole('dialog', { name: /^新生分班/ });
  await dividing.getByRole('button', { name: '预览' }).click();
  await dividing.getByRole('button', { name: /^确定分班（[1-9]\d* 人）/ }).waitFor();
  await dividing.getByRole('button', { name: '取消' }).click();
  await dividing.waitFor({ state: 'detached' });

  await tour.at('office1', '学籍异动');
  await page
    .getByRole('table', { name: '学籍异动' })
    .getByRole('row', { name: /退学.*未执行/ })
    .getByRole('button', { name: '办理' })
    .click();
  await page.getByText('生效时将办理的事项').waitFor();
  await page.getByText('学籍状态由“在读”改为“退学”').waitFor();

  await tour.at('office1', '学籍统计');
  const figure = page.getByRole('button', { name: /人，查看人员$/ }).first();
  const people = Number(await figure.innerText());
  await figure.click();
  await page
    .getByRole('dialog')
    .getByText(new RegExp(`共${String(people)}条记录`))
    .waitFor();
  await page.keyboard.press('Escape');
}
