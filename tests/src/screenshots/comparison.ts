import type { Browser } from 'playwright';
import { pictureType } from './compression.ts';

/** How a picture differs from the one before it. */
export interface Difference {
  /** Share of the pixels that differ, 0–1. A picture of another size differs in all. */
  readonly share: number;
  /** The smallest rectangle that holds them, in pixels; null when there is none. */
  readonly within: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  } | null;
}

/** Below this the same page was photographed at another minute: the clock in the frame, a time in a list. */
export const sameBelow = 0.001;
/** Steps of a colour, of 256: what the compression changes around letters stays below. */
const tolerance = 48;

/**
 * Compares pictures pixel by pixel, in a page of its own of the browser that takes them: it reads them as people's
 * browsers do.
 */
export interface Comparison {
  /** Two pictures as they are kept: WebP. */
  differenceOf(before: Buffer, after: Buffer): Promise<Difference>;
  close(): Promise<void>;
}

/** Opens the page that compares. */
export async function openComparison(browser: Browser): Promise<Comparison> {
  const page = await browser.newPage();
  return {
    differenceOf: (before, after) =>
      page.evaluate(compareInPage, {
        pictures: [before, after].map((picture) => `data:${pictureType};base64,${picture.toString('base64')}`),
        tolerance,
      }),
    close: () => page.close(),
  };
}

/** Runs in the page, so that it knows nothing but its argument. */
async function compareInPage({
  pictures,
  tolerance: most,
}: {
  pictures: readonly string[];
  tolerance: number;
}): Promise<Difference> {
  const [before, after] = (await Promise.all(
    pictures.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }),
  )) as [ImageData, ImageData];
  const { width, height } = after;
  if (before.width !== width || before.height !== height)
    return { share: 1, within: { left: 0, top: 0, right: width, bottom: height } };
  let count = 0;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red, green, blue] = [0, 1, 2].map((channel) =>
      Math.abs(before.data[pixel * 4 + channel]! - after.data[pixel * 4 + channel]!),
    ) as [number, number, number];
    if (Math.max(red, green, blue) <= most) continue;
    const [x, y] = [pixel % width, Math.trunc(pixel / width)];
    count += 1;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { share: count / (width * height), within: count === 0 ? null : { left, top, right, bottom } };
}
