import {
  startTransition,
  useContext,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useListSetting } from '../lib/list-settings.ts';
import { CardSlotContext } from './card-slot.ts';
import { ErrorState, EmptyState } from './faces.tsx';
import classes from './data-table.module.css';
import { useKeyboardScroll } from './keyboard-scroll.ts';
import { useListEngine } from './list-engine.ts';
import { useListName, useListSorting } from './list-sorting.ts';
import { Paging } from './paging.tsx';
import { usePhone } from './phone.ts';
import type { Column, DataTableProps } from './table-column.ts';
import { useCellCopy } from './table-copy.tsx';
import { TableHead, widthOf } from './table-head.tsx';
import { useRowKeys } from './table-row-keys.tsx';
import { SkeletonRow, TableRow, TotalRow } from './table-rows.tsx';
import { TableTools } from './table-view.tsx';
import { TextRoomsContext } from './two-lines.tsx';
import { alignedByFigures, givingWay, needOf, reconciled, widened, textRoomsOf } from './table-view.model.ts';

export type { Column, DataTableProps } from './table-column.ts';

/** Lines of a list before it is there: of one that comes whole, and at most, which is more than a window shows. */
const SKELETON_ROWS = 8;
const SKELETON_MOST = 40;
const SELECTION_WIDTH = 44;
const NUMBER_WIDTH = 56;
/** So many do not stand beside each other on a phone. */
const COLUMNS_AS_CARD = 3;
/** With fewer columns there is nothing to set up. */
const COLUMNS_WITH_TOOLS = 4;

/**
 * The table of the product, with its three other faces: loading, empty, failed. Put it into a flush `Card`: its tools
 * stand at the end of the card's toolbar or title line, else in its footer (decision 094).
 */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const props = useFilled(given);
  const { rows, query, numberFrom, selection, paging, footer, scrollHeight, label } = props;
  const name = useListName(props.name ?? label);
  const choices = reconciled(useListSetting(name)?.choices ?? null, props.columns);
  const sorting = useListSorting(props);
  const scroll = useRef<HTMLDivElement>(null);
  const width = useRoom(scroll);
  const measured = width !== null;
  const scrolled = width ?? Infinity;
  const before = (selection ? SELECTION_WIDTH : 0) + (numberFrom === undefined ? 0 : NUMBER_WIDTH);
  const room = scrolled - before;
  // Without anything to press in its rows it is scrolled by keyboard itself.
  const plain =
    selection === undefined && props.onRow === undefined && !props.columns.some((column) => column.pinRight);
  // So it is where something could be pressed, yet in none of the rows that are there.
  useKeyboardScroll(scroll, !plain && rows?.length !== 0);
  const cards = props.cards ?? (!plain || props.columns.length >= COLUMNS_AS_CARD);
  // A card has room below itself.
  const phone = usePhone();
  const gone = givingWay(props.columns, choices, phone && cards ? Infinity : room);
  const list = useListEngine({ columns: props.columns, rows, choices, gone, sort: sorting.own });
  const minWidth = worthMoving(minWidthOf(props, list.columns), scrolled);
  const columns = widened(alignedByFigures(list.columns, rows), rows, choices, room);
  const textRooms = useTextRooms(columns, phone ? Infinity : Math.max(room, (minWidth ?? 0) - before), before);
  const copy = useCellCopy();
  const rowKeys = useRowKeys(props, list.rows);
  const dense = props.dense ?? choices.dense;
  const failed = rows === undefined && query?.error !== null && query?.error !== undefined;
  const extra = (selection ? 1 : 0) + (numberFrom === undefined ? 0 : 1);
  const tools = useTools(
    props.columns.length >= COLUMNS_WITH_TOOLS,
    measured,
    <TableTools
      name={name}
      columns={props.columns}
      choices={choices}
      gone={gone}
      widths={textRooms}
      cards={phone && cards && sorting.offered ? { columns, sorting } : null}
      {...(props.refreshable && query ? { onRefresh: query } : {})}
      views={paging !== undefined}
    />,
  );
  return (
    <div className={classes['root']}>
      {tools.inCard}
      <div
        ref={scroll}
        className={classes['scroll']}
        {...(plain || rows?.length === 0 ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
        data-busy={query?.isFetching || undefined}
        style={{
          ...(scrollHeight === undefined ? {} : { flex: 'none', height: scrollHeight }),
          ...(measured ? {} : { visibility: 'hidden' }),
        }}
      >
        <table
          ref={rowKeys.table}
          {...rowKeys.props}
          className={classes['table']}
          data-cards={cards || undefined}
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
            <TextRoomsContext value={textRooms}>
              {list.rows?.map((listed, place) => (
                <TableRow
                  key={props.rowKey(listed.row)}
                  {...props}
                  columns={columns}
                  dense={dense}
                  edges={list.edges}
                  listed={listed}
                  place={place}
                  stop={rowKeys.stop}
                />
              ))}
            </TextRoomsContext>
            {props.totalRow !== undefined && rows !== undefined && rows.length > 0 && (
              <TotalRow {...props} columns={columns} row={props.totalRow} edges={list.edges} />
            )}
            {rows === undefined &&
              !failed &&
              Array.from(
                { length: paging === undefined ? SKELETON_ROWS : Math.min(paging.pageSize, SKELETON_MOST) },
                (_, index) => <SkeletonRow key={index} cells={columns.length + extra} index={index} />,
              )}
          </tbody>
        </table>
        {copy.menu}
        {rowKeys.focus}
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
      {(paging !== undefined || footer !== undefined || tools.alone) && (
        <div className={classes['footer']}>
          {footer}
          {rows !== undefined && query?.error !== null && query?.error !== undefined && (
            <span role="alert" className={classes['stale']}>
              刷新失败，显示的是上次的结果
            </span>
          )}
          {tools.inFooter && <span className={classes['tools']}>{tools.inFooter}</span>}
          {paging && rows !== undefined && <Paging {...paging} />}
          {rows === undefined && (paging !== undefined || footer !== undefined) && (
            <span className={classes['busy']}>{failed ? '条件已保留' : '正在查询…'}</span>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * The first rows in slices between which the browser answers: what comes from the server is otherwise drawn at one go.
 * Rows in place of others are there at once, so that what is typed in them stays where it is typed.
 */
function useFilled<Row>(props: DataTableProps<Row>): DataTableProps<Row> {
  const { rows } = props;
  const filled = useDeferredValue(rows !== undefined);
  return useMemo(() => (filled || rows === undefined ? props : { ...props, rows: undefined }), [props, rows, filled]);
}

/**
 * The tools at the place that the card offers, of several tables to the first; else in the footer, once it is `known`
 * that there is no place.
 */
function useTools(
  wanted: boolean,
  known: boolean,
  tools: ReactNode,
): { inCard: ReactNode; inFooter: ReactNode; alone: boolean } {
  const id = useId();
  const card = useContext(CardSlotContext);
  const enter = card?.enter;
  useLayoutEffect(() => (wanted ? enter?.(id) : undefined), [enter, id, wanted]);
  if (!wanted) return { inCard: null, inFooter: null, alone: false };
  if (card?.place && card.owner === id)
    return { inCard: createPortal(tools, card.place), inFooter: null, alone: false };
  const inFooter = !known || (card?.place && card.owner === null) ? null : tools;
  // The list of a page has its tools whatever else it has; what is shown in a dialog goes without.
  return { inCard: null, inFooter, alone: inFooter !== null && card?.grows === true && !card.place };
}

/**
 * Pixels that there are for the columns, without end where nothing is laid out; null until they are measured, when the
 * browser lays the page out: to ask before would have it do so at once, and draw the table in the same breath.
 */
function useRoom(scroll: { readonly current: HTMLElement | null }): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return undefined;
    let first = true;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0) || Infinity;
      // Where nothing is laid out, nothing is drawn for a width.
      if (first && measured !== Infinity)
        startTransition(() => {
          setRoom(measured);
        });
      else setRoom(measured);
      first = false;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [scroll]);
  return room;
}

/** The same map as long as it says the same: what is in it is drawn anew with it, no row is. */
function useTextRooms<Row>(columns: readonly Column<Row>[], room: number, before: number): ReadonlyMap<string, number> {
  const said = JSON.stringify(textRoomsOf(columns, room, room + before));
  return useMemo(() => new Map(JSON.parse(said) as [string, number][]), [said]);
}

/** A list that lacks less than this is not moved sideways for it: what shares the room does with less. */
const LEAST_MOVE = 40;

/** The least width, but where a list would be moved sideways by less than a column for it. */
function worthMoving(minWidth: number | undefined, room: number): number | undefined {
  return minWidth !== undefined && minWidth > room && minWidth - room < LEAST_MOVE ? room : minWidth;
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
      return total + (typeof width === 'number' ? width : needOf(column));
    }, 0);
  return Math.max(0, minWidth + sum(shown) - sum(columns));
}
