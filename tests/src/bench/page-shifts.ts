import type { Browser } from 'playwright';
import { slowDown } from '../testing/page-watch.ts';
import { openSteadily, steadyPages, widths } from '../testing/steady-pages.ts';
import { atMost, type Figure } from './figure.ts';
import { against, slowdown } from './page-moves.ts';
import type { ProductStage } from './stage.ts';

/** Less than anybody sees: a line that grows by a pixel. */
const NOTHING = 0.01;

/** What moves on a page while it fills on a slow machine and line, at the width of a desk and of a phone. */
export async function measureShifts(browser: Browser, { url, scale }: ProductStage): Promise<Figure[]> {
  const rate = scale.size(...slowdown);
  const figures: Figure[] = [];
  for (const steady of await steadyPages(url)) {
    for (const width of Object.keys(widths) as (keyof typeof widths)[]) {
      const shift = async (slow: boolean): Promise<number> => {
        const { page, cls } = await openSteadily(browser, url, steady, width, async (opened) => {
          if (slow) await slowDown(await opened.context().newCDPSession(opened), rate);
        });
        await page.context().close();
        return cls;
      };
      const [value, baseline] = [await shift(true), await shift(false)];
      figures.push({
        id: `pages.steady.${steady.name}.${width}`,
        unit: 'score',
        value,
        baseline,
        against,
        aims: [atMost(value, NOTHING, '')],
      });
    }
  }
  return figures;
}
