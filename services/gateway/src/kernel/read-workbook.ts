/** A cell as text. What a formula came to is not told: nobody typed it. */
export interface ReadCell {
  readonly text: string;
  readonly isFormula: boolean;
}
/** A row with its number as Excel shows it. Cells that are not there are empty. */
export interface ReadRow {
  readonly number: number;
  readonly cells: readonly ReadCell[];
}

/** What a workbook may have at most. */
export interface WorkbookLimits {
  readonly rows: number;
  readonly columns: number;
}

/** What a thread needs to read a workbook. */
export interface ReadWorkbookInput {
  readonly content: Uint8Array;
  readonly limits: WorkbookLimits;
}

/** Bytes that a workbook may have, as it is uploaded. */
export const MAX_WORKBOOK_BYTES = 4 * 1024 * 1024;
