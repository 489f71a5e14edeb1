import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ADMIN_BASE } from '@jwxt/contracts/system/module.vocabulary.ts';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser, openWindow } from '../testing/browser.ts';

const product = inject('product');
let browser: Browser;
let axe: string;
beforeAll(async () => {
  [browser, axe] = await Promise.all([launchBrowser(), readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')]);
});
afterAll(() => browser.close());

/** Pages by who opens them; together every kind of page of the menu. */
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  office1: [
    '/', 'messageSystem/approval', 'messageSystem/delegation', 'messageSystem/notice', 'messageSystem/systemMessage', 'messageSystem/noticeInfo', 'guide/operationGuide', 'guide/guideInfo',
    'scoreManage/scoreManageHome', 'scoreManage/recognition', 'scoreManage/replay', 'scoreManage/analysis', 'systemManage/applicationReplay',
    'dataMonitor/monitorscreen', 'dataMonitor/monitorResult', 'dataMonitor/monitorPoint', 'dataMonitor/monitorTask', 'baseInfo/baseInfoHome', 'appBuild/components',
  ],
  teacher1: ['/', 'scoreManage/entry', 'scoreManage/change', 'arrange/adjustCourse'],
  admin: ['/', 'systemManage/monitor', 'systemManage/readModels', 'systemManage/onlineUsers', 'appBuild/components'],
  student1: ['/'],
};

/** An experimental rule, which reads Chinese commas and the decorative letter of a picture as words. */
const leftOut = { 'label-content-name-mismatch': { enabled: false } };

/** What axe finds serious or critical, as sentences: rule, and where. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async (rules) => await (globalThis as unknown as { axe: { run: (context: unknown, options: unknown) => Promise<AxeResults> } }).axe.run(document, { resultTypes: ['violations'], rules }), leftOut);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${(failureSummary ?? '').replaceAll(/\s+/g, ' ').slice(0, 220)}`));
}

/** Waits until the page asks for nothing more and shows no skeleton. */
async function settled(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null && document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity));
}

async function inScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => { localStorage.setItem('mantine-color-scheme-value', value); }, scheme);
}

describe.each(['light', 'dark'] as const)('no serious finding of axe, %s', (scheme) => {
  it('login', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
    await page.goto(`${product.url}/login`);
    await inScheme(page, scheme);
    await page.reload();
    await page.getByLabel('用户名').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await findings(page)).toEqual([]);
    await page.close();
  });

  it.each(Object.entries(pagesOf))('%s', async (person, paths) => {
    const page = await openWindow(browser, product.url, person);
    await inScheme(page, scheme);
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(path === '/' ? product.url : `${product.url}${ADMIN_BASE}/${path}`);
      await settled(page);
      const here = await findings(page);
      if (here.length > 0) found[path] = here;
    }
    await page.context().close();
    expect(found).toEqual({});
  });
});
