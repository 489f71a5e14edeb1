import { Radio } from '@mantine/core';
import { memo } from 'react';
import type { Column, DataTableProps } from './table-column.ts';
import classes from './data-table.module.css';
import type { ListedRow, PinEdges } from './list-engine.ts';
import { RowCheck } from './row-check.tsx';
import { CellColumnContext } from './two-lines.tsx';
import { wholeDates } from './whole-dates.tsx';

/** So few characters are whole in any column. */
const SHORT = 8;

const pinOf = ({ pinLeft, pinRight }: { pinLeft?: boolean; pinRight?: boolean }) =>
  pinLeft ? 'left' : pinRight ? 'right' : undefined;

type RowProps<Row> = DataTableProps<Row> & {
  listed: ListedRow<Row>;
  place: number;
  stop: string | null;
  edges: PinEdges;
};

/**
 * One row. It is drawn again when its page is, not when only its table learns something: how much room there is, where
 * its tools go.
 */
export const TableRow = memo(DrawnRow, isSameRow) as typeof DrawnRow;

const ofCells = ['key', 'title', 'align', 'pinLeft', 'pinRight', 'ellipsis', 'render'] as const;
const ofRows = ['place', 'rowKey', 'numberFrom', 'selection', 'onRow', 'rowTone', 'twoLine', 'dense'] as const;

function isSameRow<Row>(before: RowProps<Row>, now: RowProps<Row>): boolean {
  return (
    before.listed.row === now.listed.row &&
    before.listed.index === now.listed.index &&
    ofRows.every((name) => before[name] === now[name]) &&
    tabStopOf(before) === tabStopOf(now) &&
    before.columns.length === now.columns.length &&
    before.columns.every((column, at) => isSameColumn(column, now.columns[at], before.edges, now.edges))
  );
}

/** The width is that of the column, not of its cells. */
function isSameColumn<Row>(before: Column<Row>, now: Column<Row> | undefined, old: PinEdges, edges: PinEdges): boolean {
  return (
    now !== undefined &&
    ofCells.every((name) => before[name] === now[name]) &&
    JSON.stringify(old.get(before.key)) === JSON.stringify(edges.get(now.key))
  );
}

function tabStopOf<Row>({ stop, listed, rowKey }: RowProps<Row>): 0 | -1 | undefined {
  return stop === null ? undefined : stop === rowKey(listed.row) ? 0 : -1;
}

function DrawnRow<Row>({
  listed: { row, index },
  place,
  stop,
  edges,
  columns,
  rowKey,
  numberFrom,
  selection,
  onRow,
  rowTone,
  twoLine,
  dense,
}: RowProps<Row>) {
  const key = rowKey(row);
  const chosen = selection?.keys.has(key) ?? false;
  return (
    <tr
      data-tone={chosen ? 'chosen' : rowTone?.(row)}
      data-two-line={twoLine || undefined}
      data-dense={dense || undefined}
      data-clickable={onRow !== undefined || undefined}
      data-key={key}
      tabIndex={stop === null ? undefined : stop === key ? 0 : -1}
      onClick={
        onRow &&
        ((event) => {
          if ((event.target as HTMLElement).closest('a,button,input,label') === null) onRow(row);
        })
      }
    >
      {selection && (
        <td>
          <span className={classes['check']}>
            {selection.single ? (
              <Radio
                checked={chosen}
                disabled={selection.disabled?.(key) ?? false}
                aria-label={`选择第${String((numberFrom ?? 1) + place)}行`}
                onChange={() => {
                  selection.onChange(new Set([key]));
                }}
              />
            ) : (
              <RowCheck
                checked={chosen}
                disabled={selection.disabled?.(key) ?? false}
                label={`选择第${String((numberFrom ?? 1) + place)}行`}
                onChange={(on) => {
                  selection.onChange(toggled(selection.keys, [key], on));
                }}
              />
            )}
          </span>
        </td>
      )}
      {numberFrom !== undefined && <td className={classes['number']}>{numberFrom + place}</td>}
      {columns.map((column, at) => {
        const content = column.render(row, index);
        const cut = column.ellipsis && typeof content === 'string';
        return (
          <td
            key={column.key}
            data-align={column.align ?? 'center'}
            data-pin={pinOf(column)}
            data-lead={at === 0 || undefined}
            data-label={typeof column.title === 'string' ? column.title : undefined}
            style={edges.get(column.key)}
          >
            {cut ? (
              <div className="jw-two-lines" title={content.length < SHORT ? undefined : content}>
                {wholeDates(content)}
              </div>
            ) : (
              <CellColumnContext value={column.key}>{wholeDates(content)}</CellColumnContext>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** What the figures come to. */
export function TotalRow<Row>({
  row,
  edges,
  columns,
  selection,
  numberFrom,
}: DataTableProps<Row> & { row: Row; edges: PinEdges }) {
  const [first, ...rest] = columns.filter(({ pinRight }) => !pinRight);
  const before = (selection ? 1 : 0) + (numberFrom === undefined ? 0 : 1);
  const last = columns.filter(({ pinRight }) => pinRight);
  return (
    <tr data-total>
      <td
        colSpan={before + 1}
        data-align="left"
        data-lead
        data-pin={first?.pinLeft ? 'left' : undefined}
        style={{ left: 0 }}
      >
        合计
      </td>
      {rest.map((column) => (
        <td
          key={column.key}
          data-align={column.align ?? 'center'}
          data-pin={pinOf(column)}
          data-label={typeof column.title === 'string' ? column.title : undefined}
          style={edges.get(column.key)}
        >
          {column.render(row, -1)}
        </td>
      ))}
      {last.map((column) => (
        <td
          key={column.key}
          data-pin="right"
          style={edges.get(column.key)}
          aria-label={typeof column.title === 'string' ? column.title : ''}
        />
      ))}
    </tr>
  );
}

/** The keys with some of them added or taken out. */
export function toggled(keys: ReadonlySet<string>, changed: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of changed)
    if (on) next.add(key);
    else next.delete(key);
  return next;
}

/** A row that is still to come. */
export function SkeletonRow({ cells, index }: { cells: number; index: number }) {
  return (
    <tr className={classes['skeleton']} aria-hidden style={{ opacity: 1 - index * 0.1 }}>
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell} aria-label="正在查询">
          <span style={{ width: `${String(45 + ((cell * 31 + index * 13) % 40))}%` }} />
        </td>
      ))}
    </tr>
  );
}
