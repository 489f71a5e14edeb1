import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import type { Browser, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { demoPassword, type ApiSession } from '../testing/api-session.ts';
import { openWindow, otherwiseTold, wasTold } from '../testing/browser.ts';

/** How long to wait for what others do to show on a page. */
export const soon = { timeout: 60_000, interval: 100 };

/** Waits until a place shows all of these texts. A list shows nothing until it has learned its width. */
export async function showsAll(place: Locator, texts: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await place.innerText();
      return texts.filter((text) => !shown.includes(text));
    }, soon)
    .toEqual([]);
}

/** A cell of the score grid in front; other sheets may be open in hidden tabs. */
export function cell(page: Page, studentCode: string, dataKey: string): Locator {
  return page.locator(`[data-cell="${studentCode}|${dataKey}"]:visible`);
}

/** Types a value into a cell and leaves it with Enter, as a teacher does. */
export async function typeScore(page: Page, studentCode: string, dataKey: string, text: string): Promise<void> {
  await cell(page, studentCode, dataKey).click();
  await cell(page, studentCode, dataKey).locator('input').fill(text);
  await page.keyboard.press('Enter');
}

/** Pastes text as a spreadsheet copies it, tabs between cells and lines between rows, where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** What a cell shows, without the words that tell its state. */
export async function shownIn(page: Page, studentCode: string, dataKey: string): Promise<string> {
  const at = cell(page, studentCode, dataKey);
  const input = at.locator('input');
  if ((await input.count()) > 0) return await input.inputValue();
  return (await at.locator('span span').first().innerText()).trim();
}

/** Waits until the grid in front says that everything is saved; other sheets may be open in hidden tabs. */
export async function allSaved(page: Page): Promise<void> {
  await page.locator('[data-save-state="saved"]:visible').waitFor();
}

/** The number of to-dos that the header shows. */
export async function todosInHeader(page: Page): Promise<number> {
  const label =
    (await page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByRole('button', { name: /待办$/ })
      .getAttribute('aria-label')) ?? '';
  return Number(/(\d+) 件待办/.exec(label)?.[1] ?? 0);
}

/** Number of to-dos as the server counts them. */
export async function todosOf(api: ApiSession): Promise<number> {
  return (await api.call(approvalCounts, {})).todo;
}

/** Waits until the header's count is what it should be, without a reload. */
export async function expectTodos(page: Page, count: number): Promise<void> {
  await expect.poll(() => todosInHeader(page), soon).toBe(count);
}

/** Opens a window for each person and signs in; the same name twice gives two windows. */
export async function openWindows<Names extends readonly string[]>(
  browser: Browser,
  url: string,
  ...names: Names
): Promise<{ -readonly [K in keyof Names]: Page }> {
  return (await Promise.all(names.map((name) => openWindow(browser, url, name)))) as {
    -readonly [K in keyof Names]: Page;
  };
}

/** Signs in again in the dialog that an ended session shows, and waits until the page goes on. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: '会话已过期' });
  await dialog.locator('#again-password').fill(demoPassword);
  await dialog.getByRole('button', { name: '重新登录' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Opens the approval centre; without a choice in the address, with everything there is of the tab that the person
 * begins with.
 */
export async function openApprovals(page: Page, url: string, search = 'scope=0'): Promise<void> {
  await page.goto(`${url}/jwxt/gly/messageSystem/approval?${search}`);
  await page.getByRole('table', { name: '审批列表' }).waitFor();
}

/** The row of an application in the approval centre's list. */
export function applicationRow(page: Page, applyId: string): Locator {
  return page.locator(`tr[data-key="${applyId}"]`);
}

/** Opens the decision form for an application in the list. */
export async function openDecision(page: Page, applyId: string): Promise<void> {
  await applicationRow(page, applyId).getByRole('button', { name: '审批', exact: true }).click();
  await decisionForm(page).waitFor();
}

/** The decision form that is open. */
export function decisionForm(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('radiogroup', { name: '审批结果' }) });
}

/** What a person decides: 通过 or 不通过, or back to a node by its name. */
export type Decision = { result: '通过' | '不通过' | '驳回'; opinion: string; backNode?: string };

/** Fills in the decision form that is open, and sends it. */
export async function decide(page: Page, { result, opinion, backNode }: Decision): Promise<void> {
  const form = decisionForm(page);
  await form.getByRole('radio', { name: result, exact: true }).click();
  if (backNode !== undefined) {
    await form.getByRole('combobox', { name: '驳回节点' }).click();
    await page.getByRole('option', { name: backNode, exact: true }).click();
  }
  await form.getByLabel('审批意见').fill(opinion);
  await form.getByRole('button', { name: /^确定/ }).click();
}

/** Waits for a short message, which goes by itself: it is there, or was since the page was loaded. */
export async function told(page: Page, text: string | RegExp): Promise<void> {
  const shown = page.getByRole('alert').filter({ hasText: text }).first();
  try {
    await expect.poll(async () => (await wasTold(page, text)) || (await shown.isVisible()), soon).toBe(true);
  } catch (cause) {
    throw new Error(`not told “${String(text)}”, but: ${(await otherwiseTold(page)).join(' / ')}`, { cause });
  }
}

/**
 * Closes the dialog that shows what became of something: by its button, which is there with the outcome; × is there
 * before.
 */
export async function closeOutcome(dialog: Locator): Promise<void> {
  await dialog.getByText('关闭', { exact: true }).click();
}

/** Sends the sheet that is open for approval, having confirmed whatever looks unusual in it. */
export async function submitSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交送审' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '确定提交' }).waitFor();
  const unusual = dialog.getByRole('checkbox', { name: /^已核实/, checked: false });
  while ((await unusual.count()) > 0) await unusual.first().click();
  await dialog.getByRole('button', { name: '确定提交' }).click();
  await told(page, '送审成功');
}

/** Opens a page of a module as a person does: the module's home, the group in its side menu, the page. */
export async function openFromMenu(
  page: Page,
  url: string,
  module: string,
  group: string,
  name: string,
): Promise<void> {
  await page.goto(`${url}/jwxt/gly/${module}`);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  // On the home of a module all groups are open.
  await menu.getByRole('button', { name: group, expanded: true }).waitFor();
  await menu.getByRole('link', { name }).click();
}
