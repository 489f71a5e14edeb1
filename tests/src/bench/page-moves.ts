import type { Browser, Page } from 'playwright';
import { openWindow } from '../testing/browser.ts';
import { settled, slowDown, watchPage } from '../testing/page-watch.ts';
import { atMost, median, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

/** A machine of four times less. */
export const slowdown = [4, 1] as const;
/** What the figures of pages stand beside. */
export const against = 'the machine and line as they are';

const tries = [5, 1] as const;
/** What is felt as at once. */
const AT_ONCE_MS = 100;
/** Two lists that are both open. */
const tabs = [
  { title: '审批中心', path: '/jwxt/gly/messageSystem/approval' },
  { title: '正考成绩审批', path: '/jwxt/gly/scoreManage/regularApproval' },
] as const;

/**
 * How long it takes from the press on another open tab until that tab's page is painted, and from Ctrl+K until the
 * palette is, with the keyboard in its box.
 */
export async function measureMoves(browser: Browser, { url, scale }: ProductStage): Promise<Figure[]> {
  const page = await openWindow(browser, url, 'dean1');
  try {
    await watchPage(page);
    for (const { path } of tabs) {
      await page.goto(`${url}${path}`);
      await settled(page);
    }
    // The tabs are those of the window: the one opened before is still in the strip.
    await switchTo(page, tabs[0].title);
    await settled(page);
    const count = scale.size(...tries);
    const quick = await movesOn(page, count);
    await slowDown(await page.context().newCDPSession(page), scale.size(...slowdown));
    const slow = await movesOn(page, count);
    return (['tab', 'palette'] as const).map((move) => ({
      id: `pages.${move}`,
      unit: 'ms',
      value: slow[move],
      baseline: quick[move],
      against,
      aims: [atMost(slow[move], AT_ONCE_MS, ' ms')],
    }));
  } finally {
    await page.context().close();
  }
}

async function movesOn(page: Page, count: number): Promise<{ tab: number; palette: number }> {
  const found = { tab: [] as number[], palette: [] as number[] };
  for (let turn = 0; turn < count; turn += 1) {
    for (const { title } of [tabs[1], tabs[0]]) {
      found.tab.push(await switchTo(page, title));
      await settled(page);
    }
    found.palette.push(await openPalette(page));
  }
  return { tab: median(found.tab), palette: median(found.palette) };
}

/** Presses an open tab; answers after how many ms its page was painted. */
async function switchTo(page: Page, title: string): Promise<number> {
  return await page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const link = [...document.querySelectorAll<HTMLElement>('nav[aria-label="打开的页面"] a')].find(
          ({ textContent }) => textContent === name,
        );
        if (link === undefined) {
          reject(new Error(`${name} is not open`));
          return;
        }
        const begin = performance.now();
        const look = (): void => {
          const heading = [...document.querySelectorAll('main h1')].find(({ textContent }) => textContent === name);
          // The page that is left is inert, the hidden one has no box.
          if (heading && heading.closest('[inert]') === null && heading.getClientRects().length > 0) {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              resolve(performance.now() - begin);
            };
            // After the frame in which it was found.
            port2.postMessage(null);
          } else requestAnimationFrame(look);
        };
        link.click();
        requestAnimationFrame(look);
      }),
    title,
  );
}

type Listening = typeof globalThis & { palette?: Promise<number> };

/** Presses Ctrl+K; answers after how many ms the palette was painted and had the keyboard, and closes it. */
async function openPalette(page: Page): Promise<number> {
  await page.evaluate(() => {
    (globalThis as Listening).palette = new Promise((resolve) => {
      addEventListener(
        'keydown',
        function pressed({ key, timeStamp }) {
          if (key !== 'k') return;
          removeEventListener('keydown', pressed, true);
          const look = (): void => {
            if (document.activeElement?.getAttribute('role') === 'combobox') {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => {
                resolve(performance.now() - timeStamp);
              };
              port2.postMessage(null);
            } else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        true,
      );
    });
  });
  await page.keyboard.press('Control+k');
  const took = await page.evaluate(() => (globalThis as Listening).palette!);
  await page.keyboard.type('cj');
  const box = page.getByRole('combobox', { name: '搜索菜单' });
  if ((await box.inputValue()) !== 'cj') throw new Error('the palette did not take the keys');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  return took;
}
