import type { PdfTextStyle, PdfWeight } from './pdf.ts';
import { pdfFont, pdfFonts, type PdfFontName } from './pdf-font.ts';

/** What the library does not declare of the font that is chosen. */
interface ChosenFont {
  readonly font: { hasGlyphForCodePoint(code: number): boolean };
  readonly ascender: number;
}
interface Piece {
  readonly text: string;
  readonly font: PdfFontName;
  readonly width: number;
}
type Look = Required<Pick<PdfTextStyle, 'size' | 'weight' | 'align' | 'colour' | 'oneLine'>>;

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });
/** Say how the character before them is shown, and are drawn by no font. */
const selector = /[\uFE00-\uFE0F\u200C\u200D]|[\u{E0100}-\u{E01EF}]/u;

/**
 * Writes texts in the first font that has their characters. A text that the Chinese font has is left to the library;
 * one of several fonts is laid out here, character by character, on the same lines.
 */
export class PdfLetters {
  /** Characters that no font has, in the order in which they came. */
  readonly missing = new Set<string>();
  readonly #pdf: PDFKit.PDFDocument;
  readonly #known = new Map<string, PdfFontName>();
  readonly #registered = new Set<string>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  /** Width of a text on one line. */
  width(text: string, size: number, weight: PdfWeight): number {
    return (
      this.#pieces(text)?.reduce(
        (sum, { text: part, font }) => sum + this.#font(font, size, weight).widthOfString(part),
        0,
      ) ?? this.#font('chinese', size, weight).widthOfString(text)
    );
  }

  /** Height of a text within a width; nothing for an empty one. */
  height(text: string, width: number, size: number, weight: PdfWeight): number {
    if (text === '') return 0;
    if (this.#pieces(text) === null)
      return this.#font('chinese', size, weight).heightOfString(text, { width, lineGap: 0 });
    return this.#lines(text, width, size, weight).length * this.#lineHeight(size, weight);
  }

  draw(text: string, x: number, y: number, width: number, { size, weight, align, colour, oneLine }: Look): void {
    if (text === '') return;
    if (this.#pieces(text) === null) {
      this.#font('chinese', size, weight)
        .fillColor(colour)
        .text(text, x, y, { width, align, lineGap: 0, ...(oneLine ? { height: size, ellipsis: '…' } : {}) });
      return;
    }
    const lines = this.#lines(text, width, size, weight).slice(0, oneLine ? 1 : undefined);
    const lineHeight = this.#lineHeight(size, weight);
    this.#font('chinese', size, weight);
    const above = (this.#chosen.ascender / 1000) * size;
    for (const [index, line] of lines.entries()) {
      const free = width - line.reduce((sum, piece) => sum + piece.width, 0);
      let at = x + (align === 'center' ? free / 2 : align === 'right' ? free : 0);
      for (const piece of joined(line)) {
        this.#font(piece.font, size, weight)
          .fillColor(colour)
          .text(piece.text, at, y + index * lineHeight + above, { lineBreak: false, baseline: 'alphabetic' });
        at += piece.width;
      }
    }
  }

  /** The characters with their fonts; null when the Chinese one has them all. */
  #pieces(text: string): Omit<Piece, 'width'>[] | null {
    const pieces = [...graphemes.segment(text)].map(({ segment }) => ({ text: segment, font: this.#fontOf(segment) }));
    return pieces.every(({ font }) => font === 'chinese') ? null : pieces;
  }

  #lines(text: string, width: number, size: number, weight: PdfWeight): Piece[][] {
    return text.split('\n').flatMap((paragraph) => {
      const lines: Piece[][] = [[]];
      let taken = 0;
      for (const { segment } of graphemes.segment(paragraph)) {
        const font = this.#fontOf(segment);
        const piece = { text: segment, font, width: this.#font(font, size, weight).widthOfString(segment) };
        if (taken > 0 && taken + piece.width > width) {
          lines.push([]);
          taken = 0;
        }
        lines.at(-1)?.push(piece);
        taken += piece.width;
      }
      return lines;
    });
  }

  #lineHeight(size: number, weight: PdfWeight): number {
    return this.#font('chinese', size, weight).currentLineHeight(true);
  }

  #fontOf(character: string): PdfFontName {
    const known = this.#known.get(character);
    if (known !== undefined) return known;
    const codes = Array.from(character)
      .filter((each) => !selector.test(each) && each >= ' ')
      .map((each) => each.codePointAt(0) ?? 0);
    const found = pdfFonts.find((name) => {
      if (codes.length === 0) return true;
      this.#font(name, 9, 'regular');
      return codes.every((code) => this.#chosen.font.hasGlyphForCodePoint(code));
    });
    if (found === undefined) this.missing.add(character);
    this.#known.set(character, found ?? 'chinese');
    return found ?? 'chinese';
  }

  /** Chooses a font; it is loaded when it is first needed. */
  #font(name: PdfFontName, size: number, weight: PdfWeight): PDFKit.PDFDocument {
    const key = `${name} ${weight}`;
    if (!this.#registered.has(key)) this.#pdf.registerFont(key, pdfFont(name, weight));
    this.#registered.add(key);
    return this.#pdf.font(key).fontSize(size);
  }

  get #chosen(): ChosenFont {
    return (this.#pdf as unknown as { readonly _font: ChosenFont })._font;
  }
}

/** Neighbours of one font are written together: some scripts join their characters. */
function joined(line: readonly Piece[]): Piece[] {
  const parts: Piece[] = [];
  for (const piece of line) {
    const last = parts.at(-1);
    if (last?.font === piece.font)
      parts[parts.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
    else parts.push(piece);
  }
  return parts;
}
