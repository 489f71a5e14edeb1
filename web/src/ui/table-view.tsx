import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconArrowsMaximize, IconArrowsMinimize, IconColumns3, IconLineHeight, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { Column } from './data-table.tsx';
import { LoadingState } from './faces.tsx';
import { chosenColumns, defaultChoices, reconciled, type TableChoices } from './table-view.model.ts';

const ColumnSettings = lazyPart(async () => (await import('./column-settings.tsx')).ColumnSettings, {
  waiting: <LoadingState />,
});

/** What a page gives to its `DataTable`, its `Toolbar` and its `Card`. */
export type TableView<Row> = {
  /** For `DataTable`: the columns that show, in the person's order. */
  columns: readonly Column<Row>[];
  dense: boolean;
  /** For the right end of the `Toolbar`: 刷新, 密度, 列设置, 全屏. */
  tools: ReactNode;
  /** For `Card`: it covers the window. */
  full: boolean;
};

/** Remembered in this browser as text; what is not understood is forgotten. */
function read(text: string | undefined): TableChoices | null {
  try {
    const kept = JSON.parse(text ?? 'null') as TableChoices | null;
    return Array.isArray(kept?.columns) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * How a person wants a table: order, visibility and pins of its columns, low rows, the whole window. Columns and rows
 * are kept in the browser under `name`, which is the page's own. Columns pinned to the right (操作) always show.
 */
export function useTableView<Row>(
  name: string,
  columns: readonly Column<Row>[],
  onRefresh?: { refetch: () => unknown; isFetching: boolean },
): TableView<Row> {
  const [kept, keep] = useLocalStorage<TableChoices | null>({
    key: `jwxt.table.${name}`,
    defaultValue: null,
    deserialize: read,
    serialize: JSON.stringify,
    getInitialValueInEffect: false,
  });
  const [full, setFull] = useState(false);
  useHotkeys(
    full
      ? [
          [
            'Escape',
            () => {
              setFull(false);
            },
          ],
        ]
      : [],
  );
  const choices = useMemo(() => reconciled(kept, columns), [kept, columns]);
  const shown = useMemo(() => chosenColumns(columns, choices), [columns, choices]);
  const tools = (
    <>
      {onRefresh && (
        <Tool
          label="刷新"
          loading={onRefresh.isFetching}
          onClick={() => {
            void onRefresh.refetch();
          }}
        >
          <IconRefresh size={16} />
        </Tool>
      )}
      <Tool
        label={choices.dense ? '宽松行距' : '紧凑行距'}
        aria-pressed={choices.dense}
        onClick={() => {
          keep({ ...choices, dense: !choices.dense });
        }}
      >
        <IconLineHeight size={16} />
      </Tool>
      <Popover position="bottom-end" width={264} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Tool label="列设置">
            <IconColumns3 size={16} />
          </Tool>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <ColumnSettings
            titles={new Map(columns.map(({ key, title }) => [key, typeof title === 'string' ? title : key]))}
            fixed={new Set(columns.filter(({ pinRight }) => pinRight).map(({ key }) => key))}
            choices={choices}
            onChange={keep}
            onReset={() => {
              keep({ ...defaultChoices(columns), dense: choices.dense });
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <Tool
        label={full ? '退出全屏' : '全屏'}
        aria-pressed={full}
        onClick={() => {
          setFull(!full);
        }}
      >
        {full ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />}
      </Tool>
    </>
  );
  return { columns: shown, dense: choices.dense, tools, full };
}

/** One small button of the toolbar's right end. */
function Tool({
  label,
  children,
  ...button
}: { label: string; children: ReactNode } & Omit<ComponentProps<typeof ActionIcon<'button'>>, 'children'>) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} {...button}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
