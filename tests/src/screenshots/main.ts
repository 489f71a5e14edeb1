/**
 * `npm run screenshots`: photographs every screen at 1366×768 and 1920×1080, and what people use on a phone at
 * 390×844, into `docs/screens`, with an index, in a demo university that it starts itself, or in the product at `--url`
 * with its data in `--data`. `--only home,login` takes some of them again, `--width 390` those of one width; `--into`
 * names another folder. At its end it lists what is new, changed or the same beside
 * the committed pictures: the changed ones are to be looked at.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { fillSignIn, launchBrowser } from '../testing/browser.ts';
import { watchRest, type PageRest } from '../testing/page-rest.ts';
import { startProduct, type RunningProduct } from '../testing/start-product.ts';
import { allScreens } from './all-screens.ts';
import { openCommitted, pictureFolder, type CommittedPictures } from './committed.ts';
import { openComparison, type Comparison } from './comparison.ts';
import { openCompression, pictureEnding, type Compression } from './compression.ts';
import { phoneScreens } from './phone-screens.ts';
import type { Screen } from './screen.ts';
import { openStage, type Stage } from './stage.ts';
import { takenList, type Outcome, type Taken } from './taken-list.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What pictures are taken of in windows of one kind, and in which sizes. */
interface Kind {
  readonly screens: readonly Screen[];
  readonly sizes: readonly [Size, ...Size[]];
  readonly window: BrowserContextOptions;
  readonly largestBytes: number;
}
const desk: Kind = {
  screens: allScreens,
  sizes: [
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
  ],
  window: {},
  largestBytes: 80_000,
};
const phone: Kind = {
  screens: phoneScreens,
  sizes: [{ width: 390, height: 844 }],
  window: { hasTouch: true, isMobile: true },
  largestBytes: 30_000,
};
const kinds = [desk, phone];
/** People at work at once: the rest of the machine is the product's. */
const lanes = 2;
/** The whole suite or a build may be at work beside it. */
const startLimitMs = 900_000;
const fileOf = ({ file }: Screen, { width }: Size): string => `${file}-${String(width)}${pictureEnding}`;
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    width: { type: 'string' },
    into: { type: 'string', default: join(projectRoot, pictureFolder) },
  },
});
const isWanted = ({ file }: Screen): boolean =>
  values.only === undefined || values.only.split(',').some((start) => file.startsWith(start));
const wanted = kinds.flatMap((kind) => {
  const [first, ...more] = kind.sizes.filter(({ width }) => [undefined, String(width)].includes(values.width));
  return first ? [{ ...kind, sizes: [first, ...more] as const, screens: kind.screens.filter(isWanted) }] : [];
});

/** What the pictures of this run are compared with, and what became of them. */
interface Album {
  readonly committed: CommittedPictures;
  readonly comparison: Comparison;
  readonly compression: Compression;
  readonly taken: Taken[];
  readonly failed: Outcome['failed'][number][];
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

/** One screen in each size of its kind. */
async function take(
  page: Page,
  rest: PageRest,
  { stage, album, kind: { sizes, largestBytes } }: Visit,
  screen: Screen,
): Promise<void> {
  let putBack: Awaited<ReturnType<NonNullable<Screen['arrange']>>> | undefined;
  try {
    putBack = await screen.arrange?.(stage);
    for (const [index, size] of sizes.entries()) {
      await page.setViewportSize(size);
      if (index === 0 || screen.eachSize === true) await show(page, rest, stage, screen);
      else await rest.settled();
      const png = await page.screenshot({ animations: 'disabled' });
      await keep(album, fileOf(screen, size), screen.title, await album.compression.compressed(png, largestBytes));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    album.failed.push({ file: screen.file, title: screen.title, reason });
    process.stderr.write(`${screen.title}（${screen.file}）未能拍摄：${reason}\n`);
  } finally {
    await putBack?.();
  }
}

/** One person's windows of one kind. */
interface Visit {
  readonly stage: Stage;
  readonly album: Album;
  readonly kind: Kind;
  readonly person: string | null;
}

/** All screens of one person, in one window. */
async function visit(browser: Browser, one: Visit): Promise<void> {
  const { stage, kind, person } = one;
  const context = await browser.newContext({
    ...kind.window,
    viewport: kind.sizes[0],
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
  for (const screen of kind.screens.filter((its) => its.person === person)) await take(page, rest, one, screen);
  await context.close();
}

const indexRow =
  ({ sizes }: Kind) =>
  (screen: Screen): string =>
    `| ${screen.title} | ${screen.person ?? '未登录'} | \`${screen.path}\` |${sizes
      .map((size) => ` [${String(size.width)}](${fileOf(screen, size)}) |`)
      .join('')}`;
const tableOf = (kind: Kind): string => `\
| screen | person | address |${kind.sizes.map(({ width, height }) => ` ${String(width)}×${String(height)} |`).join('')}
| --- | --- | --- |${' --- |'.repeat(kind.sizes.length)}
${kind.screens.map(indexRow(kind)).join('\n')}`;
const index = (): string => `# Screens

Written by \`npm run screenshots\`, from the demo university.

## At a desk

${tableOf(desk)}

## On a phone

By touch; those pages alone that people use there.

${tableOf(phone)}
`;

/** Takes away pictures of screens that are no longer kept; answers which. */
async function removeOthers(): Promise<string[]> {
  const kept = new Set(
    kinds.flatMap(({ screens, sizes }) => screens.flatMap((screen) => sizes.map((size) => fileOf(screen, size)))),
  );
  const others = (await readdir(values.into)).filter((name) => name.endsWith(pictureEnding) && !kept.has(name));
  for (const name of others) await rm(join(values.into, name));
  return others;
}

async function takeAll(product: RunningProduct): Promise<void> {
  await mkdir(values.into, { recursive: true });
  const [committed, browser, stage] = [await openCommitted(), await launchBrowser(), openStage(product)];
  const album: Album = {
    committed,
    comparison: await openComparison(browser),
    compression: await openCompression(browser),
    taken: [],
    failed: [],
  };
  // Visitors first and alone: for one of their screens everybody would have to pass the slider.
  for (const kind of wanted)
    if (kind.screens.some(({ person }) => person === null)) await visit(browser, { stage, album, kind, person: null });
  // A person's phone after the desk: what is arranged or decided there is seen once.
  for (const kind of wanted) {
    const people = [...new Set(kind.screens.map(({ person }) => person))].filter((person) => person !== null);
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let person = people.shift(); person !== undefined; person = people.shift())
          await visit(browser, { stage, album, kind, person });
      }),
    );
  }
  await browser.close();
  await committed.close();
  await writeFile(join(values.into, 'README.md'), index());
  process.stdout.write(`${takenList({ ...album, removed: await removeOthers() })}\n`);
  if (album.failed.length > 0) process.exitCode = 1;
}

if (values.url !== undefined && values.data !== undefined) await takeAll({ url: values.url, dataDir: values.data });
else {
  const { product, stop } = await startProduct(2000, {}, undefined, startLimitMs);
  try {
    await takeAll(product);
  } finally {
    await stop();
  }
}
process.exit();
