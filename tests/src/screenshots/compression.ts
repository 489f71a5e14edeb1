import type { Browser } from 'playwright';

/** How pictures are kept: at the same look half as large as JPEG, and letters stay sharp. */
export const pictureType = 'image/webp';
export const pictureEnding = '.webp';

/** Tried from the best on until the picture is small enough, 0–1. */
const qualities = [0.75, 0.6, 0.45, 0.3] as const;

/** Makes pictures small, in a page of its own of the browser that takes them. */
export interface Compression {
  /** From PNG, at the best quality that keeps the file at most this large; else at the lowest. */
  compressed(png: Buffer, largestBytes: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens the page that makes pictures small. */
export async function openCompression(browser: Browser): Promise<Compression> {
  const page = await browser.newPage();
  return {
    compressed: async (png, largestBytes) =>
      Buffer.from(
        await page.evaluate(compressInPage, {
          source: `data:image/png;base64,${png.toString('base64')}`,
          type: pictureType,
          tried: qualities,
          largestBytes,
        }),
        'base64',
      ),
    close: () => page.close(),
  };
}

/** Runs in the page, so that it knows nothing but its argument; answers base64. */
async function compressInPage({
  source,
  type,
  tried,
  largestBytes,
}: {
  source: string;
  type: string;
  tried: readonly number[];
  largestBytes: number;
}): Promise<string> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  let picture = new Blob();
  for (const quality of tried) {
    picture = await canvas.convertToBlob({ type, quality });
    if (picture.size <= largestBytes) break;
  }
  const address = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(picture);
  });
  return address.slice(address.indexOf(',') + 1);
}
