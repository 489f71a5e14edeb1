/** A row of an editable table: cells by the key of their column. `rowId` is the browser's own name for the row. */
export type EditableRow = {
  readonly rowId: string;
  /** The row of totals, always the last. */
  readonly isTotal?: boolean;
  readonly [key: string]: unknown;
};

/** The field that the row of totals sums up where nothing else is said (PICKERS-058). */
export const SUM_FIELD = 'payAmountFee';

/** The row of totals, before it is summed. */
export const totalRow = (): EditableRow => ({ rowId: 'total', isTotal: true });

/** Sum of money texts or numbers in hundredths, as text with two decimals; what is no number counts nothing. */
function sumOf(values: readonly unknown[]): string {
  const hundredths = values.reduce(
    (sum: number, value) => sum + (Number.isFinite(Number(value)) ? Math.round(Number(value) * 100) : 0),
    0,
  );
  return (
    `${hundredths < 0 ? '-' : ''}${String(Math.trunc(Math.abs(hundredths) / 100))}.` +
    `${String(Math.abs(hundredths) % 100).padStart(2, '0')}`
  );
}

/** The rows with the row of totals, if there is one, summed again. */
export function withTotal<Row extends EditableRow>(rows: readonly Row[], field: string = SUM_FIELD): Row[] {
  const last = rows.at(-1);
  if (last?.isTotal !== true) return [...rows];
  const others = rows.slice(0, -1);
  return [...others, { ...last, [field]: sumOf(others.map((row) => row[field])) }];
}

/** A new row after the others: before the row of totals, or in its place when totals are off (PICKERS-057). */
export function addRow<Row extends EditableRow>(
  rows: readonly Row[],
  row: Row,
  { total, field }: { total: boolean; field?: string },
): Row[] {
  const last = rows.at(-1);
  if (last?.isTotal !== true) return [...rows, row];
  return total ? withTotal([...rows.slice(0, -1), row, last], field) : [...rows.slice(0, -1), row];
}

/** The rows without one, summed again. The row of totals stays. */
export function deleteRow<Row extends EditableRow>(rows: readonly Row[], rowId: string, field?: string): Row[] {
  return withTotal(
    rows.filter((row) => row.rowId !== rowId || row.isTotal === true),
    field,
  );
}

/** The rows with one cell changed, summed again. */
export function changeCell<Row extends EditableRow>(
  rows: readonly Row[],
  rowId: string,
  key: string,
  value: unknown,
  field?: string,
): Row[] {
  return withTotal(
    rows.map((row) => (row.rowId === rowId ? { ...row, [key]: value } : row)),
    field,
  );
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** What is missing, by `rowId` and column: `请输入{title}!` (PICKERS-059). Empty: nothing is. */
export function missingCells(
  rows: readonly EditableRow[],
  columns: readonly { key: string; title: string; required?: boolean }[],
): Record<string, Record<string, string>> {
  const found = rows
    .filter((row) => row.isTotal !== true)
    .map(
      (row) =>
        [
          row.rowId,
          Object.fromEntries(
            columns
              .filter((column) => column.required && isEmpty(row[column.key]))
              .map((column) => [column.key, `请输入${column.title}!`]),
          ),
        ] as const,
    );
  return Object.fromEntries(found.filter(([, missing]) => Object.keys(missing).length > 0));
}
