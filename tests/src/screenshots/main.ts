/**
 * `npm run screenshots`: photographs every screen at 1366×768 and 1920×1080 into `docs/screens`, with an index, in a demo university that it
 * starts itself (or in the product at `--url`). `--only home,login` takes some of them again.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { Browser, Page } from 'playwright';
import { fillSignIn, launchBrowser } from '../testing/browser.ts';
import { startProduct } from '../testing/start-product.ts';
import { screens, type Screen } from './screens.data.ts';

const sizes = [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }] as const;
const largestBytes = 150_000;
const folder = join(projectRoot, 'docs/screens');
const { values } = parseArgs({ options: { url: { type: 'string' }, only: { type: 'string' } } });
const wanted = screens.filter(({ file }) => values.only === undefined || values.only.split(',').some((start) => file.startsWith(start)));

/** As JPEG, at the best quality that keeps the file small. */
async function photograph(page: Page, file: string): Promise<void> {
  for (const quality of [85, 75, 65, 55]) {
    const picture = await page.screenshot({ type: 'jpeg', quality, animations: 'disabled' });
    if (picture.length > largestBytes && quality > 55) continue;
    await writeFile(join(folder, file), picture);
    return;
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null && document.fonts.status === 'loaded');
}

async function show(page: Page, url: string, { path, dark = false, prepare }: Screen): Promise<void> {
  await page.evaluate((scheme) => { localStorage.setItem('mantine-color-scheme-value', scheme); }, dark ? 'dark' : 'light');
  await page.goto(`${url}${path}`);
  await settled(page);
  await prepare?.(page);
  await settled(page);
}

/** All screens of one person in one size, in one window. */
async function visit(browser: Browser, url: string, person: string | null, size: (typeof sizes)[number]): Promise<void> {
  const context = await browser.newContext({ viewport: size, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  if (person !== null) {
    await fillSignIn(page, person);
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  }
  for (const screen of wanted.filter((one) => one.person === person)) {
    try {
      await show(page, url, screen);
      await photograph(page, `${screen.file}-${String(size.width)}.jpg`);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`${screen.title}（${String(size.width)}）未能拍摄：${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  await context.close();
}

async function takeAll(url: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  for (const size of sizes) for (const person of new Set(wanted.map((screen) => screen.person))) await visit(browser, url, person, size);
  await browser.close();
  const rows = screens.map(({ title, file, person, path }) => `| ${title} | ${person ?? '未登录'} | \`${path}\` | [1366](${file}-1366.jpg) | [1920](${file}-1920.jpg) |`);
  await writeFile(join(folder, 'README.md'), `# Screens\n\nWritten by \`npm run screenshots\`, from the demo university.\n\n| screen | person | address | 1366×768 | 1920×1080 |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`);
}

if (values.url !== undefined) await takeAll(values.url);
else {
  const { product, stop } = await startProduct(2000);
  try {
    await takeAll(product.url);
  } finally {
    await stop();
  }
}
process.exit();
