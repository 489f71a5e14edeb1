import type { Column } from './data-table.tsx';

/** Where a column stands: at the left edge, at the right edge, or between, where it scrolls. */
export type ColumnPin = 'left' | 'none' | 'right';
/** One column as the person wants it. */
export type ColumnChoice = { key: string; shown: boolean; pin: ColumnPin };
/** How a person wants a table: all its columns in their order, and low rows. */
export type TableChoices = { columns: readonly ColumnChoice[]; dense: boolean };

type AnyColumn = Pick<Column<never>, 'key' | 'pinLeft' | 'pinRight'>;

const pinOf = ({ pinLeft, pinRight }: AnyColumn): ColumnPin => (pinLeft ? 'left' : pinRight ? 'right' : 'none');
const pinOrder: readonly ColumnPin[] = ['left', 'none', 'right'];

/** How the page declared its columns: all shown, in their order. */
export function defaultChoices(columns: readonly AnyColumn[]): TableChoices {
  return {
    columns: inPinOrder(columns.map((column) => ({ key: column.key, shown: true, pin: pinOf(column) }))),
    dense: false,
  };
}

/**
 * What was kept for a table whose columns may have changed since: unknown columns are dropped, new ones stand where the
 * page has them.
 */
export function reconciled(kept: TableChoices | null, columns: readonly AnyColumn[]): TableChoices {
  const declared = defaultChoices(columns);
  if (kept === null) return declared;
  const known = kept.columns.filter(({ key }) => columns.some((column) => column.key === key));
  const all = declared.columns.reduce<ColumnChoice[]>((list, choice, index) => {
    if (list.some(({ key }) => key === choice.key)) return list;
    const before = declared.columns[index - 1];
    return list.toSpliced(before === undefined ? 0 : list.findIndex(({ key }) => key === before.key) + 1, 0, choice);
  }, known);
  return { columns: inPinOrder(all), dense: kept.dense };
}

/** The columns that show, in the person's order, pinned as they want. */
export function chosenColumns<Row>(columns: readonly Column<Row>[], { columns: choices }: TableChoices): Column<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return choices
    .filter(({ shown }) => shown)
    .flatMap(({ key, pin }) => {
      const column = byKey.get(key);
      return column === undefined ? [] : [{ ...column, pinLeft: pin === 'left', pinRight: pin === 'right' }];
    });
}

/** The choices with one column changed. */
export function withColumn(
  choices: TableChoices,
  key: string,
  change: Partial<Pick<ColumnChoice, 'shown' | 'pin'>>,
): TableChoices {
  return {
    ...choices,
    columns: inPinOrder(choices.columns.map((column) => (column.key === key ? { ...column, ...change } : column))),
  };
}

/** The choices with a column moved to where another stands, which must be pinned alike. */
export function moved(choices: TableChoices, key: string, to: string): TableChoices {
  const from = choices.columns.findIndex((column) => column.key === key);
  const target = choices.columns.findIndex((column) => column.key === to);
  const column = choices.columns[from];
  if (column === undefined || column.pin !== choices.columns[target]?.pin) return choices;
  return { ...choices, columns: choices.columns.toSpliced(from, 1).toSpliced(target, 0, column) };
}

/** Stable: within one pin the order stays. */
function inPinOrder(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return columns.toSorted((a, b) => pinOrder.indexOf(a.pin) - pinOrder.indexOf(b.pin));
}
