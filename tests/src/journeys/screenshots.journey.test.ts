import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { FONT } from '@jwxt/web/ui/tokens.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openComparison } from '../screenshots/comparison.ts';
import { openCompression } from '../screenshots/compression.ts';
import { takenList } from '../screenshots/taken-list.ts';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** A picture of a page with this body. */
async function pictureOf(body: string, largestBytes = 100_000): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 400, height: 200 } });
  await page.setContent(`<body style='margin:0;font:20px ${FONT}'>${body}</body>`);
  const png = await page.screenshot();
  await page.close();
  const { compressed, close } = await openCompression(browser);
  const picture = await compressed(png, largestBytes);
  await close();
  return picture;
}

onLinux('浏览器用随包字体显示中文', () => {
  it('the browser draws Chinese, Japanese and Korean in fonts from npm, also where the machine has none', async () => {
    const page = await browser.newPage();
    // A character without a glyph is the same box as any other.
    const shapes = await page.evaluate(
      async (font) =>
        Array.from('教务成绩録한').map((character) => {
          const context = new OffscreenCanvas(40, 40).getContext('2d')!;
          context.font = `30px ${font}`;
          context.fillText(character, 4, 32);
          return context.getImageData(0, 0, 40, 40).data.join();
        }),
      FONT,
    );
    expect(new Set(shapes).size).toBe(6);
    await page.close();
  });
});

describe('pictures beside the committed ones', () => {
  it('are the same in another quality, and differ where they differ', async () => {
    const { differenceOf, close } = await openComparison(browser);
    const before = await pictureOf('成绩录入');
    expect(await differenceOf(before, before)).toEqual({ share: 0, within: null });
    const smaller = await pictureOf('成绩录入', 0);
    expect(smaller.length).toBeLessThan(before.length);
    expect((await differenceOf(before, smaller)).share).toBeLessThan(0.001);
    const { share, within } = await differenceOf(
      before,
      await pictureOf(
        '成绩录入<div style="position:absolute;left:100px;top:60px;width:80px;height:50px;background:#123"></div>',
      ),
    );
    expect(share).toBeCloseTo((80 * 50) / (400 * 200), 2);
    expect(within).toMatchObject({
      left: expect.closeTo(100, -1) as number,
      top: expect.closeTo(60, -1) as number,
      right: expect.closeTo(180, -1) as number,
      bottom: expect.closeTo(110, -1) as number,
    });
    await close();
  });

  it('are listed: the largest change first, then new ones, those that went and those that failed', () => {
    const at = (share: number) => ({ share, within: { left: 1, top: 2, right: 3, bottom: 4 } });
    const list = takenList({
      taken: [
        { file: 'a-1366.webp', title: '甲', difference: at(0.02) },
        { file: 'b-1366.webp', title: '乙', difference: at(0.5) },
        { file: 'c-1366.webp', title: '丙', difference: at(0.0005) },
        { file: 'd-1366.webp', title: '丁', difference: null },
      ],
      failed: [{ file: 'e', title: '戊', reason: '没有这样的申请' }],
      removed: ['f-1366.webp'],
    });
    expect(list.split('\n')).toEqual([
      '与已提交的截图相比：变 2，新 1，同 1（差异不到 0.10%），删 1，未能拍摄 1',
      '变  50.00%  b-1366.webp  乙  (1,2)–(3,4)',
      '变   2.00%  a-1366.webp  甲  (1,2)–(3,4)',
      '新          d-1366.webp  丁',
      '删          f-1366.webp',
      '未能拍摄    e  戊：没有这样的申请',
    ]);
  });

  it('npm run screenshots takes two again, one on a phone, and says what is new or changed', async () => {
    const into = await mkdtemp(join(tmpdir(), 'jwxt-pictures-'));
    try {
      await writeFile(join(into, 'gone-1366.webp'), '');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          'tests/src/screenshots/main.ts',
          '--url',
          product.url,
          '--data',
          product.dataDir,
          '--only',
          'approval-attachments,own-messages',
          '--into',
          into,
        ],
        { cwd: projectRoot },
      );
      expect(await readdir(into)).toEqual([
        'README.md',
        'approval-attachments-1366.webp',
        'approval-attachments-1920.webp',
        'own-messages-390.webp',
      ]);
      expect(stdout).toMatch(/^与已提交的截图相比：变 \d+，新 \d+，同 \d+（差异不到 0.10%），删 1，未能拍摄 0\n/);
      expect(stdout).toContain('gone-1366.webp');
      expect((await readFile(join(into, 'approval-attachments-1920.webp'))).subarray(8, 12).toString()).toBe('WEBP');
      expect((await stat(join(into, 'own-messages-390.webp'))).size).toBeLessThanOrEqual(30_000);
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  });
});
