import { ADMIN_BASE } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { messagesAllRead } from '@jwxt/contracts/notice/system-message.operations.ts';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { watchRest, type PageRest } from '../testing/page-rest.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Pages by who opens them; together every kind of page of the menu. */
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  office1: [
    '/',
    'messageSystem/approval',
    'messageSystem/delegation',
    'messageSystem/notice',
    'messageSystem/systemMessage',
    'messageSystem/noticeInfo',
    'guide/operationGuide',
    'guide/guideInfo',
    'scoreManage/scoreManageHome',
    'scoreManage/examSet',
    'scoreManage/jobs',
    'scoreManage/deferredExam',
    'scoreManage/selfLearn',
    'schemeManage/studyProgress',
    'schemeManage/personalScheme',
    'schemeManage/personalCoursePlanApply',
    'schemeManage/studentChangeItem',
    'scoreManage/makeupLearn',
    'scoreManage/upgradeVersionApply',
    'scoreManage/exchangeStudentApply',
    'scoreManage/scoreCancelRecord',
    'scoreManage/scorePointApply',
    'scoreManage/makeupList',
    'scoreManage/rebuildSignUpResult',
    'scoreManage/rebuildManagement',
    'scoreManage/rebuildClass',
    'scoreManage/scoreQuery',
    'systemManage/applicationReplay',
    'dataMonitor/monitorscreen',
    'dataMonitor/monitorResult',
    'dataMonitor/monitorPoint',
    'dataMonitor/monitorTask',
    'baseInfo/baseInfoHome',
    'openCourseTask/teachingJob',
    'openCourseTask/plateCourseTimeSetting',
    'openCourseTask/teacherHours',
    'student/shuntAction',
    'student/transferAdmission',
    'student/transferMajor',
    'student/freshmanProgress',
    'student/freshman',
    'student/classDivision',
    // STUDENT-STATUS-01: with changes of status, freshmen and warnings here, and those of other people below.
    'student/registration',
    'student/payment',
    'student/statusChange',
    'student/reward',
    'student/punishment',
    'student/orderClass',
    'student/statusWarningScheme',
    'student/initialList',
    'student/statusWarningResult',
    'student/warningRecord',
    'appBuild/components',
  ],
  registrar1: [
    '/',
    'scoreManage/regularApproval',
    'scoreManage/changeAudit',
    'scoreManage/publishedScore',
    'scoreManage/retakeApproval',
    'scoreManage/rebuildScoreApproval',
    'scoreManage/electiveAudit',
    'scoreManage/electivePlan',
    'scoreManage/recognition/system',
    'scoreManage/recognition/outside',
    'scoreManage/recognition/outSchool',
    'scoreManage/replay',
    'scoreManage/scoreLog',
    'scoreManage/analysis',
    'scoreManage/scoreAnalysis',
    'scoreManage/changeHistory',
  ],
  teacher1: [
    '/',
    'scoreManage/entry',
    'scoreManage/change',
    'scoreManage/elective',
    'scoreManage/elective/new',
    'arrange/adjustCourse',
    'student/classWarning',
  ],
  clerk1: [
    'schemeManage/schemeTree',
    'schemeManage/creditFrame',
    'schemeManage/schema',
    'schemeManage/approval',
    'schemeManage/planApproval',
    'schemeManage/courseAdjust',
    'schemeManage/courseAdjust/new',
    'schemeManage/courseAdjustCheck',
    'schemeManage/changeLog',
    'schemeManage/gradeMajorPlan',
    'schemeManage/coursePlan',
    'student/statusReturning',
    'student/statusTimeline',
    'student/statusLog',
    'scoreManage/recognition/system/new',
    'scoreManage/recognition/outside/new',
    'scoreManage/recognition/outSchool/new',
  ],
  admin: [
    '/',
    'systemManage/monitor',
    'systemManage/integrity',
    'systemManage/readModels',
    'systemManage/onlineUsers',
    'systemManage/schoolSetup',
    'systemManage/appSetting',
    'systemManage/domain',
    // PERM-29: with the schemes above.
    'systemManage/role',
    'systemManage/user',
  ],
  student1: ['/'],
};

/** Dialogs by the person, the page and the button that open them. */
const dialogsOf: Readonly<Record<string, Readonly<Record<string, readonly RegExp[]>>>> = {
  office1: {
    'scoreManage/examSet': [/^学期初始化$/],
    'scoreManage/electiveAudit': [/^申报时间$/],
    'scoreManage/makeupList': [/^生成名单$/, /^名单$/],
    'scoreManage/rebuildClass': [/^新增重修班$/, /^名单$/],
  },
  admin: { 'systemManage/role': [/^权限/] },
};

/** Changes the colour scheme as if another tab had chosen it. */
async function choose(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
    },
    ['mantine-color-scheme-value', scheme] as const,
  );
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
}

/** Findings in light, and those that other colours make in dark, each by its scheme. */
async function findingsInBoth(page: Page, rest: PageRest, part = 'html'): Promise<string[]> {
  await choose(page, 'light');
  await rest.settled();
  const light = await accessibilityFindings(page, part);
  await choose(page, 'dark');
  await rest.settled();
  const dark = await accessibilityFindings(page, part, 'colours');
  return [...light.map((finding) => `light: ${finding}`), ...dark.map((finding) => `dark: ${finding}`)];
}

/**
 * Goes to a page within the window that is open, as a click in the menu does, and closes the page that was shown: axe
 * looks through hidden pages, too.
 */
async function goTo(page: Page, path: string): Promise<void> {
  const address = `${ADMIN_BASE}/${path}`;
  await page.evaluate((to) => {
    history.pushState(null, '', to);
  }, address);
  const tabs = page.getByRole('navigation', { name: '打开的页面' });
  await tabs.locator(`a[aria-current="page"][href="${address}"]`).waitFor();
  const left = tabs.locator('[role="presentation"] a:not([aria-current])');
  while ((await left.count()) > 0) await left.first().click({ button: 'middle' });
}

const usualScreens = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
] as const;

/**
 * On a phone: what is pressed or typed into and stands beyond the right edge, where nothing brings it back, or is
 * smaller than a finger, and hints that are cut; a card hides what is too wide for it, so that the page itself does not
 * move.
 */
async function cramped(page: Page, part = 'main'): Promise<string[]> {
  return await page.evaluate((within) => {
    const ruler = document.createElement('canvas').getContext('2d')!;
    const moves = (element: Element): boolean => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
        if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
      return false;
    };
    return [...document.querySelectorAll(`${within} :is(a, button, input, textarea)`)]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .flatMap((element) => {
        const { right, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? (element.textContent || element.id);
        const beyond = right > window.innerWidth + 1 && !moves(element) ? [`390: ${name} ends at ${right}`] : [];
        if (element.matches('input.mantine-Input-input') && element.clientWidth < 60)
          beyond.push(`390: ${name} is ${element.clientWidth} wide`);
        if (element.matches('.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input') && height < 43.5)
          beyond.push(`390: ${name} is ${height} high`);
        if (!(element instanceof HTMLInputElement) || element.placeholder === '' || element.value !== '') return beyond;
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        ruler.font = font;
        const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 2;
        return ruler.measureText(element.placeholder).width > room
          ? [...beyond, `390: ${element.placeholder} is cut`]
          : beyond;
      });
  }, part);
}

/** What is {@link cramped} in a dialog on a phone; ends at the usual width. */
async function crampedDialog(page: Page, rest: PageRest, dialog: string): Promise<string[]> {
  const [wide, narrow] = usualScreens;
  await page.setViewportSize(narrow);
  await rest.settled();
  const found = await cramped(page, dialog);
  await page.setViewportSize(wide);
  await rest.settled();
  return found;
}

/**
 * Where the page must be moved sideways at the usual widths, or is {@link cramped} on a phone; ends at the one that it
 * began with.
 */
async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of usualScreens.toReversed()) {
    await page.setViewportSize(size);
    const tooMuch = await page.evaluate(async () => {
      // At other widths other parts are shown, which takes a moment.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      return [document.scrollingElement!, ...document.querySelectorAll('main, main > *')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.scrollWidth - element.clientWidth)
        .find((more) => more > 1);
    });
    if (tooMuch !== undefined) found.push(`${size.width}: is ${tooMuch} too wide`);
    if (size.width === 390) found.push(...(await cramped(page)));
  }
  return found;
}

/** So many rows of a list are seen at 1366×768 without scrolling, if there are as many. */
const ROWS_IN_SIGHT = 10;

/**
 * At 1366×768, where {@link tooWide} ends: whether a page that is one list shows ten of its rows, and whether a list is
 * moved sideways by less than a column, which is nobody's intention.
 */
async function badlyListed(page: Page): Promise<string[]> {
  return await page.evaluate((wanted) => {
    const tables = [...document.querySelectorAll('main table')].filter((table) => table.checkVisibility());
    return tables.flatMap((table) => {
      const box = table.parentElement!;
      const bottom = Math.min(window.innerHeight, box.getBoundingClientRect().bottom) + 1;
      const rows = [...table.querySelectorAll('tbody tr')];
      const seen = rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
      const more = box.scrollWidth - box.clientWidth;
      return [
        ...(tables.length === 1 && rows.length >= wanted && seen < wanted ? [`1366: ${seen} rows in sight`] : []),
        ...(more > 1 && more < 40 ? [`1366: moves sideways by ${more}`] : []),
      ];
    });
  }, ROWS_IN_SIGHT);
}

describe('every page fits the usual screens, fails in nothing, and axe finds nothing serious, light or dark', () => {
  it('login', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
    const rest = watchRest(page);
    await page.goto(`${product.url}/login`);
    await page.getByLabel('用户名').waitFor();
    expect(await findingsInBoth(page, rest)).toEqual([]);
    await page.close();
  });

  it.each(Object.entries(pagesOf))('%s', async (person, paths) => {
    // A message that comes up stands at the foot of the window and takes rows of it.
    await (await signInToApi(product.url, person)).call(messagesAllRead, { commandId: randomUUID() });
    const page = await openWindow(browser, product.url, person);
    const rest = watchRest(page);
    const failed: string[] = [];
    page.on('pageerror', (error) => failed.push(error.message));
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.getByRole('banner').first().waitFor();
    const found: Record<string, string[]> = {};
    const look = async (what: string, part?: string): Promise<void> => {
      const here = await findingsInBoth(page, rest, part);
      if (part === undefined) here.push(...(await tooWide(page)), ...(what === '/' ? [] : await badlyListed(page)));
      else here.push(...(await crampedDialog(page, rest, part)));
      if ((await page.getByRole('heading', { name: '页面不存在' }).count()) > 0) here.push('no such page');
      here.push(...failed.splice(0));
      if (here.length > 0) found[what] = here;
    };
    for (const path of paths) {
      if (path !== '/') await goTo(page, path);
      await look(path);
      for (const button of dialogsOf[person]?.[path] ?? []) {
        await page.getByRole('button', { name: button }).first().click();
        await page.getByRole('dialog').waitFor();
        await look(`${path} ${button.source}`, '[role=dialog]');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
    }
    await closeWindows(page);
    expect(found).toEqual({});
  });
});
