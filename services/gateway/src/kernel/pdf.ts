/** Weights that documents use. */
export type PdfWeight = 'regular' | 'bold';

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
  /** The page's number in words, with {page} and {count}; by default 第 {page} 页 共 {count} 页. */
  readonly pageLabel?: string;
  /** Large pale words across every page. */
  readonly watermark?: string | undefined;
}

/** How a text looks; `size` in points. */
export interface PdfTextStyle {
  readonly size?: number;
  readonly weight?: PdfWeight;
  readonly align?: 'left' | 'center' | 'right';
  readonly colour?: string;
  /** What does not fit into one line is cut. */
  readonly oneLine?: boolean;
}

/** How a column of a table looks. */
export interface PdfTableColumn {
  readonly header: string;
  /** Its share of the table's width. */
  readonly width: number;
  readonly align?: 'left' | 'center' | 'right';
}
/** One column of a table with its values. */
export interface PdfColumn<Row> extends PdfTableColumn {
  readonly value: (row: Row) => string;
  /** Printed bold. */
  readonly strong?: (row: Row) => boolean;
}
/** A cell of a table. */
export interface PdfCell {
  readonly text: string;
  readonly strong: boolean;
}
/** Size of a table's letters and the least height of its rows, in points. */
export interface PdfTableLook {
  readonly size?: number;
  readonly rowHeight?: number;
}
/** A line beside a code. */
export interface PdfLine {
  readonly text: string;
  readonly style?: PdfTextStyle;
}

/** One thing on the paper. */
export type PdfBlock =
  | { readonly kind: 'page' }
  | { readonly kind: 'space'; readonly points: number }
  | { readonly kind: 'text'; readonly text: string; readonly style: PdfTextStyle }
  | {
      readonly kind: 'facts';
      readonly pairs: readonly (readonly [label: string, value: string])[];
      readonly perRow: number;
    }
  | {
      readonly kind: 'table';
      readonly columns: readonly PdfTableColumn[];
      readonly rows: readonly (readonly PdfCell[])[];
      readonly look: PdfTableLook;
    }
  | { readonly kind: 'signatures'; readonly labels: readonly string[] }
  | { readonly kind: 'coded'; readonly code: string; readonly size: number; readonly lines: readonly PdfLine[] };

/** A document as it is handed to the thread that prints it. */
export interface PdfContent {
  readonly options: PdfOptions;
  readonly blocks: readonly PdfBlock[];
}

/**
 * A printable document on A4, described from top to bottom: every call adds below what stands there. It is put on
 * paper, on as many pages as it takes, by a thread (see `documents.ts`). Lengths are points (1/72 inch). Texts may be
 * Chinese.
 */
export class PdfDocument {
  readonly #options: PdfOptions;
  readonly #blocks: PdfBlock[] = [];

  constructor(options: PdfOptions) {
    this.#options = options;
  }

  /** What was put on it. */
  get content(): PdfContent {
    return { options: this.#options, blocks: this.#blocks };
  }

  newPage(): void {
    this.#blocks.push({ kind: 'page' });
  }

  /** Moves down. */
  space(points: number): void {
    this.#blocks.push({ kind: 'space', points });
  }

  /** A line or paragraph across the page. */
  text(text: string, style: PdfTextStyle = {}): void {
    this.#blocks.push({ kind: 'text', text, style });
  }

  /** The name of the document, and a line under it. */
  heading(title: string, subtitle?: string): void {
    this.text(title, { size: 17, weight: 'bold', align: 'center' });
    if (subtitle) this.text(subtitle, { size: 11, align: 'center' });
    this.space(5);
  }

  /** Labelled values, so many in a row: 学期：2025-2026-1. */
  facts(pairs: readonly (readonly [label: string, value: string])[], perRow = 3): void {
    this.#blocks.push({ kind: 'facts', pairs, perRow });
  }

  /** A ruled table. Its head is repeated on every page that it goes over to; a row is never cut in two. */
  table<Row>(columns: readonly PdfColumn<Row>[], rows: readonly Row[], look: PdfTableLook = {}): void {
    this.#blocks.push({
      kind: 'table',
      look,
      columns: columns.map(({ value: _value, strong: _strong, ...column }) => column),
      rows: rows.map((row) =>
        columns.map(({ value, strong }) => ({ text: value(row), strong: strong?.(row) ?? false })),
      ),
    });
  }

  /** Places to sign, beside each other on one line, kept on one page. */
  signatures(labels: readonly string[]): void {
    this.#blocks.push({ kind: 'signatures', labels });
  }

  /** A QR code of a text at the right end, so many points wide, with lines of text beside it, kept on one page. */
  coded(code: string, size: number, lines: readonly PdfLine[]): void {
    this.#blocks.push({ kind: 'coded', code, size, lines });
  }
}
