import type { Page, Request } from 'playwright';

/** Tells when a page has come to rest. */
export interface PageRest {
  /**
   * Waits until nothing is asked for, nothing loads and nothing moves but what never ends, for two glances one after
   * the other.
   */
  settled(): Promise<void>;
}

const glancesAtMost = 2_000;

/**
 * Watches a page from now on; a glance takes some `frames`. The browser's own “network idle” is true for ever once it
 * was, whatever follows within the page.
 */
export function watchRest(page: Page, frames = 3): PageRest {
  const underWay = new Set<Request>();
  const ended = (request: Request): void => void underWay.delete(request);
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    async settled() {
      for (let quiet = 0, glances = 0; quiet < 2; glances += 1) {
        if (glances === glancesAtMost)
          throw new Error(`the page does not come to rest: ${[...underWay].map((request) => request.url()).join(' ')}`);
        const still = await page.evaluate(glance, frames);
        quiet = still && underWay.size === 0 ? quiet + 1 : 0;
      }
    },
  };
}

/**
 * In the page, after a few frames: whether what it shows is all there. Pages in tabs behind may keep a loading face for
 * their return.
 */
async function glance(frames: number): Promise<boolean> {
  for (let frame = 0; frame < frames; frame += 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  const loading = [...document.querySelectorAll('[aria-busy="true"], [role="status"][aria-label^="正在"]')];
  return (
    !loading.some((element) => element.checkVisibility()) &&
    document.fonts.status === 'loaded' &&
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)
  );
}
