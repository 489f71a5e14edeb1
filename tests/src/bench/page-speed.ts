import type { Browser, BrowserContext } from 'playwright';
import { launchBrowser, openWindow } from '../testing/browser.ts';
import { atMost, median, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

/** A machine of four times less, and a line of 10 Mbit/s with 40 ms: what Lighthouse calls a slow desk. */
const slowdown = [4, 1] as const;
const line = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 };
const visits = [3, 1] as const;
/** What Lighthouse calls good: first and largest paint, blocked time, shifted layout. */
const good = { fcp: 1_800, lcp: 2_500, tbt: 200, cls: 0.1 };

const pages = [
  { name: 'login', person: null, path: '/login' },
  { name: 'home', person: 'office1', path: '/' },
  { name: 'approval', person: 'dean1', path: '/jwxt/gly/messageSystem/approval' },
] as const;

/** First and largest contentful paint and blocked time in ms, shifted layout, and kB over the line. */
interface Visit {
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly kB: number;
}

/**
 * Lighthouse's figures of the first visit to login, home and approval centre on a slow machine and line, beside this
 * machine without either.
 */
export async function measurePages({ url, scale }: ProductStage): Promise<Figure[]> {
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
      const both = (key: keyof Visit) => ({
        value: of(slow, key),
        baseline: of(quick, key),
        against: 'the machine and line as they are',
      });
      figures.push(
        { id: `pages.${name}.fcp`, unit: 'ms', ...both('fcp'), aims: [atMost(of(slow, 'fcp'), good.fcp, ' ms')] },
        { id: `pages.${name}.lcp`, unit: 'ms', ...both('lcp'), aims: [atMost(of(slow, 'lcp'), good.lcp, ' ms')] },
        { id: `pages.${name}.blocked`, unit: 'ms', ...both('tbt'), aims: [atMost(of(slow, 'tbt'), good.tbt, ' ms')] },
        { id: `pages.${name}.shift`, unit: 'score', ...both('cls'), aims: [atMost(of(slow, 'cls'), good.cls, '')] },
        { id: `pages.${name}.transferred`, unit: 'kB', ...both('kB') },
      );
    }
    return figures;
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
  if (rate !== null) {
    await devtools.send('Network.emulateNetworkConditions', line);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  }
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, tbt: 0, cls: 0 };
    (globalThis as unknown as { seen: typeof seen }).seen = seen;
    const watch = (type: string, read: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => {
        list.getEntries().forEach(read);
      }).observe({ type, buffered: true });
    watch('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
    });
    watch('largest-contentful-paint', (entry) => {
      seen.lcp = entry.startTime;
    });
    // What a task takes beyond 50 ms blocks whoever types meanwhile.
    watch('longtask', (entry) => {
      seen.tbt += entry.duration - 50;
    });
    watch('layout-shift', (entry) => {
      seen.cls += (entry as PerformanceEntry & { value: number }).value;
    });
  });
  await page.goto(address);
  // A slow machine is still at work when the line has long been quiet.
  await page.waitForFunction(
    () => (globalThis as unknown as { seen: Visit }).seen.lcp > 0 && document.querySelector('main, form') !== null,
  );
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Visit, 'kB'> }).seen);
  return { ...seen, kB: bytes / 1000 };
}
