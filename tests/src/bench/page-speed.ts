import type { Browser, BrowserContext } from 'playwright';
import { launchBrowser, openWindow } from '../testing/browser.ts';
import { seenOn, settled, slowDown, watchPage, type Seen } from '../testing/page-watch.ts';
import { atMost, median, type Figure } from './figure.ts';
import { against, measureMoves, slowdown } from './page-moves.ts';
import { measureShifts } from './page-shifts.ts';
import type { ProductStage } from './stage.ts';

const visits = [3, 1] as const;
/** What Lighthouse calls good: first and largest paint, blocked time, shifted layout. */
const good = { fcp: 1_800, lcp: 2_500, tbt: 200, cls: 0.1 };

const pages = [
  { name: 'login', person: null, path: '/login' },
  { name: 'home', person: 'office1', path: '/' },
  { name: 'approval', person: 'dean1', path: '/jwxt/gly/messageSystem/approval' },
] as const;

/** What was seen of a first visit, and kB over the line. */
interface Visit extends Omit<Seen, 'shifts'> {
  readonly kB: number;
}

/**
 * Lighthouse's figures of the first visit to login, home and approval centre on a slow machine and line, beside this
 * machine without either; then what moves there under one's eyes, and how long a switch of tabs and Ctrl+K take.
 */
export async function measurePages(stage: ProductStage): Promise<Figure[]> {
  const { url, scale } = stage;
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    const count = scale.size(...visits);
    const slower = { rate: scale.size(...slowdown), count };
    const asItIs = { rate: null, count };
    for (const { name, person, path } of pages) {
      const slow = await visitsOf(browser, url, person, path, slower);
      const quick = await visitsOf(browser, url, person, path, asItIs);
      const of = (visited: readonly Visit[], key: keyof Visit): number => median(visited.map((visit) => visit[key]));
      const both = (key: keyof Visit) => ({ value: of(slow, key), baseline: of(quick, key), against });
      figures.push(
        { id: `pages.${name}.fcp`, unit: 'ms', ...both('fcp'), aims: [atMost(of(slow, 'fcp'), good.fcp, ' ms')] },
        { id: `pages.${name}.lcp`, unit: 'ms', ...both('lcp'), aims: [atMost(of(slow, 'lcp'), good.lcp, ' ms')] },
        { id: `pages.${name}.blocked`, unit: 'ms', ...both('tbt'), aims: [atMost(of(slow, 'tbt'), good.tbt, ' ms')] },
        { id: `pages.${name}.shift`, unit: 'score', ...both('cls'), aims: [atMost(of(slow, 'cls'), good.cls, '')] },
        { id: `pages.${name}.transferred`, unit: 'kB', ...both('kB') },
      );
    }
    return [...figures, ...(await measureShifts(browser, stage)), ...(await measureMoves(browser, stage))];
  } finally {
    await browser.close();
  }
}

async function visitsOf(
  browser: Browser,
  url: string,
  person: string | null,
  path: string,
  { rate, count }: { rate: number | null; count: number },
): Promise<Visit[]> {
  const found: Visit[] = [];
  // Each with an empty cache; the session is that of a window opened before.
  const cookies = person === null ? [] : await signedIn(browser, url, person);
  for (let visited = 0; visited < count; visited += 1) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
    await context.addCookies(cookies);
    found.push(await visit(context, `${url}${path}`, rate));
    await context.close();
  }
  return found;
}

async function signedIn(
  browser: Browser,
  url: string,
  person: string,
): Promise<Awaited<ReturnType<BrowserContext['cookies']>>> {
  const page = await openWindow(browser, url, person);
  const cookies = await page.context().cookies();
  await page.context().close();
  return cookies;
}

/** `rate`: by how much the machine is slowed down, on a slow line; null: machine and line as they are. */
async function visit(context: BrowserContext, address: string, rate: number | null): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (rate !== null) await slowDown(devtools, rate);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  await watchPage(page);
  await page.goto(address);
  // A slow machine is still at work when the line has long been quiet.
  await settled(page);
  return { ...(await seenOn(page)), kB: bytes / 1000 };
}
