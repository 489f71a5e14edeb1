import { Checkbox, Radio, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState, EmptyState, type EmptyStateProps } from './faces.tsx';
import classes from './data-table.module.css';
import { Paging, type PagingProps } from './paging.tsx';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  /**
   * Pixels, or any CSS width; `'auto'` shares what is left. Without it {@link CHARACTER_WIDTH} a character of the
   * title.
   */
  width?: number | string;
  /** Default `center` (PICKERS-156). */
  align?: 'left' | 'center' | 'right';
  render: (row: Row, index: number) => ReactNode;
  /** Cut with an ellipsis and shown whole in a tooltip; `render` must give text. */
  ellipsis?: boolean;
  /** Kept in view at the left edge; needs a `width` in pixels. */
  pinLeft?: boolean;
  /** Kept in view at the right edge (操作). */
  pinRight?: boolean;
};

/** Width of a column without one, for each character of its title (PICKERS-155). */
export const CHARACTER_WIDTH = 25;

const widthOf = ({ width, title }: { width?: number | string; title: ReactNode }) =>
  width ?? (typeof title === 'string' ? title.length * CHARACTER_WIDTH : undefined);

const SELECTION_WIDTH = 44;
const NUMBER_WIDTH = 56;

const pinOf = ({ pinLeft, pinRight }: { pinLeft?: boolean; pinRight?: boolean }) =>
  pinLeft ? 'left' : pinRight ? 'right' : undefined;

/** Where the columns pinned to the left stay, in pixels, by key. */
function leftEdges<Row>(columns: readonly Column<Row>[]): ReadonlyMap<string, number> {
  const edges = new Map<string, number>();
  let edge = 0;
  for (const column of columns.filter(({ pinLeft }) => pinLeft)) {
    edges.set(column.key, edge);
    const width = widthOf(column);
    edge += typeof width === 'number' ? width : 0;
  }
  return edges;
}

export type Selection = {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** Rows that cannot be chosen. */
  disabled?: (key: string) => boolean;
  /** One row at most: radio buttons. */
  single?: boolean;
};

export type DataTableProps<Row> = {
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** What the table shows; undefined until the first answer. */
  rows: readonly Row[] | undefined;
  /** What the figures come to, in the last row, which is no row of its own: nothing is done to it (PICKERS-058). */
  totalRow?: Row | undefined;
  /** The query behind it, for the loading and failed faces. */
  query?: { error: unknown; isFetching: boolean; refetch: () => unknown };
  empty?: EmptyStateProps;
  /** First row number of a 序号 column: `(pageNo - 1) * pageSize + 1` (LIMITS-06). Absent: no such column. */
  numberFrom?: number;
  selection?: Selection;
  onRow?: (row: Row) => void;
  /**
   * Paints the row: orange may be submitted, red needs attention, chosen is current, gone is only kept in its place.
   */
  rowTone?: (row: Row) => 'orange' | 'red' | 'chosen' | 'gone' | undefined;
  /** Two lines a row (50 high) instead of one (40). */
  twoLine?: boolean;
  /** Lower rows: 34, or 44 with two lines. */
  dense?: boolean;
  paging?: PagingProps;
  /**
   * Left end of the footer: the selection line and its actions. Always there, so choosing a row never moves the table.
   */
  footer?: ReactNode;
  /** Pixels that its rows take, however few or many they are; without it they take what there is. */
  scrollHeight?: number;
  /** Below this width the table scrolls sideways inside its card. */
  minWidth?: number;
  /** On a phone each row is a card; by default where something is done to rows. */
  cards?: boolean;
  /** Names the table for those who do not see it. */
  label: string;
};

/** The table of the product, with its three other faces: loading, empty, failed. Put it into a flush `Card`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, query, numberFrom, selection, paging, footer, minWidth, scrollHeight, label } = props;
  const left = leftEdges(columns);
  const failed = rows === undefined && query?.error !== null && query?.error !== undefined;
  // Without anything to press in its rows it is scrolled by keyboard itself.
  const plain = selection === undefined && props.onRow === undefined && !columns.some((column) => column.pinRight);
  return (
    <div className={classes['root']}>
      <div
        className={classes['scroll']}
        {...(plain ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
        data-busy={query?.isFetching || undefined}
        style={scrollHeight === undefined ? undefined : { flex: 'none', height: scrollHeight }}
      >
        <table
          className={classes['table']}
          data-cards={(props.cards ?? !plain) || undefined}
          style={minWidth === undefined ? undefined : { minWidth }}
          aria-label={label}
          aria-busy={query?.isFetching || undefined}
        >
          <colgroup>
            {selection && <col style={{ width: SELECTION_WIDTH }} />}
            {numberFrom !== undefined && <col style={{ width: NUMBER_WIDTH }} />}
            {columns.map((column) => (
              <col key={column.key} style={{ width: widthOf(column) }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <th>
                  {selection.single ? (
                    <span className="jw-visually-hidden">选择</span>
                  ) : (
                    <SelectAll selection={selection} keys={rows?.map(props.rowKey) ?? []} />
                  )}
                </th>
              )}
              {numberFrom !== undefined && <th scope="col">序号</th>}
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  data-align={column.align ?? 'center'}
                  data-pin={pinOf(column)}
                  style={{ left: left.get(column.key) }}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row, index) => (
              <TableRow key={props.rowKey(row)} {...props} left={left} row={row} index={index} />
            ))}
            {props.totalRow !== undefined && rows !== undefined && rows.length > 0 && (
              <TotalRow {...props} row={props.totalRow} left={left} />
            )}
            {rows === undefined &&
              !failed &&
              Array.from({ length: 8 }, (_, index) => (
                <SkeletonRow
                  key={index}
                  cells={columns.length + (selection ? 1 : 0) + (numberFrom === undefined ? 0 : 1)}
                  index={index}
                />
              ))}
          </tbody>
        </table>
        {query?.isFetching === true && <span className={classes['progress']} aria-hidden />}
        {failed && (
          <ErrorState
            error={query.error}
            onRetry={() => {
              void query.refetch();
            }}
            retrying={query.isFetching}
          />
        )}
        {rows?.length === 0 && <EmptyState {...props.empty} />}
      </div>
      {(paging !== undefined || footer !== undefined) && (
        <div className={classes['footer']}>
          {footer}
          {rows !== undefined && query?.error !== null && query?.error !== undefined && (
            <span role="alert" className={classes['stale']}>
              刷新失败，显示的是上次的结果
            </span>
          )}
          {paging && rows !== undefined && <Paging {...paging} />}
          {rows === undefined && <span className={classes['busy']}>{failed ? '条件已保留' : '正在查询…'}</span>}
        </div>
      )}
    </div>
  );
}

function TableRow<Row>({
  row,
  index,
  left,
  columns,
  rowKey,
  numberFrom,
  selection,
  onRow,
  rowTone,
  twoLine,
  dense,
}: DataTableProps<Row> & { row: Row; index: number; left: ReadonlyMap<string, number> }) {
  const key = rowKey(row);
  const chosen = selection?.keys.has(key) ?? false;
  return (
    <tr
      data-tone={chosen ? 'chosen' : rowTone?.(row)}
      data-two-line={twoLine || undefined}
      data-dense={dense || undefined}
      data-clickable={onRow !== undefined || undefined}
      data-key={key}
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
                aria-label={`选择第${String((numberFrom ?? 1) + index)}行`}
                onChange={() => {
                  selection.onChange(new Set([key]));
                }}
              />
            ) : (
              <Checkbox
                checked={chosen}
                disabled={selection.disabled?.(key) ?? false}
                aria-label={`选择第${String((numberFrom ?? 1) + index)}行`}
                onChange={(event) => {
                  selection.onChange(toggled(selection.keys, [key], event.currentTarget.checked));
                }}
              />
            )}
          </span>
        </td>
      )}
      {numberFrom !== undefined && <td className={classes['number']}>{numberFrom + index}</td>}
      {columns.map((column, place) => {
        const content = column.render(row, index);
        const cut = column.ellipsis && typeof content === 'string';
        return (
          <td
            key={column.key}
            data-align={column.align ?? 'center'}
            data-pin={pinOf(column)}
            data-lead={place === 0 || undefined}
            data-label={typeof column.title === 'string' ? column.title : undefined}
            style={{ left: left.get(column.key) }}
          >
            {cut ? (
              <Tooltip label={content} disabled={content.length < 8}>
                <div className="jw-ellipsis">{content}</div>
              </Tooltip>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}

function TotalRow<Row>({
  row,
  left,
  columns,
  selection,
  numberFrom,
}: DataTableProps<Row> & { row: Row; left: ReadonlyMap<string, number> }) {
  const [first, ...rest] = columns.filter(({ pinRight }) => !pinRight);
  const before = (selection ? 1 : 0) + (numberFrom === undefined ? 0 : 1);
  const last = columns.filter(({ pinRight }) => pinRight);
  return (
    <tr data-total>
      <td colSpan={before + 1} data-align="left" data-pin={first?.pinLeft ? 'left' : undefined} style={{ left: 0 }}>
        合计
      </td>
      {rest.map((column) => (
        <td
          key={column.key}
          data-align={column.align ?? 'center'}
          data-pin={pinOf(column)}
          style={{ left: left.get(column.key) }}
        >
          {column.render(row, -1)}
        </td>
      ))}
      {last.map((column) => (
        <td key={column.key} data-pin="right" aria-label={typeof column.title === 'string' ? column.title : ''} />
      ))}
    </tr>
  );
}

function SelectAll({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const choosable = keys.filter((key) => !(selection.disabled?.(key) ?? false));
  const count = choosable.filter((key) => selection.keys.has(key)).length;
  return (
    <span className={classes['check']}>
      <Checkbox
        aria-label="选择本页全部"
        disabled={choosable.length === 0}
        checked={choosable.length > 0 && count === choosable.length}
        indeterminate={count > 0 && count < choosable.length}
        onChange={(event) => {
          selection.onChange(toggled(selection.keys, choosable, event.currentTarget.checked));
        }}
      />
    </span>
  );
}

function toggled(keys: ReadonlySet<string>, changed: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of changed)
    if (on) next.add(key);
    else next.delete(key);
  return next;
}

function SkeletonRow({ cells, index }: { cells: number; index: number }) {
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
