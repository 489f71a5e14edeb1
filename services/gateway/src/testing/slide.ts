import { finishSlide, startSlide, type SlidePoint } from '@jwxt/contracts/session/session.operations.ts';
import type { Browser } from './browser.ts';

/** A drag as a hand makes it, over 290 pixels. */
export const handSlide: SlidePoint[] = [
  [0, 0],
  [40, 12],
  [70, 45],
  [90, 80],
  [120, 130],
  [160, 190],
  [200, 240],
  [230, 270],
  [300, 290],
];

/** Slides for a name and answers the proof. `wait` lets the time of a drag pass on the server's clock. */
export async function slide(browser: Browser, userName: string, wait: (ms: number) => void): Promise<string> {
  const { challenge } = await browser.get(startSlide, { userName });
  wait(400);
  return (await browser.get(finishSlide, { challenge, track: 290, points: handSlide })).proof;
}
