import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import type { PdfBlock, PdfContent, PdfOptions, PdfTextStyle, PdfWeight } from './pdf.ts';
import { PdfLetters } from './pdf-letters.ts';

const margin = 42;
const footHeight = 24;
const cellPadding = 3;
const lineColour = '#55606E';
const textColour = '#1B2430';
const warningColour = '#B42318';
const base = 9;

/** Runs in a thread: see `documents.ts`. The same content at the same moment gives the same bytes. */
export async function renderPdf({ options, blocks }: PdfContent): Promise<Buffer> {
  const paper = new Paper(options);
  for (const block of blocks) await paper.put(block);
  return await paper.end();
}

/** Pages that are written from top to bottom; what does not fit on one moves to a new one. */
class Paper {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #letters: PdfLetters;
  readonly #options: PdfOptions;
  readonly #bytes: Promise<Buffer>;
  /** Where the next thing is put. */
  #y = margin;

  constructor(options: PdfOptions) {
    this.#options = options;
    this.#pdf = new PDFDocument({
      size: 'A4',
      layout: options.landscape ? 'landscape' : 'portrait',
      margins: { top: margin, bottom: 0, left: margin, right: margin },
      bufferPages: true,
      autoFirstPage: false,
      info: {
        Title: options.title,
        Creator: '教务系统',
        Producer: '教务系统',
        CreationDate: options.at,
        ModDate: options.at,
      },
      lang: 'zh-CN',
      displayTitle: true,
    });
    this.#bytes = collected(this.#pdf);
    this.#letters = new PdfLetters(this.#pdf);
    this.#newPage();
  }

  async put(block: PdfBlock): Promise<void> {
    switch (block.kind) {
      case 'page':
        return this.#newPage();
      case 'space':
        this.#y += block.points;
        return;
      case 'text':
        return this.#text(block);
      case 'facts':
        return this.#facts(block);
      case 'table':
        return this.#table(block);
      case 'signatures':
        return this.#signatures(block);
      case 'coded':
        return await this.#coded(block);
    }
  }

  /** Width between the margins. */
  get #width(): number {
    return this.#pdf.page.width - 2 * margin;
  }

  /** Height that is left on this page. */
  get #heightLeft(): number {
    return this.#pdf.page.height - margin - footHeight - this.#y;
  }

  #newPage(): void {
    this.#pdf.addPage();
    this.#y = margin;
    if (this.#options.watermark) this.#drawWatermark(this.#options.watermark);
  }

  /** A line or paragraph across the page. */
  #text({ text, style }: Block<'text'>): void {
    const { size = base, weight = 'regular', align = 'left' } = style;
    const height = this.#height(text, this.#width, size, weight);
    this.#ensure(height);
    this.#draw(text, margin, this.#y, this.#width, { ...style, size, weight, align });
    this.#y += height + 3;
  }

  /** Labelled values, so many in a row: 学期：2025-2026-1. */
  #facts({ pairs, perRow }: Block<'facts'>): void {
    const width = this.#width / perRow;
    for (let at = 0; at < pairs.length; at += perRow) {
      const row = pairs.slice(at, at + perRow).map(([label, value]) => `${label}${this.#colon}${value}`);
      const height = Math.max(...row.map((text) => this.#height(text, width - 6, base, 'regular'))) + 4;
      this.#ensure(height);
      for (const [index, text] of row.entries())
        this.#draw(text, margin + index * width, this.#y, width - 6, { size: base });
      this.#y += height;
    }
  }

  /** A ruled table. Its head is repeated on every page that it goes over to; a row is never cut in two. */
  #table({ columns, rows, look: { size = base, rowHeight = 0 } }: Block<'table'>): void {
    const shares = columns.reduce((sum, column) => sum + column.width, 0);
    const widths = columns.map((column) => (column.width / shares) * this.#width);
    const head = columns.map(({ header }) => ({ text: header, align: 'center' as const, weight: 'bold' as const }));
    const heightOf = (cells: readonly TableCell[]): number =>
      Math.max(
        rowHeight,
        ...cells.map(({ text, weight }, index) =>
          this.#height(text, (widths[index] ?? 0) - 2 * cellPadding, size, weight),
        ),
      ) +
      2 * cellPadding;
    const headHeight = heightOf(head);
    const drawRow = (cells: readonly TableCell[], height: number): void => {
      let x = margin;
      for (const [index, cell] of cells.entries()) {
        const width = widths[index] ?? 0;
        this.#pdf.lineWidth(0.5).strokeColor(lineColour).rect(x, this.#y, width, height).stroke();
        const inner = width - 2 * cellPadding;
        this.#draw(
          cell.text,
          x + cellPadding,
          this.#y + (height - this.#height(cell.text, inner, size, cell.weight)) / 2 + 0.8,
          inner,
          { ...cell, size },
        );
        x += width;
      }
      this.#y += height;
    };
    this.#ensure(headHeight * 2);
    drawRow(head, headHeight);
    for (const row of rows) {
      const cells = row.map(({ text, strong }, index): TableCell => ({
        text,
        align: columns[index]?.align ?? 'center',
        weight: strong ? 'bold' : 'regular',
      }));
      const height = heightOf(cells);
      if (height > this.#heightLeft) {
        this.#newPage();
        drawRow(head, headHeight);
      }
      drawRow(cells, height);
    }
    this.#y += 6;
  }

  /** Places to sign, beside each other on one line, kept on one page. */
  #signatures({ labels }: Block<'signatures'>): void {
    this.#ensure(40);
    this.#y += 16;
    const width = this.#width / labels.length;
    for (const [index, label] of labels.entries()) {
      const x = margin + index * width;
      const named = `${label}${this.#colon}`;
      const taken = this.#letters.width(named, base, 'regular');
      this.#draw(named, x, this.#y, width, { size: base });
      this.#pdf
        .lineWidth(0.5)
        .strokeColor(lineColour)
        .moveTo(x + taken, this.#y + 12)
        .lineTo(x + width - 12, this.#y + 12)
        .stroke();
    }
    this.#y += 24;
  }

  async #coded({ code, size, lines }: Block<'coded'>): Promise<void> {
    const png = await QRCode.toBuffer(code, { margin: 0, width: 4 * size, errorCorrectionLevel: 'M' });
    this.#ensure(size);
    this.#pdf.image(png, margin + this.#width - size, this.#y, { width: size, height: size });
    let y = this.#y;
    for (const { text, style = {} } of lines) {
      const width = this.#width - size - 12;
      this.#draw(text, margin, y, width, style);
      y += (text === '' ? base : this.#height(text, width, style.size ?? base, style.weight ?? 'regular')) + 4;
    }
    this.#y = Math.max(y, this.#y + size);
  }

  /** Numbers the pages and ends the document. */
  async end(): Promise<Buffer> {
    this.#tellMissing();
    const { start, count } = this.#pdf.bufferedPageRange();
    const label = this.#options.pageLabel ?? '第 {page} 页 共 {count} 页';
    for (let page = start; page < start + count; page += 1) {
      this.#pdf.switchToPage(page);
      const y = this.#pdf.page.height - margin - 4;
      this.#draw(this.#options.foot ?? '', margin, y, this.#width - 90, { size: 8, colour: lineColour, oneLine: true });
      this.#draw(
        label.replace('{page}', String(page + 1)).replace('{count}', String(count)),
        margin + this.#width - 90,
        y,
        90,
        { size: 8, align: 'right', colour: lineColour },
      );
    }
    this.#pdf.end();
    return await this.#bytes;
  }

  get #colon(): string {
    return this.#options.colon ?? '：';
  }

  #ensure(height: number): void {
    if (height > this.#heightLeft && this.#y > margin) this.#newPage();
  }

  #height(text: string, width: number, size: number, weight: PdfWeight): number {
    return this.#letters.height(text, width, size, weight);
  }

  #draw(
    text: string,
    x: number,
    y: number,
    width: number,
    { size = base, weight = 'regular', align = 'left', colour = textColour, oneLine = false }: PdfTextStyle,
  ): void {
    this.#letters.draw(text, x, y, width, { size, weight, align, colour, oneLine });
  }

  /** A box on the paper is no name: what the fonts lack is said under everything else. */
  #tellMissing(): void {
    const codes = [...this.#letters.missing].map((character) =>
      Array.from(character)
        .map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
        .join(' '),
    );
    if (codes.length > 0)
      this.#text({
        kind: 'text',
        text: `本文件中有打印字体没有的字符（${codes.join('，')}），显示为方框，请核对原文并手工填写。`,
        style: { size: 8, colour: warningColour },
      });
  }

  #drawWatermark(text: string): void {
    const { page } = this.#pdf;
    const [x, y] = [page.width / 2, page.height / 2];
    this.#pdf
      .save()
      .rotate(-30, { origin: [x, y] })
      .fillOpacity(0.16);
    this.#draw(text, x - 400, y - 45, 800, { size: 72, weight: 'bold', align: 'center', colour: '#8492A4' });
    this.#pdf.restore().fillOpacity(1);
  }
}

type Block<K extends PdfBlock['kind']> = Extract<PdfBlock, { readonly kind: K }>;
interface TableCell {
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  readonly weight: PdfWeight;
}

function collected(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
