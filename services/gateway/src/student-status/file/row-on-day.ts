/** A line of the operation log about a row: what it was before and after, whole. */
export interface LoggedRow {
  readonly at: Date;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** A row as it was at the end of a day, and which of its columns were on record by then. */
export interface RowOnDay {
  /** Null: there was none, or nobody knows of one. */
  readonly row: Readonly<Record<string, unknown>> | null;
  /** Whether what a column held is known of that day. */
  readonly known: (column: string) => boolean;
  /** When the record begins; null: there is none. */
  readonly since: Date | null;
}

/**
 * What a row was at a moment, by what the operation log says of it, the earliest first, and by the row that is there
 * now (STUDENT-STATUS-05). Before the first line nobody wrote down what changed: a value is known then only where the
 * row began with that line and so was not there; where it was there already, it is shown as it was found and said to be
 * unknown. Columns that came later than a line are not in it.
 */
export function rowOnDay(
  now: Readonly<Record<string, unknown>> | null,
  log: readonly LoggedRow[],
  moment: Date,
): RowOnDay {
  const [first] = log;
  if (!first) return { row: now, known: () => false, since: null };
  const next = log.find(({ at }) => at > moment);
  const row = next ? next.before : now;
  const begun = first.at <= moment;
  return {
    row,
    known: (column) => begun && row !== null && column in row,
    since: first.at,
  };
}
