import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Column, Selection } from './table-column.ts';
import classes from './data-table.module.css';
import { keepChoices } from './keep-choices.ts';
import type { PinEdges } from './list-engine.ts';
import type { HeadSorting } from './list-sorting.ts';
import { toggled } from './table-rows.tsx';
import { CHARACTER_WIDTH, WIDTH_LIMITS, withColumn, type TableChoices } from './table-view.model.ts';

/** How wide a column is, as CSS has it. */
export const widthOf = ({ width, title }: { width?: number | string; title: unknown }) =>
  width ?? (typeof title === 'string' ? title.length * CHARACTER_WIDTH : undefined);

/** What the arrow keys change a width by. */
const WIDTH_STEP = 16;

/** What says how a column is sorted. */
export const sortIcons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** The head of a table: what is chosen, numbers, and the columns with their order and width. */
export function TableHead<Row>({
  columns,
  edges,
  selection,
  keys,
  numbered,
  sorting,
  name,
  choices,
}: {
  columns: readonly Column<Row>[];
  edges: PinEdges;
  selection: Selection | undefined;
  keys: readonly string[];
  numbered: boolean;
  sorting: HeadSorting<Row>;
  name: string;
  choices: TableChoices;
}) {
  return (
    <thead>
      <tr>
        {selection && (
          <th>
            {selection.single ? (
              <span className="jw-visually-hidden">选择</span>
            ) : (
              <SelectAll selection={selection} keys={keys} />
            )}
          </th>
        )}
        {numbered && <th scope="col">序号</th>}
        {columns.map((column) => {
          const order = sorting.of(column);
          const Icon = sortIcons[order ?? 'none'];
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align ?? 'center'}
              data-pin={column.pinLeft ? 'left' : column.pinRight ? 'right' : undefined}
              style={edges.get(column.key)}
              aria-sort={order ?? undefined}
              aria-label={order !== null && typeof column.title === 'string' ? column.title : undefined}
            >
              {column.title}
              {order !== null && (
                <button
                  type="button"
                  className={classes['sort']}
                  data-order={order}
                  aria-label="排序"
                  onClick={() => {
                    sorting.turn(column);
                  }}
                >
                  <Icon size={13} aria-hidden />
                </button>
              )}
              <WidthHandle
                onWidth={(width) => {
                  keepChoices(name, withColumn(choices, column.key, { width }));
                }}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const within = (width: number) => Math.round(Math.min(WIDTH_LIMITS.most, Math.max(WIDTH_LIMITS.least, width)));

/** The width that an arrow key with Alt asks for; null: it was another key. */
export function widthByKey({ altKey, key }: Pick<KeyboardEvent, 'altKey' | 'key'>, width: number): number | null {
  if (!altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  return within(width + (key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP));
}

/** The right edge of a column's head, by which it is dragged; by keyboard its line in 列设置 does it. */
function WidthHandle({ onWidth }: { onWidth: (width: number) => void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    from.current === null ? null : within(from.current.width + event.clientX - from.current.x);
  return (
    <span
      aria-hidden
      className={classes['handle']}
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement;
        if (event.button !== 0 || head === null) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: head.getBoundingClientRect().width };
      }}
      onPointerMove={(event) => {
        const width = widthAt(event);
        if (width !== null) onWidth(width);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
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
