/**
 * `npm run screenshots`: photographs every screen at 1366×768 and 1920×1080 into `docs/screens`, with an index, in a
 * demo university that it starts itself, or in the product at `--url` with its data in `--data`. `--only home,login`
 * takes some of them again; `--into` names another folder. At its end it lists what is new, changed or the same beside
 * the committed pictures: the changed ones are to be looked at.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { Browser, Page } from 'playwright';
import { fillSignIn, launchBrowser } from '../testing/browser.ts';
import { watchRest, type PageRest } from '../testing/page-rest.ts';
import { startProduct, type RunningProduct } from '../testing/start-product.ts';
import { allScreens } from './all-screens.ts';
import { openCommitted, pictureFolder, type CommittedPictures } from './committed.ts';
import { openComparison, type Comparison } from './comparison.ts';
import type { Screen } from './screen.ts';
import { openStage, type Stage } from './stage.ts';
import { takenList, type Outcome, type Taken } from './taken-list.ts';

const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;
/** People at work at once: the rest of the machine is the product's. */
const lanes = 2;
const largestBytes = 150_000;
const fileOf = ({ file }: Screen, { width }: (typeof sizes)[number]): string => `${file}-${String(width)}.jpg`;
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    into: { type: 'string', default: join(projectRoot, pictureFolder) },
  },
});
const wanted = allScreens.filter(
  ({ file }) => values.only === undefined || values.only.split(',').some((start) => file.startsWith(start)),
);

/** What the pictures of this run are compared with, and what became of them. */
interface Album {
  readonly committed: CommittedPictures;
  readonly comparison: Comparison;
  readonly taken: Taken[];
  readonly failed: Outcome['failed'][number][];
}

/** As JPEG, at the best quality that keeps the file small. */
async function photograph(page: Page): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0);
  for (const quality of [85, 75, 65, 55]) {
    picture = await page.screenshot({ type: 'jpeg', quality, animations: 'disabled' });
    if (picture.length <= largestBytes) break;
  }
  return picture;
}

/** Keeps a picture, beside what the committed one shows. */
async function keep(album: Album, file: string, title: string, picture: Buffer): Promise<void> {
  await writeFile(join(values.into, file), picture);
  const before = await album.committed.read(file);
  album.taken.push({
    file,
    title,
    difference: before === null ? null : await album.comparison.differenceOf(before, picture),
  });
}

/** One message after the other: the next comes when one is put off. */
async function putOffMessages(page: Page): Promise<void> {
  const later = page.getByRole('button', { name: '稍后再看' });
  while (await later.isVisible()) await later.click();
}

async function show(
  page: Page,
  rest: PageRest,
  stage: Stage,
  { path, address, dark = false, popUp = false, prepare }: Screen,
): Promise<void> {
  await page.evaluate(
    (scheme) => {
      localStorage.setItem('mantine-color-scheme-value', scheme);
      sessionStorage.removeItem('jwxt.tabs');
    },
    dark ? 'dark' : 'light',
  );
  await page.mouse.move(0, 0);
  await page.goto(`${stage.url}${address ? await address(stage) : path}`);
  await rest.settled();
  if (!popUp) await putOffMessages(page);
  await prepare?.(page, stage);
  await rest.settled();
  // A preparation that went to another page meets them again.
  if (!popUp && (await page.getByRole('dialog').count()) === 0) await putOffMessages(page);
}

/** One screen in both sizes. */
async function take(page: Page, rest: PageRest, stage: Stage, album: Album, screen: Screen): Promise<void> {
  const putBack = await screen.arrange?.(stage);
  try {
    for (const [index, size] of sizes.entries()) {
      await page.setViewportSize(size);
      if (index === 0 || screen.eachSize === true) await show(page, rest, stage, screen);
      else await rest.settled();
      await keep(album, fileOf(screen, size), screen.title, await photograph(page));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    album.failed.push({ file: screen.file, title: screen.title, reason });
    process.stderr.write(`${screen.title}（${screen.file}）未能拍摄：${reason}\n`);
  } finally {
    await putBack?.();
  }
}

/** All screens of one person, in one window. */
async function visit(browser: Browser, stage: Stage, album: Album, person: string | null): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[0],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  // Charts draw themselves without telling.
  const rest = watchRest(page, 10);
  await page.goto(`${stage.url}/login`);
  if (person !== null) {
    await fillSignIn(page, person);
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  }
  for (const screen of wanted.filter((one) => one.person === person)) await take(page, rest, stage, album, screen);
  await context.close();
}

const indexRow = ({ title, file, person, path }: Screen): string =>
  `| ${title} | ${person ?? '未登录'} | \`${path}\` | [1366](${file}-1366.jpg) | [1920](${file}-1920.jpg) |`;
const index = (): string => `# Screens

Written by \`npm run screenshots\`, from the demo university.

| screen | person | address | 1366×768 | 1920×1080 |
| --- | --- | --- | --- | --- |
${allScreens.map(indexRow).join('\n')}
`;

/** Takes away pictures of screens that are no longer kept; answers which. */
async function removeOthers(): Promise<string[]> {
  const kept = new Set(allScreens.flatMap((screen) => sizes.map((size) => fileOf(screen, size))));
  const others = (await readdir(values.into)).filter((name) => name.endsWith('.jpg') && !kept.has(name));
  for (const name of others) await rm(join(values.into, name));
  return others;
}

async function takeAll(product: RunningProduct): Promise<void> {
  await mkdir(values.into, { recursive: true });
  const [committed, browser, stage] = [await openCommitted(), await launchBrowser(), openStage(product)];
  const album: Album = { committed, comparison: await openComparison(browser), taken: [], failed: [] };
  // Visitors first and alone: for one of their screens everybody would have to pass the slider.
  await visit(browser, stage, album, null);
  const people = [...new Set(wanted.map(({ person }) => person))].filter((person) => person !== null);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let person = people.shift(); person !== undefined; person = people.shift())
        await visit(browser, stage, album, person);
    }),
  );
  await browser.close();
  await committed.close();
  await writeFile(join(values.into, 'README.md'), index());
  process.stdout.write(`${takenList({ ...album, removed: await removeOthers() })}\n`);
  if (album.failed.length > 0) process.exitCode = 1;
}

if (values.url !== undefined && values.data !== undefined) await takeAll({ url: values.url, dataDir: values.data });
else {
  const { product, stop } = await startProduct(2000);
  try {
    await takeAll(product);
  } finally {
    await stop();
  }
}
process.exit();
