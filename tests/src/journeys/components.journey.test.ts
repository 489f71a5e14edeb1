import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await givenBrowser();
  page = await openWindow(browser, product.url, 'admin');
  await page.goto(`${product.url}/jwxt/gly/appBuild/components`);
  await page.getByRole('textbox', { name: '富文本内容' }).waitFor();
});
afterAll(leaveBrowser);

const card = (title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const boxOf = async (label: string) =>
  (await page.getByText(label, { exact: true }).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const editor = () => page.getByRole('textbox', { name: '富文本内容' });

/** A picture of the given size with something on it, drawn by the browser. */
async function picture(type: string, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([as, w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d');
      for (let x = 0; context && x < w; x += 20) {
        context.fillStyle = `hsl(${String(x % 360)} 80% 50%)`;
        context.fillRect(x, 0, 20, h);
      }
      return canvas.toDataURL(as, 1);
    },
    [type, width, height] as const,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** A jpeg drawn 400 × 150 and encoded with the given quality, as an address. */
const reencoded = (jpeg: Buffer, quality: number) =>
  page.evaluate(
    async ([base64, at]) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' }),
      );
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 150 });
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, 400, 150);
      return canvas.toDataURL('image/jpeg', at);
    },
    [jpeg.toString('base64'), quality] as const,
  );

/** The last picture in the editor: how its address starts and how wide it really is. */
const lastPicture = () =>
  editor()
    .locator('img')
    .last()
    .evaluate(async (element) => {
      const image = element as HTMLImageElement;
      await image.decode();
      return {
        kind: image.src.slice(0, image.src.indexOf(';')),
        width: image.naturalWidth,
        height: image.naturalHeight,
      };
    });

describe('the page of widgets', () => {
  it('PICKERS-121 lays out three fields a row, each 9 of 24 columns label and 15 field', async () => {
    await page.getByRole('search').getByRole('button', { name: '展开' }).click();
    await expect.poll(async () => (await boxOf('编号状态')).y).toBeGreaterThan(0);
    const [first, second, third, fourth] = await Promise.all(
      ['模块名称', '模块地址', '模块编号', '编号状态'].map(
        async (label) =>
          (await page.getByRole('search').locator('label', { hasText: label }).boundingBox()) ?? {
            x: 0,
            y: 0,
            width: 0,
          },
      ),
    );
    expect([second?.y, third?.y]).toEqual([first?.y, first?.y]);
    expect(fourth?.y).toBeGreaterThan(first?.y ?? 0);
    expect(fourth?.x).toBeCloseTo(first?.x ?? 0, 0);
    const field = await page
      .getByPlaceholder('请输入模块名称')
      .evaluate((element) => element.closest('div[class*="control"]')?.getBoundingClientRect().width ?? 0);
    expect((first?.width ?? 0) / field).toBeCloseTo(9 / 15, 2);
  });

  it('PICKERS-122 LIMITS-05 queries what has been checked and says how many records there are', async () => {
    const list = card('查询列表');
    await list.getByRole('textbox', { name: '模块编号最小' }).fill('9');
    await list.getByRole('textbox', { name: '模块编号最大' }).fill('3');
    await list.getByRole('button', { name: '查询' }).click();
    await list.getByText('最小值不能大于最大值').waitFor();
    await expect.poll(() => list.getByText('每页10条记录 , 共33条记录').count(), soon).toBe(1);
    await list.getByRole('textbox', { name: '模块编号最大' }).fill('10');
    await list.getByRole('button', { name: '查询' }).click();
    await list.getByText('每页10条记录 , 共2条记录').waitFor();
    await list.getByRole('button', { name: '重置' }).click();
    await list.getByText('每页10条记录 , 共33条记录').waitFor();
  });

  it('PICKERS-139 gives cards 316 of height', async () => {
    expect((await card('空状态').boundingBox())?.height).toBe(316);
  });

  it('PICKERS-140 moves the list by itself', async () => {
    const list = page.getByRole('region', { name: '模块一览' });
    // The journeys ask for less motion, for which the list stays still and is there once.
    await expect.poll(() => list.getByRole('list').count(), soon).toBe(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await list.scrollIntoViewIfNeeded();
    await page.mouse.move(0, 0);
    const place = () => list.evaluate((element) => element.scrollTop);
    await expect.poll(place).toBeGreaterThan(3);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('PICKERS-137 scales a wide jpeg to 400 and leaves a png and a narrow jpeg as they are', async () => {
    const input = page.locator('input[type=file][aria-label="选择图片"]');
    const insert = async (mimeType: string, width: number, height: number) => {
      const before = await editor().locator('img').count();
      await input.setInputFiles({ name: '图片', mimeType, buffer: await picture(mimeType, width, height) });
      await expect.poll(() => editor().locator('img').count()).toBe(before + 1);
      return await lastPicture();
    };
    expect(await insert('image/jpeg', 800, 300)).toEqual({ kind: 'data:image/jpeg', width: 400, height: 150 });
    expect(await insert('image/jpeg', 200, 300)).toEqual({ kind: 'data:image/jpeg', width: 200, height: 300 });
    expect(await insert('image/png', 800, 300)).toEqual({ kind: 'data:image/png', width: 800, height: 300 });
    // Re-encoded at quality 0.8: the same picture drawn the same way gives the same bytes, and at another quality other
    // ones.
    const made = await editor().locator('img').first().getAttribute('src');
    const [same, finer] = await Promise.all(
      [0.8, 0.9].map(async (quality) => reencoded(await picture('image/jpeg', 800, 300), quality)),
    );
    expect([made === same, made === finer]).toEqual([true, false]);
  });

  it('writes, formats and links by keyboard alone', async () => {
    await editor().focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type('选课从');
    await page.keyboard.press('ControlOrMeta+B');
    await page.keyboard.type('周一');
    await page.keyboard.press('ControlOrMeta+B');
    await page.keyboard.type('开始 ');
    await page.getByRole('button', { name: '插入链接' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '插入链接' }).waitFor();
    await page.keyboard.type('选课手册');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://jwc.example.edu.cn/book');
    await page.keyboard.press('Tab');
    await page.keyboard.type('打开手册');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('region', { name: '阅读效果' });
    await shown.getByRole('link', { name: '选课手册' }).waitFor();
    await expect.poll(() => shown.innerText(), soon).toBe('选课从周一开始 选课手册');
    await expect.poll(() => shown.locator('strong').innerText(), soon).toBe('周一');
  });

  it('has no serious finding of axe, in light and in dark', async () => {
    for (const scheme of ['light', 'dark']) {
      await page.evaluate((value) => {
        document.documentElement.setAttribute('data-mantine-color-scheme', value);
      }, scheme);
      expect(await accessibilityFindings(page, 'main'), scheme).toEqual([]);
    }
  });
});

describe('lists of the product', () => {
  it('LIMITS-04 LIMITS-01 show 10 rows a page, score lists 20, with a changer and a jump', async () => {
    const guides = await openWindow(browser, product.url, 'admin');
    await guides.goto(`${product.url}/jwxt/gly/guide/guideInfo`);
    const paging = guides.getByRole('navigation', { name: '分页' });
    await paging.getByText(/^每页10条记录 , 共\d+条记录$/).waitFor();
    await paging.getByRole('combobox', { name: '每页条数' }).click();
    await guides.getByRole('option', { name: '30条/页' }).click();
    await paging.getByText(/^每页30条记录/).waitFor();
    await expect.poll(() => paging.getByRole('textbox', { name: '跳至页码' }).count(), soon).toBe(1);
    const changes = await openWindow(browser, product.url, 'teacher1');
    await changes.goto(`${product.url}/jwxt/gly/scoreManage/change`);
    await changes.getByText(/^每页20条记录/).waitFor();
  });

  // PICKERS-002, PICKERS-007, PICKERS-028, PICKERS-053
  it("pickers show the school's own courses and rooms, and give what was chosen; a row is deleted", async () => {
    const courses = page.getByLabel('课程多选', { exact: true });
    await courses.click();
    const chooser = page.getByRole('dialog', { name: '课程选择器' });
    await chooser.getByRole('textbox', { name: '课程编号' }).fill('COMP');
    await page.keyboard.press('Enter');
    await expect.poll(() => chooser.getByRole('row').filter({ hasText: 'MATH' }).count()).toBe(0);
    for (const row of ['选择第1行', '选择第2行']) await chooser.getByRole('checkbox', { name: row }).check();
    expect(await accessibilityFindings(page, '[role="dialog"]')).toEqual([]);
    await chooser.getByRole('button', { name: '确定' }).click();
    expect((await courses.inputValue()).split('、')).toHaveLength(2);
    await courses.hover();
    await expect.poll(() => page.getByText('已选中', { exact: true }).isVisible()).toBe(true);

    await page.getByLabel('教室', { exact: true }).click();
    const rooms = page.getByRole('dialog', { name: '教室选择器' });
    await rooms.getByRole('radio').first().waitFor();
    const seats = await rooms.locator('tbody tr td:last-child').allInnerTexts();
    expect(seats.length > 0 && seats.every((text) => Number(text) >= 60)).toBe(true);
    await rooms.getByRole('radio').first().check();
    await rooms.getByRole('button', { name: '确定' }).click();
    await expect.poll(() => page.getByLabel('教室', { exact: true }).inputValue()).not.toBe('');

    const spending = card('可编辑表格');
    const before = await spending.getByRole('row').count();
    await spending.getByRole('button', { name: /^删除/ }).first().click();
    await expect.poll(() => spending.getByRole('row').count()).toBe(before - 1);
  });
});
