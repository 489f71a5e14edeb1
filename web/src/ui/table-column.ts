import type { ReactNode } from 'react';
import type { EmptyStateProps } from './faces.tsx';
import type { PagingProps } from './paging.tsx';

/** A column, as a page declares it. */
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
  /** Cut after two lines and shown whole in a tooltip; `render` must give text. */
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

/** How a list that comes in pages is sorted, and what to do when it shall be otherwise: undefined, as by itself. */
export type Sorting = { readonly sort: string | undefined; readonly onSort: (sort: string | undefined) => void };

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
  /** On a phone each row is a card; by default where something is done to rows, or of three columns on. */
  cards?: boolean;
  /** Names the table for those who do not see it, and with the page for what a person sets up. */
  label: string;
  /** Names it for what a person sets up, where the label changes with what it shows. */
  name?: string;
};
