import { randomInt } from 'node:crypto';
import { createCanvas, GlobalFonts, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFile } from '../kernel/pdf-font.ts';

/** A drawn captcha: what a person reads, and the picture. */
export interface DrawnCaptcha {
  readonly letters: string;
  /** {@link WIDTH} × {@link HEIGHT} pixels: twice what the page shows. */
  readonly png: Buffer;
}

/** Pixels of a picture. */
export const WIDTH = 240;
export const HEIGHT = 88;
/** Letters of a picture. */
export const LETTERS = 4;
/** Without those that are taken for each other once they are bent: 0 O Q D, 1 I L, 2 Z, 4 A, 5 S, 6 G, 8 B, 9, U V. */
export const ALPHABET = 'ACEFHJKMNPRTWXY37';

/** Name of the typeface, once a picture has been drawn. */
export const FONT = 'captcha';
const PAPER = '#f3f5f8';

/**
 * Draws one. Letters and the strokes through them have one colour and one width, letters touch and are cut, and the
 * whole is bent pixel by pixel, so that neither a colour, nor a gap, nor an outline says where a letter is. Whoever
 * trains a network on it reads it nevertheless: it slows guessing down, the locks stop it.
 */
export function drawCaptcha(letters = randomLetters()): DrawnCaptcha {
  if (!GlobalFonts.has(FONT)) GlobalFonts.registerFromPath(fontFile('chinese', 'bold'), FONT);
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const ink = `hsl(${between(195, 265)} ${between(30, 60)}% ${between(28, 42)}%)`;
  context.strokeStyle = context.fillStyle = ink;
  drawLetters(context, letters);
  for (let line = 0; line < 2; line += 1) drawStroke(context, between(3, 5));
  context.strokeStyle = PAPER;
  drawStroke(context, between(2, 3));
  context.fillStyle = ink;
  for (let dot = 0; dot < 60; dot += 1)
    context.fillRect(between(0, WIDTH), between(0, HEIGHT), between(1, 3), between(1, 3));
  return { letters, png: bent(canvas).toBuffer('image/png') };
}

function randomLetters(): string {
  return Array.from({ length: LETTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** From a source that nobody can continue: what was seen of one picture must not tell the next. */
const between = (low: number, high: number): number => low + (high - low) * (randomInt(1_000_000) / 1_000_000);

/** Each with its own size, turn, slant and height, a little over its neighbour. */
function drawLetters(context: SKRSContext2D, letters: string): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 4;
  const step = between(44, 52);
  let x = between(32, WIDTH - 32 - step * (letters.length - 1));
  for (const letter of letters) {
    context.save();
    context.translate(x, HEIGHT / 2 + between(-9, 9));
    context.rotate(between(-0.35, 0.35));
    context.transform(between(0.9, 1.15), between(-0.1, 0.1), between(-0.2, 0.2), between(0.9, 1.15), 0, 0);
    context.font = `${Math.round(between(54, 66))}px ${FONT}`;
    // Some are hollow: their surface is not what they have in common.
    if (randomInt(4) === 0) context.strokeText(letter, 0, 0);
    else context.fillText(letter, 0, 0);
    context.restore();
    x += step + between(-4, 3);
  }
}

/** A bow across the whole picture. */
function drawStroke(context: SKRSContext2D, width: number): void {
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(between(0, 20), between(12, HEIGHT - 12));
  context.bezierCurveTo(
    between(50, 100),
    between(0, HEIGHT),
    between(140, 190),
    between(0, HEIGHT),
    WIDTH - between(0, 20),
    between(12, HEIGHT - 12),
  );
  context.stroke();
}

/** The picture with every pixel taken from a place beside its own, by two waves in each direction. */
function bent(canvas: Canvas): Canvas {
  const from = canvas.getContext('2d').getImageData(0, 0, WIDTH, HEIGHT);
  const result = createCanvas(WIDTH, HEIGHT);
  const to = result.getContext('2d').createImageData(WIDTH, HEIGHT);
  const [source, target] = [new Uint32Array(from.data.buffer), new Uint32Array(to.data.buffer)];
  const wave = (size: number, length: number) => ({
    size,
    turn: (2 * Math.PI) / length,
    phase: between(0, 2 * Math.PI),
  });
  const across = [wave(between(3, 5), between(60, 90)), wave(between(0.5, 1.5), between(28, 40))];
  const down = [wave(between(4, 7), between(90, 140)), wave(between(0.5, 1.5), between(34, 48))];
  const shift = (waves: typeof across, at: number): number =>
    waves.reduce((sum, { size, turn, phase }) => sum + size * Math.sin(at * turn + phase), 0);
  const shifts = {
    x: Array.from({ length: HEIGHT }, (_, y) => shift(across, y)),
    y: Array.from({ length: WIDTH }, (_, x) => shift(down, x)),
  };
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const fromX = clamp(Math.round(x + (shifts.x[y] ?? 0)), WIDTH);
      const fromY = clamp(Math.round(y + (shifts.y[x] ?? 0)), HEIGHT);
      target[y * WIDTH + x] = source[fromY * WIDTH + fromX] ?? 0;
    }
  }
  result.getContext('2d').putImageData(to, 0, 0);
  return result;
}

const clamp = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));
