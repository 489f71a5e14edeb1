import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { ALPHABET, drawCaptcha, FONT, HEIGHT, LETTERS, WIDTH } from './captcha-drawing.ts';

/** Ink of a part of a picture, brought to a square of this many cells. */
const CELLS = 14;
type Ink = number[];
interface Part {
  readonly from: number;
  readonly to: number;
}

function inkOf(canvas: Canvas): (x: number, y: number) => boolean {
  const { data } = canvas.getContext('2d').getImageData(0, 0, WIDTH, HEIGHT);
  return (x, y) => (data[(y * WIDTH + x) * 4] ?? 255) < 190;
}

/** Where there is ink between two columns, as seen in a square. */
function squareOf(isInk: (x: number, y: number) => boolean, { from, to }: Part): Ink {
  const columns = Array.from({ length: to - from }, (_, x) => from + x).filter(
    (x) => Array.from({ length: HEIGHT }, (_, y) => isInk(x, y)).filter(Boolean).length > 2,
  );
  const [left = from, right = to] = [columns[0], columns.at(-1)];
  const rows = Array.from({ length: HEIGHT }, (_, y) => y).filter(
    (y) => Array.from({ length: to - from }, (_, x) => isInk(from + x, y)).filter(Boolean).length > 1,
  );
  const [top = 0, bottom = HEIGHT - 1] = [rows[0], rows.at(-1)];
  return Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const x = left + Math.round((((cell % CELLS) + 0.5) * (right - left)) / CELLS);
    const y = top + Math.round(((Math.trunc(cell / CELLS) + 0.5) * (bottom - top)) / CELLS);
    return isInk(x, y) ? 1 : 0;
  });
}

/** Columns from the first with ink to the last, specks left out. */
function extentOf(isInk: (x: number, y: number) => boolean): Part {
  const columns = Array.from({ length: WIDTH }, (_, x) => x).filter(
    (x) => Array.from({ length: HEIGHT }, (_, y) => isInk(x, y)).filter(Boolean).length > 12,
  );
  return { from: columns[0] ?? 0, to: columns.at(-1) ?? WIDTH };
}

/** Letters as they are before they are bent: black on white, each at its place. */
function plainPicture(letters: readonly { readonly letter: string; readonly left: number }[]): Canvas {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#000';
  context.font = `60px ${FONT}`;
  for (const { letter, left } of letters) context.fillText(letter, left, 66);
  return canvas;
}

/** How every letter looks that was not bent. */
function templates(): Map<string, Ink> {
  return new Map(
    Array.from(ALPHABET).map((letter) => {
      const isInk = inkOf(plainPicture([{ letter, left: 40 }]));
      return [letter, squareOf(isInk, extentOf(isInk))];
    }),
  );
}

/**
 * Reads a picture as a script does that knows font, letters and their number: cut, bring to one size, take what is most
 * alike.
 */
async function readByScript(png: Buffer, known: ReadonlyMap<string, Ink>): Promise<string> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  canvas.getContext('2d').drawImage(await loadImage(png), 0, 0);
  const isInk = inkOf(canvas);
  const { from, to } = extentOf(isInk);
  const step = (to - from) / LETTERS;
  return Array.from({ length: LETTERS }, (_, index) => {
    const seen = squareOf(isInk, { from: Math.round(from + index * step), to: Math.round(from + (index + 1) * step) });
    const likeness = (ink: Ink): number => ink.filter((cell, at) => cell === seen[at]).length;
    return [...known].toSorted(([, a], [, b]) => likeness(b) - likeness(a))[0]?.[0] ?? '';
  }).join('');
}

/** What a PNG consists of: each part is its length, its name, so many bytes and a check sum. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}

it('a picture is pixels and nothing else, and no two of the same letters are alike', () => {
  const pictures = Array.from({ length: 5 }, () => drawCaptcha('A3XK').png);
  for (const png of pictures) {
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
    const chunks = chunksOf(png);
    expect([chunks[0], chunks.at(-1)]).toEqual(['IHDR', 'IEND']);
    expect(['IHDR', 'sBIT', 'sRGB', 'IDAT', 'IEND']).toEqual(expect.arrayContaining(chunks));
  }
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(5);
});

it('letters come from those that people tell apart', () => {
  for (let picture = 0; picture < 40; picture += 1)
    expect(drawCaptcha().letters).toMatch(new RegExp(`^[${ALPHABET}]{${LETTERS}}$`));
});

it('a script that knows the font and cuts at equal widths reads its own kind, hardly one of 60 of ours', async () => {
  const known = templates();
  const plain = plainPicture(['H', 'E', 'N', 'K'].map((letter, index) => ({ letter, left: 10 + index * 54 })));
  expect(await readByScript(plain.toBuffer('image/png'), known)).toBe('HENK');
  const drawn = Array.from({ length: 60 }, () => drawCaptcha());
  const read = await Promise.all(drawn.map(({ png }) => readByScript(png, known)));
  expect(read.filter((letters, at) => letters === drawn[at]?.letters).length).toBeLessThanOrEqual(3);
});
