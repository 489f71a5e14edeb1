import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** How long to wait for what others do to show on a page. */
export const soon = { timeout: 15_000, interval: 100 };

/** A cell of the score grid. */
export function cell(page: Page, studentCode: string, dataKey: string): Locator {
  return page.locator(`[data-cell="${studentCode}|${dataKey}"]`);
}

/** Types a value into a cell and leaves it with Enter, as a teacher does. */
export async function typeScore(page: Page, studentCode: string, dataKey: string, text: string): Promise<void> {
  await cell(page, studentCode, dataKey).click();
  await cell(page, studentCode, dataKey).locator('input').fill(text);
  await page.keyboard.press('Enter');
}

/** What a cell shows, without the words that tell its state. */
export async function shownIn(page: Page, studentCode: string, dataKey: string): Promise<string> {
  const at = cell(page, studentCode, dataKey);
  const input = at.locator('input');
  if (await input.count() > 0) return await input.inputValue();
  return (await at.locator('span span').first().innerText()).trim();
}

/** Waits until the grid says that everything is saved. */
export async function allSaved(page: Page): Promise<void> {
  await page.locator('[data-save-state="saved"]').waitFor();
}

/** The number of to-dos that the header shows. */
export async function todosInHeader(page: Page): Promise<number> {
  const label = (await page.getByRole('banner').or(page.locator('header')).getByLabel(/待办.*打开审批中心/).first().getAttribute('aria-label')) ?? '';
  return Number(/^(\d+) 件/.exec(label)?.[1] ?? 0);
}

/** Waits until the header's count is what it should be, without a reload. */
export async function expectTodos(page: Page, count: number): Promise<void> {
  await expect.poll(() => todosInHeader(page), soon).toBe(count);
}

/** Opens the approval centre's to-do list and the form for the row that holds a text. */
export async function openDecision(page: Page, title: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: title }).first();
  await row.getByRole('button', { name: '审批', exact: true }).or(row.getByRole('link', { name: '审批', exact: true })).click();
}

/** Fills in the decision form: 通过, 不通过 or 驳回 with the node's name, and an opinion; sends it. */
export async function decide(page: Page, result: '通过' | '不通过' | '驳回', opinion: string, backNode?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: result, exact: true }).click();
  if (backNode !== undefined) {
    await dialog.getByLabel('驳回节点').click();
    await page.getByRole('option', { name: backNode, exact: true }).click();
  }
  await dialog.getByLabel('审批意见').fill(opinion);
  await dialog.getByRole('button', { name: /^确定/ }).click();
}
