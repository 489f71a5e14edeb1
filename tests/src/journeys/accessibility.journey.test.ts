import { ADMIN_BASE } from '@jwxt/contracts/system/module.vocabulary.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { launchBrowser, openWindow } from '../testing/browser.ts';

const product = inject('product');
let browser: Browser;
beforeAll(async () => { browser = await launchBrowser(); });
afterAll(() => browser.close());

/** Pages by who opens them; together every kind of page of the menu. */
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  office1: [
    '/', 'messageSystem/approval', 'messageSystem/delegation', 'messageSystem/notice', 'messageSystem/systemMessage', 'messageSystem/noticeInfo', 'guide/operationGuide', 'guide/guideInfo',
    'scoreManage/scoreManageHome', 'scoreManage/examSet', 'scoreManage/jobs', 'scoreManage/makeupList', 'scoreManage/rebuildClass', 'scoreManage/scoreQuery', 'systemManage/applicationReplay',
    'dataMonitor/monitorscreen', 'dataMonitor/monitorResult', 'dataMonitor/monitorPoint', 'dataMonitor/monitorTask', 'baseInfo/baseInfoHome', 'appBuild/components',
  ],
  registrar1: [
    'scoreManage/regularApproval', 'scoreManage/changeAudit', 'scoreManage/publishedScore', 'scoreManage/retakeApproval', 'scoreManage/rebuildScoreApproval', 'scoreManage/electiveAudit', 'scoreManage/electivePlan',
    'scoreManage/recognition/system', 'scoreManage/recognition/outside', 'scoreManage/recognition/outSchool', 'scoreManage/replay', 'scoreManage/scoreLog', 'scoreManage/analysis',
  ],
  teacher1: ['/', 'scoreManage/entry', 'scoreManage/change', 'scoreManage/elective', 'scoreManage/elective/new', 'arrange/adjustCourse'],
  clerk1: ['scoreManage/recognition/system/new', 'scoreManage/recognition/outside/new', 'scoreManage/recognition/outSchool/new'],
  admin: ['/', 'systemManage/monitor', 'systemManage/readModels', 'systemManage/onlineUsers', 'appBuild/components'],
  student1: ['/'],
};

/** Dialogs by the page and the button that open them. */
const dialogsOf: Readonly<Record<string, readonly (readonly [path: string, button: RegExp])[]>> = {
  office1: [
    ['scoreManage/examSet', /^学期初始化$/], ['scoreManage/makeupList', /^生成名单$/], ['scoreManage/makeupList', /^名单$/], ['scoreManage/rebuildClass', /^新增重修班$/], ['scoreManage/rebuildClass', /^名单$/],
    ['scoreManage/electiveAudit', /^申报时间$/],
  ],
};

/** Waits until the page asks for nothing more and shows no skeleton. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null && document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity));
}

/** Findings in light and in dark, each by its scheme. The page changes as if another tab had chosen the scheme. */
async function findingsInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate(([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
    }, ['mantine-color-scheme-value', scheme] as const);
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    await settled(page);
    found.push(...(await accessibilityFindings(page)).map((finding) => `${scheme}: ${finding}`));
  }
  return found;
}

describe('no serious finding of axe in light and in dark', () => {
  it('login', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
    await page.goto(`${product.url}/login`);
    await page.getByLabel('用户名').waitFor();
    expect(await findingsInBoth(page)).toEqual([]);
    await page.close();
  });

  it.each(Object.entries(pagesOf))('%s', async (person, paths) => {
    const page = await openWindow(browser, product.url, person);
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(path === '/' ? product.url : `${product.url}${ADMIN_BASE}/${path}`);
      await page.locator('main').first().waitFor();
      const here = await findingsInBoth(page);
      if (here.length > 0) found[path] = here;
    }
    for (const [path, button] of dialogsOf[person] ?? []) {
      await page.goto(`${product.url}${ADMIN_BASE}/${path}`);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
      const here = await findingsInBoth(page);
      if (here.length > 0) found[`${path} ${button.source}`] = here;
    }
    await page.context().close();
    expect(found).toEqual({});
  });
});
