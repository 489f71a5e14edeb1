import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Weights that documents use. */
export type PdfWeight = 'regular' | 'bold';

const fileNames: Record<PdfWeight, string> = { regular: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' };
const loaded = new Map<PdfWeight, Buffer>();

/** A Chinese font (GB18030 characters, Latin and figures) from its package; read once, when the first document needs it. */
export function pdfFont(weight: PdfWeight): Buffer {
  let font = loaded.get(weight);
  if (!font) {
    font = readFileSync(fileURLToPath(new URL(`../fonts/${fileNames[weight]}`, import.meta.resolve('@embedpdf/fonts-sc'))));
    loaded.set(weight, font);
  }
  return font;
}
