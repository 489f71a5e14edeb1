/**
 * The rows that one statement selects, in its order, and the lines that each of them becomes in a file: one, several or
 * none. It is a description: whoever carries it out takes the rows some at a time, however many there are.
 */
export interface Selection<Row> {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly each: (row: object) => readonly Row[];
}

/** The rows of a statement, as the database has them. */
export function selection<Raw extends object>(text: string, values: readonly unknown[]): Selection<Raw> {
  return { text, values: [...values], each: (row) => [row as Raw] };
}

/** The same rows, each as something else; one may become several. */
export function mapped<Row, Result>(
  { text, values, each }: Selection<Row>,
  into: (row: Row) => Result | readonly Result[],
): Selection<Result> {
  return { text, values, each: (row) => each(row).flatMap(into) };
}
