import { useContext, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useListSetting } from '../lib/list-settings.ts';
import { CardSlotContext } from './card-slot.ts';
import { ErrorState, EmptyState, type EmptyStateProps } from './faces.tsx';
import classes from './data-table.module.css';
import { useListEngine } from './list-engine.ts';
import { useListName, useListSorting, type Sorting } from './list-sorting.ts';
import { Paging, type PagingProps } from './paging.tsx';
import { useCellCopy } from './table-copy.tsx';
import { TableHead, widthOf } from './table-head.tsx';
import { SkeletonRow, TableRow, TotalRow } from './table-rows.tsx';
import { TableTools } from './table-view.tsx';
import { alignedByFigures, givingWay, reconciled } from './table-view.model.ts';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  /**
   * Pixels, or any CSS width; `'auto'` shares what is left. Without it `CHARACTER_WIDTH` a character of the title.
   */
  width?: number | string;
  /** Default `center` (PICKERS-156), and `right` where all that shows is figures. */
  align?: 'left' | 'center' | 'right';
  render: (row: Row, index: number) => ReactNode;
  /** Cut with an ellipsis and shown whole in a tooltip; `render` must give text. */
  ellipsis?: boolean;
  /** Kept in view at the left edge; needs a `width` in pixels. */
  pinLeft?: boolean;
  /** Kept in view at the right edge (操作). */
  pinRight?: boolean;
  /** Of a list that comes in pages: the key that the server sorts it by. */
  sort?: string;
  /**
   * Of a list that is there whole: what it is sorted by, where that is not what the cell says; null sorts a row to the
   * end, `false` keeps the column from sorting.
   */
  sortValue?: ((row: Row) => string | number | null) | false;
  /** Pixels that a column needs to be read which shares what is left. */
  least?: number;
  /** Gives way where there is no room for all: the higher, the earlier. Without it the column always shows. */
  importance?: 2 | 3;
};

const SELECTION_WIDTH = 44;
const NUMBER_WIDTH = 56;
/** With fewer columns there is nothing to set up. */
const COLUMNS_WITH_TOOLS = 4;

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
  /** How a list that comes in pages is sorted by the server: `sortingOf(state, setState)`. */
  sorting?: Sorting;
  /** Its rows stand in an order that means something: they are not sorted by others. */
  ordered?: boolean;
  /** 刷新 among its tools. */
  refreshable?: boolean;
  /**
   * Left end of the footer: the selection line and its actions. Always there, so choosing a row never moves the table.
   */
  footer?: ReactNode;
  /** Pixels that its rows take, however few or many they are; without it they take what there is. */
  scrollHeight?: number;
  /** Below this width the table scrolls sideways inside its card. */
  minWidth?: number;
  /** Names the table for those who do not see it, and with the page for what a person sets up. */
  label: string;
  /** Names it for what a person sets up, where the label changes with what it shows. */
  name?: string;
};

/**
 * The table of the product, with its three other faces: loading, empty, failed. Put it into a flush `Card`: its tools
 * stand at the end of the card's toolbar or title line, else in its footer (decision 094).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, query, numberFrom, selection, paging, footer, scrollHeight, label } = props;
  const name = useListName(props.name ?? label);
  const choices = reconciled(useListSetting(name)?.choices ?? null, props.columns);
  const sorting = useListSorting(props);
  const scroll = useRef<HTMLDivElement>(null);
  const room = useRoom(scroll) - (selection ? SELECTION_WIDTH : 0) - (numberFrom === undefined ? 0 : NUMBER_WIDTH);
  const gone = givingWay(props.columns, choices, room);
  const list = useListEngine({ columns: props.columns, rows, choices, gone, sort: sorting.own });
  const columns = alignedByFigures(list.columns, rows);
  const minWidth = minWidthOf(props, columns);
  const copy = useCellCopy();
  const dense = props.dense ?? choices.dense;
  const failed = rows === undefined && query?.error !== null && query?.error !== undefined;
  // Without anything to press in its rows it is scrolled by keyboard itself.
  const plain = selection === undefined && props.onRow === undefined && !columns.some((column) => column.pinRight);
  const extra = (selection ? 1 : 0) + (numberFrom === undefined ? 0 : 1);
  const tools = useTools(
    props.columns.length < COLUMNS_WITH_TOOLS ? null : (
      <TableTools
        name={name}
        columns={props.columns}
        choices={choices}
        gone={gone}
        {...(props.refreshable && query ? { onRefresh: query } : {})}
        views={paging !== undefined}
      />
    ),
  );
  return (
    <div className={classes['root']}>
      {tools.inCard}
      <div
        ref={scroll}
        className={classes['scroll']}
        {...(plain ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
        data-busy={query?.isFetching || undefined}
        style={scrollHeight === undefined ? undefined : { flex: 'none', height: scrollHeight }}
      >
        <table
          className={classes['table']}
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
          <TableHead
            columns={columns}
            edges={list.edges}
            selection={selection}
            keys={rows?.map(props.rowKey) ?? []}
            numbered={numberFrom !== undefined}
            sorting={sorting}
            name={name}
            choices={choices}
          />
          <tbody {...copy.handlers}>
            {list.rows?.map((listed, place) => (
              <TableRow
                key={props.rowKey(listed.row)}
                {...props}
                columns={columns}
                dense={dense}
                edges={list.edges}
                listed={listed}
                place={place}
              />
            ))}
            {props.totalRow !== undefined && rows !== undefined && rows.length > 0 && (
              <TotalRow {...props} columns={columns} row={props.totalRow} edges={list.edges} />
            )}
            {rows === undefined &&
              !failed &&
              Array.from({ length: 8 }, (_, index) => (
                <SkeletonRow key={index} cells={columns.length + extra} index={index} />
              ))}
          </tbody>
        </table>
        {copy.menu}
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
          {tools.inFooter && <span className={classes['tools']}>{tools.inFooter}</span>}
          {paging && rows !== undefined && <Paging {...paging} />}
          {rows === undefined && <span className={classes['busy']}>{failed ? '条件已保留' : '正在查询…'}</span>}
        </div>
      )}
    </div>
  );
}

/** The tools where they belong: at the place that the card offers, of several tables to the first; else in the footer. */
function useTools(tools: ReactNode): { inCard: ReactNode; inFooter: ReactNode } {
  const id = useId();
  const card = useContext(CardSlotContext);
  const enter = card?.enter;
  const wanted = tools !== null;
  useLayoutEffect(() => (wanted ? enter?.(id) : undefined), [enter, id, wanted]);
  if (card?.place && card.owner === id) return { inCard: createPortal(tools, card.place), inFooter: null };
  return { inCard: null, inFooter: card?.place && card.owner === null ? null : tools };
}

/** Pixels that there are for the columns; without end until they are measured. */
function useRoom(scroll: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return undefined;
    const measure = () => {
      setRoom(element.clientWidth === 0 ? Infinity : element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [scroll]);
  return room;
}

/** The page's least width without the columns that are not there, and with those that were dragged. */
function minWidthOf<Row>(
  { minWidth, columns }: DataTableProps<Row>,
  shown: readonly Column<Row>[],
): number | undefined {
  if (minWidth === undefined) return undefined;
  const sum = (all: readonly Column<Row>[]) =>
    all.reduce((total, column) => {
      const width = widthOf(column);
      return total + (typeof width === 'number' ? width : 0);
    }, 0);
  return Math.max(0, minWidth + sum(shown) - sum(columns));
}
