import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import classes from './column-settings.module.css';
import { widthByKey } from './table-head.tsx';
import {
  CHARACTER_WIDTH,
  moved,
  withColumn,
  type ColumnChoice,
  type ColumnPin,
  type TableChoices,
} from './table-view.model.ts';

export type ColumnSettingsProps = {
  /** What the columns are called, by key. */
  titles: ReadonlyMap<string, string>;
  /** Columns that always show. */
  fixed: ReadonlySet<string>;
  /** Widths in pixels, where they are known. */
  widths: ReadonlyMap<string, number | null>;
  /** Columns that give way now, for want of room. */
  gone: ReadonlySet<string>;
  choices: TableChoices;
  onChange: (choices: TableChoices) => void;
  onReset: () => void;
};

const groups: readonly [ColumnPin, string][] = [
  ['left', '固定在左'],
  ['none', '不固定'],
  ['right', '固定在右'],
];

/** 列设置: which columns show, in which order, pinned or not. A drag stays within its group. */
export function ColumnSettings({ titles, fixed, widths, gone, choices, onChange, onReset }: ColumnSettingsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const root = useRef<HTMLDivElement>(null);
  const pinned = useRef<string | null>(null);
  // A line that is pinned stands in another group anew: the focus goes with it.
  useLayoutEffect(() => {
    if (pinned.current === null) return;
    const pins = root.current?.querySelectorAll<HTMLElement>('[data-pin-of]') ?? [];
    [...pins].find((pin) => pin.dataset['pinOf'] === pinned.current)?.focus();
    pinned.current = null;
  }, [choices]);
  const nameOf = (key: string | number) => titles.get(String(key)) ?? String(key);
  const free = choices.columns.filter(({ key }) => !fixed.has(key));
  const shows = (column: ColumnChoice) => column.shown && !gone.has(column.key);
  const shown = free.filter(shows).length;
  const showAll = (on: boolean) => {
    onChange(
      free.reduce((all, { key }, index) => withColumn(all, key, { shown: on || index === 0, chosen: true }), choices),
    );
  };
  return (
    <div ref={root} className={classes['root']}>
      <header className={classes['head']}>
        <Checkbox
          label="列设置"
          checked={shown === free.length}
          indeterminate={shown > 0 && shown < free.length}
          onChange={(event) => {
            showAll(event.currentTarget.checked);
          }}
        />
        <Button variant="subtle" size="xs" onClick={onReset}>
          恢复默认
        </Button>
      </header>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: announcements(nameOf),
          screenReaderInstructions: { draggable: '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消。' },
        }}
        onDragEnd={({ active, over }) => {
          if (over !== null) onChange(moved(choices, String(active.id), String(over.id)));
        }}
      >
        {groups.map(([pin, title]) => {
          const columns = choices.columns.filter((column) => column.pin === pin);
          return (
            columns.length > 0 && (
              <section key={pin} className={classes['group']} aria-label={title}>
                <h3>{title}</h3>
                <SortableContext items={columns.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
                  {columns.map((column) => (
                    <ColumnLine
                      key={column.key}
                      column={column}
                      title={nameOf(column.key)}
                      fixed={fixed.has(column.key)}
                      shown={shows(column)}
                      gives={column.shown && gone.has(column.key)}
                      last={shows(column) && shown === 1}
                      onShow={(on) => {
                        onChange(withColumn(choices, column.key, { shown: on, chosen: true }));
                      }}
                      onWidth={(event) => {
                        const title = nameOf(column.key);
                        const declared = widths.get(column.key) ?? title.length * CHARACTER_WIDTH;
                        const width = widthByKey(event, column.width ?? declared);
                        if (width === null) return;
                        event.preventDefault();
                        onChange(withColumn(choices, column.key, { width }));
                      }}
                      onPin={() => {
                        pinned.current = column.key;
                        onChange(
                          withColumn(choices, column.key, {
                            pin: pin === 'none' ? (fixed.has(column.key) ? 'right' : 'left') : 'none',
                          }),
                        );
                      }}
                    />
                  ))}
                </SortableContext>
              </section>
            )
          );
        })}
      </DndContext>
      <footer className={classes['foot']}>
        拖动调整顺序；拖动表头右缘，或在此按 Alt+←、Alt+→ 调整列宽。设置自动保存到本人账号
      </footer>
    </div>
  );
}

function ColumnLine({
  column,
  title,
  fixed,
  shown,
  gives,
  last,
  onShow,
  onPin,
  onWidth,
}: {
  column: ColumnChoice;
  title: string;
  fixed: boolean;
  shown: boolean;
  /** It would show if there were room. */
  gives: boolean;
  /** The only one that shows: it cannot be hidden. */
  last: boolean;
  onShow: (on: boolean) => void;
  onPin: () => void;
  /** For the arrow keys with Alt. */
  onWidth: (event: KeyboardEvent) => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: column.key,
  });
  const pinned = column.pin !== 'none';
  return (
    <div
      ref={setNodeRef}
      className={classes['line']}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.altKey) onWidth(event);
      }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        variant="subtle"
        color="gray"
        size={22}
        className={classes['grip'] ?? ''}
        {...attributes}
        {...listeners}
        aria-label={`移动${title}`}
      >
        <IconGripVertical size={14} />
      </ActionIcon>
      <Checkbox
        label={title}
        checked={shown}
        disabled={fixed || last}
        onChange={(event) => {
          onShow(event.currentTarget.checked);
        }}
      />
      {gives && <span className={classes['gone']}>宽度不足</span>}
      <ActionIcon
        variant="subtle"
        size={22}
        className={classes['pin'] ?? ''}
        data-pinned={pinned || undefined}
        data-pin-of={column.key}
        aria-label={`${pinned ? '取消固定' : '固定'}${title}`}
        onClick={onPin}
      >
        {pinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
      </ActionIcon>
    </div>
  );
}

function announcements(nameOf: (key: string | number) => string): Announcements {
  return {
    onDragStart: ({ active }) => `已拿起${nameOf(active.id)}`,
    onDragOver: ({ active, over }) => (over === null ? undefined : `${nameOf(active.id)}移到${nameOf(over.id)}处`),
    onDragEnd: ({ active, over }) =>
      over === null ? `${nameOf(active.id)}未移动` : `${nameOf(active.id)}已放在${nameOf(over.id)}处`,
    onDragCancel: ({ active }) => `已取消移动${nameOf(active.id)}`,
  };
}
