import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page, Request } from 'playwright';

/** What a page has shown so far: first and largest contentful paint and blocked time in ms, shifted layout. */
export interface Seen {
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** What moved, by how much, in words for who has to find it. */
  readonly shifts: readonly string[];
}

type Watched = typeof globalThis & { seen: { -readonly [Key in keyof Seen]: Seen[Key] } & { shifts: string[] } };
type Shift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
};

/** What of each watched page is under way, and when something last was. */
const lines = new WeakMap<Page, { readonly underWay: Set<Request>; last: number }>();

/** Has every document of a page watch its own paints, long tasks and shifts, from its beginning. */
export async function watchPage(page: Page): Promise<void> {
  const line = { underWay: new Set<Request>(), last: Date.now() };
  lines.set(page, line);
  const over = (request: Request): void => {
    line.underWay.delete(request);
    line.last = Date.now();
  };
  page.on('request', (request) => line.underWay.add(request));
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  await page.addInitScript(() => {
    const seen: Watched['seen'] = { fcp: 0, lcp: 0, tbt: 0, cls: 0, shifts: [] };
    (globalThis as Watched).seen = seen;
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
      const { value, sources } = entry as Shift;
      seen.cls += value;
      for (const { node, previousRect: before, currentRect: after } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.tagName ?? 'gone'}.${element?.getAttribute('class') ?? ''}`;
        const rect = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
        seen.shifts.push(
          `${value.toFixed(4)} ${name} “${(element?.textContent ?? '').slice(0, 30)}” ${rect(before)} → ${rect(after)}`,
        );
      }
    });
  });
}

/** What the document has shown until now. */
export async function seenOn(page: Page): Promise<Seen> {
  return await page.evaluate(() => (globalThis as Watched).seen);
}

/** How long nothing must be under way, in milliseconds: a slow machine thinks between two calls. */
const quietMs = 800;

/**
 * Waits until a watched page has something to show, and nothing has been under way for a while. The browser's own
 * “network idle” comes once for a document, be it before its page has begun.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (globalThis as Watched).seen.lcp > 0 && document.querySelector('main, form') !== null,
  );
  const line = lines.get(page)!;
  while (line.underWay.size > 0 || Date.now() - line.last < quietMs) await setTimeout(50);
}

/** A line of 10 Mbit/s with 40 ms. */
const line = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 };

/** Makes the machine so many times slower, on a slow line: with four, what Lighthouse calls a slow desk. */
export async function slowDown(devtools: CDPSession, rate: number): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}
