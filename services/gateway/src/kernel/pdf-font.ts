import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PdfWeight } from './pdf.ts';

/**
 * Fonts by the order in which a character is looked for: Chinese (GB18030, Latin, figures), what Japanese names have
 * besides, Korean, Tibetan.
 */
export const pdfFonts = ['chinese', 'japanese', 'korean', 'tibetan'] as const;
export type PdfFontName = (typeof pdfFonts)[number];

const files: Record<PdfFontName, (weight: PdfWeight) => URL> = {
  chinese: (weight) =>
    new URL(
      `../fonts/NotoSansHans-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`,
      import.meta.resolve('@embedpdf/fonts-sc'),
    ),
  japanese: (weight) =>
    new URL(
      `../fonts/NotoSansJP-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`,
      import.meta.resolve('@embedpdf/fonts-jp'),
    ),
  korean: (weight) =>
    new URL(
      `../fonts/NotoSansKR-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`,
      import.meta.resolve('@embedpdf/fonts-kr'),
    ),
  tibetan: (weight) =>
    new URL(
      `noto-serif-tibetan-tibetan-${weight === 'bold' ? 700 : 400}-normal.woff`,
      import.meta.resolve('@fontsource/noto-serif-tibetan/files/noto-serif-tibetan-tibetan-400-normal.woff'),
    ),
};

/** Path of a font in its package. */
export const fontFile = (name: PdfFontName, weight: PdfWeight): string => fileURLToPath(files[name](weight));

const loaded = new Map<string, Buffer>();

/** A font from its package; read once, when the first document needs it. */
export function pdfFont(name: PdfFontName, weight: PdfWeight): Buffer {
  const key = `${name} ${weight}`;
  let font = loaded.get(key);
  if (!font) {
    font = readFileSync(fontFile(name, weight));
    loaded.set(key, font);
  }
  return font;
}
