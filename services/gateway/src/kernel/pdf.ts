import PDFDocument from 'pdfkit';
import type { FileAnswer } from './handler.ts';
import { pdfFont, type PdfWeight } from './pdf-font.ts';

/** A document as a whole. */
export interface PdfOptions {
  /** What viewers show as its name. */
  readonly title: string;
  readonly landscape?: boolean;
  /** When it was made. The same content at the same moment gives the same bytes. */
  readonly at: Date;
  /** Small print at the left of every page's foot; the page's number stands at the right. */
  readonly foot?: string;
  /** What stands between a label and its value; by default a Chinese colon. */
  readonly colon?: string;
  /** The page's number in words; by default 第 1 页 共 2 页. */
  readonly pageLabel?: (page: number, count: number) => string;
  /** Large pale words across every page. */
  readonly watermark?: string | undefined;
}

/** How a text looks; `size` in points. */
export interface PdfTextStyle { readonly size?: number; readonly weight?: PdfWeight; readonly align?: 'left' | 'center' | 'right'; readonly colour?: string; /** What does not fit into one line is cut. */ readonly oneLine?: boolean }

/** One column of a table. */
export interface PdfColumn<Row> {
  readonly header: string;
  /** Its share of the table's width. */
  readonly width: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly value: (row: Row) => string;
  /** Printed bold. */
  readonly strong?: (row: Row) => boolean;
}

const margin = 42;
const footHeight = 24;
const cellPadding = 3;
const lineColour = '#55606E';
const textColour = '#1B2430';
const base = 9;

/**
 * A printable document on A4, written from top to bottom: every call adds below what stands there and moves to a new page when the page is
 * full. Lengths are points (1/72 inch). Texts may be Chinese.
 */
export class PdfDocument {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #options: PdfOptions;
  readonly #bytes: Promise<Buffer>;
  /** Where the next thing is put. */
  #y = margin;

  constructor(options: PdfOptions) {
    this.#options = options;
    this.#pdf = new PDFDocument({
      size: 'A4', layout: options.landscape ? 'landscape' : 'portrait', margins: { top: margin, bottom: 0, left: margin, right: margin }, bufferPages: true, autoFirstPage: false,
      info: { Title: options.title, Creator: '教务系统', Producer: '教务系统', CreationDate: options.at, ModDate: options.at }, lang: 'zh-CN', displayTitle: true,
    });
    this.#bytes = collected(this.#pdf);
    this.#pdf.registerFont('regular', pdfFont('regular')).registerFont('bold', pdfFont('bold'));
    this.newPage();
  }

  /** Width between the margins. */
  get width(): number {
    return this.#pdf.page.width - 2 * margin;
  }

  /** Height that is left on this page. */
  get heightLeft(): number {
    return this.#pdf.page.height - margin - footHeight - this.#y;
  }

  newPage(): void {
    this.#pdf.addPage();
    this.#y = margin;
    if (this.#options.watermark) this.#drawWatermark(this.#options.watermark);
  }

  /** Moves down. */
  space(points: number): void {
    this.#y += points;
  }

  /** A line or paragraph across the page. */
  text(text: string, style: PdfTextStyle = {}): void {
    const { size = base, weight = 'regular', align = 'left' } = style;
    const height = this.#height(text, this.width, size, weight);
    this.#ensure(height);
    this.#draw(text, margin, this.#y, this.width, { ...style, size, weight, align });
    this.#y += height + 3;
  }

  /** The name of the document, and a line under it. */
  heading(title: string, subtitle?: string): void {
    this.text(title, { size: 17, weight: 'bold', align: 'center' });
    if (subtitle) this.text(subtitle, { size: 11, align: 'center' });
    this.space(5);
  }

  /** Labelled values, so many in a row: 学期：2025-2026-1. */
  facts(pairs: readonly (readonly [label: string, value: string])[], perRow = 3): void {
    const width = this.width / perRow;
    for (let at = 0; at < pairs.length; at += perRow) {
      const row = pairs.slice(at, at + perRow).map(([label, value]) => `${label}${this.#colon}${value}`);
      const height = Math.max(...row.map((text) => this.#height(text, width - 6, base, 'regular'))) + 4;
      this.#ensure(height);
      for (const [index, text] of row.entries()) this.#draw(text, margin + index * width, this.#y, width - 6, { size: base });
      this.#y += height;
    }
  }

  /** A ruled table. Its head is repeated on every page that it goes over to; a row is never cut in two. */
  table<Row>(columns: readonly PdfColumn<Row>[], rows: readonly Row[], { size = base, rowHeight = 0 }: { readonly size?: number; readonly rowHeight?: number } = {}): void {
    const shares = columns.reduce((sum, column) => sum + column.width, 0);
    const widths = columns.map((column) => (column.width / shares) * this.width);
    const head = columns.map(({ header }) => ({ text: header, align: 'center' as const, weight: 'bold' as const }));
    const heightOf = (cells: readonly TableCell[]): number =>
      Math.max(rowHeight, ...cells.map(({ text, weight }, index) => this.#height(text, (widths[index] ?? 0) - 2 * cellPadding, size, weight))) + 2 * cellPadding;
    const headHeight = heightOf(head);
    const drawRow = (cells: readonly TableCell[], height: number): void => {
      let x = margin;
      for (const [index, cell] of cells.entries()) {
        const width = widths[index] ?? 0;
        this.#pdf.lineWidth(0.5).strokeColor(lineColour).rect(x, this.#y, width, height).stroke();
        const inner = width - 2 * cellPadding;
        this.#draw(cell.text, x + cellPadding, this.#y + (height - this.#height(cell.text, inner, size, cell.weight)) / 2 + 0.8, inner, { ...cell, size });
        x += width;
      }
      this.#y += height;
    };
    this.#ensure(headHeight * 2);
    drawRow(head, headHeight);
    for (const row of rows) {
      const cells = columns.map((column): TableCell => ({ text: column.value(row), align: column.align ?? 'center', weight: column.strong?.(row) ? 'bold' : 'regular' }));
      const height = heightOf(cells);
      if (height > this.heightLeft) {
        this.newPage();
        drawRow(head, headHeight);
      }
      drawRow(cells, height);
    }
    this.space(6);
  }

  /** Places to sign, beside each other on one line, kept on one page. */
  signatures(labels: readonly string[]): void {
    this.#ensure(40);
    this.space(16);
    const width = this.width / labels.length;
    for (const [index, label] of labels.entries()) {
      const x = margin + index * width;
      const named = `${label}${this.#colon}`;
      const taken = this.#font(base, 'regular').widthOfString(named);
      this.#draw(named, x, this.#y, width, { size: base });
      this.#pdf.lineWidth(0.5).strokeColor(lineColour).moveTo(x + taken, this.#y + 12).lineTo(x + width - 12, this.#y + 12).stroke();
    }
    this.space(24);
  }

  /** A square picture (png) at the right end with lines of text beside it, kept on one page. */
  pictured(png: Buffer, size: number, lines: readonly { readonly text: string; readonly style?: PdfTextStyle }[]): void {
    this.#ensure(size);
    this.#pdf.image(png, margin + this.width - size, this.#y, { width: size, height: size });
    let y = this.#y;
    for (const { text, style = {} } of lines) {
      const width = this.width - size - 12;
      this.#draw(text, margin, y, width, style);
      y += (text === '' ? base : this.#height(text, width, style.size ?? base, style.weight ?? 'regular')) + 4;
    }
    this.#y = Math.max(y, this.#y + size);
  }

  /** Numbers the pages and ends the document. */
  async end(): Promise<Buffer> {
    const { start, count } = this.#pdf.bufferedPageRange();
    const label = this.#options.pageLabel ?? ((page: number, all: number) => `第 ${page} 页 共 ${all} 页`);
    for (let page = start; page < start + count; page += 1) {
      this.#pdf.switchToPage(page);
      const y = this.#pdf.page.height - margin - 4;
      this.#draw(this.#options.foot ?? '', margin, y, this.width - 90, { size: 8, colour: lineColour, oneLine: true });
      this.#draw(label(page + 1, count), margin + this.width - 90, y, 90, { size: 8, align: 'right', colour: lineColour });
    }
    this.#pdf.end();
    return await this.#bytes;
  }

  get #colon(): string {
    return this.#options.colon ?? '：';
  }

  #ensure(height: number): void {
    if (height > this.heightLeft && this.#y > margin) this.newPage();
  }

  #font(size: number, weight: PdfWeight): PDFKit.PDFDocument {
    return this.#pdf.font(weight).fontSize(size);
  }

  #height(text: string, width: number, size: number, weight: PdfWeight): number {
    return text === '' ? 0 : this.#font(size, weight).heightOfString(text, { width, lineGap: 0 });
  }

  #draw(text: string, x: number, y: number, width: number, { size = base, weight = 'regular', align = 'left', colour = textColour, oneLine = false }: PdfTextStyle): void {
    if (text !== '') this.#font(size, weight).fillColor(colour).text(text, x, y, { width, align, lineGap: 0, ...(oneLine ? { height: size, ellipsis: '…' } : {}) });
  }

  #drawWatermark(text: string): void {
    const { page } = this.#pdf;
    const [x, y] = [page.width / 2, page.height / 2];
    this.#pdf.save().rotate(-30, { origin: [x, y] }).fillOpacity(0.16);
    this.#draw(text, x - 400, y - 45, 800, { size: 72, weight: 'bold', align: 'center', colour: '#8492A4' });
    this.#pdf.restore().fillOpacity(1);
  }
}

interface TableCell { readonly text: string; readonly align: 'left' | 'center' | 'right'; readonly weight: PdfWeight }

/** A document as a download, or shown by the browser for printing. */
export function pdfAnswer(fileName: string, content: Buffer): FileAnswer {
  return { content, fileName, contentType: 'application/pdf' };
}

function collected(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
