import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArrowsSort,
  IconMaximize,
  IconMinimize,
  IconBookmark,
  IconColumns3,
  IconLineHeight,
  IconRefresh,
} from '@tabler/icons-react';
import { useContext, useDeferredValue, useState, type ComponentProps, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { usePageAddress } from '../lib/page-address.ts';
import { CardSlotContext } from './card-slot.ts';
import { CardSort, SortedBy, type SortedCards } from './card-sort.tsx';
import type { Column } from './table-column.ts';
import { LoadingState } from './faces.tsx';
import { keepChoices } from './keep-choices.ts';
import { usePhone } from './phone.ts';
import classes from './data-table.module.css';
import { CELL_PADDING, defaultChoices, type TableChoices } from './table-view.model.ts';

const ColumnSettings = lazyPart(async () => (await import('./column-settings.tsx')).ColumnSettings, {
  waiting: <LoadingState />,
});
const SavedViews = lazyPart(async () => (await import('./saved-views.tsx')).SavedViews, {
  waiting: <LoadingState />,
});

/**
 * The tools of a table: 刷新, 密度, 列设置 with 排序 of cards, of the list of a page 我的视图, and of one that fills
 * its page 全屏. What is chosen is kept with the account under `name`. Columns pinned to the right (操作) always show.
 */
export function TableTools<Row>({
  name,
  columns,
  choices,
  gone,
  widths,
  cards,
  onRefresh,
  views,
}: {
  name: string;
  columns: readonly Column<Row>[];
  choices: TableChoices;
  /** Columns that give way now. */
  gone: ReadonlySet<string>;
  /** What the columns that show have for text now, in pixels. */
  widths: ReadonlyMap<string, number>;
  /** Where the rows stand as cards now, and can be sorted. */
  cards: SortedCards<Row> | null;
  onRefresh?: { refetch: () => unknown; isFetching: boolean };
  /** The list is a page's own, with a filter to keep. */
  views: boolean;
}) {
  const card = useContext(CardSlotContext);
  const { pathname } = usePageAddress();
  const [viewing, setViewing] = useState(false);
  // Cards are neither denser nor larger than the window.
  const phone = usePhone();
  const viewable = views && card !== null && pathname !== '';
  const growable = card?.grows === true && !phone;
  // Their places first: the list is not kept waiting for what stands at its edge.
  const begun = useDeferredValue(true, false);
  if (!begun) {
    const places = [onRefresh, !phone, true, viewable, growable].filter(Boolean).length;
    return Array.from({ length: places }, (_, at) => <span key={at} className={classes['toolPlace']} aria-hidden />);
  }
  return (
    <>
      {cards && <SortedBy {...cards} />}
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
      {!phone && (
        <Tool
          label={choices.dense ? '宽松行距' : '紧凑行距'}
          aria-pressed={choices.dense}
          onClick={() => {
            keepChoices(name, { ...choices, dense: !choices.dense });
          }}
        >
          <IconLineHeight size={16} />
        </Tool>
      )}
      <Popover position="bottom-end" width={288} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Tool label={cards ? '排序和列设置' : '列设置'} data-hidden-columns={gone.size > 0 || undefined}>
            {cards ? <IconArrowsSort size={16} /> : <IconColumns3 size={16} />}
          </Tool>
        </Popover.Target>
        <Popover.Dropdown p={0} className={classes['settings'] ?? ''}>
          {cards && <CardSort {...cards} />}
          <ColumnSettings
            titles={new Map(columns.map(({ key, title }) => [key, typeof title === 'string' ? title : key]))}
            fixed={new Set(columns.filter(({ pinRight }) => pinRight).map(({ key }) => key))}
            widths={new Map(columns.map((column) => [column.key, shownWidth(column, widths.get(column.key))]))}
            gone={gone}
            choices={choices}
            onChange={(next) => {
              keepChoices(name, next);
            }}
            onReset={() => {
              keepChoices(name, choices.dense ? { ...defaultChoices(columns), dense: true } : null);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {viewable && (
        <Popover
          opened={viewing}
          onChange={setViewing}
          position="bottom-end"
          width={288}
          shadow="md"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <Tool
              label="我的视图"
              onClick={() => {
                setViewing(!viewing);
              }}
            >
              <IconBookmark size={16} />
            </Tool>
          </Popover.Target>
          <Popover.Dropdown p={0}>
            <SavedViews
              name={name}
              onClose={() => {
                setViewing(false);
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      {growable && <FullTool full={card.full} onFull={card.setFull} />}
    </>
  );
}

/** How wide a column is now: from there it is made wider or narrower. */
function shownWidth<Row>({ width }: Column<Row>, text: number | undefined): number | null {
  if (text !== undefined) return text + CELL_PADDING;
  return typeof width === 'number' ? width : null;
}

/** The card covers the window, until Escape. */
function FullTool({ full, onFull }: { full: boolean; onFull: (full: boolean) => void }) {
  useHotkeys(
    full
      ? [
          [
            'Escape',
            () => {
              onFull(false);
            },
          ],
        ]
      : [],
  );
  return (
    <Tool
      label={full ? '退出全屏' : '全屏'}
      aria-pressed={full}
      onClick={() => {
        onFull(!full);
      }}
    >
      {full ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
    </Tool>
  );
}

/** One small button of the tools. */
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
