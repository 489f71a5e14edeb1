import { useDraggable } from '@dnd-kit/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { MenuCategoryView, MenuItemView } from '@jwxt/contracts/home/menu.operations.ts';
import { MENUS_A_CATEGORY } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowNarrowLeft, IconArrowNarrowRight, IconDots, IconX } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { MenuIcon } from '../menu-icon.tsx';
import { moved, tileTarget, type LayoutChange } from './app-layout.model.ts';
import classes from './app-manage.module.css';

type Handle = Pick<ReturnType<typeof useDraggable>, 'setNodeRef' | 'attributes' | 'listeners' | 'isDragging'> & {
  style?: CSSProperties;
};

/** Picture and name, to be dragged by the whole; its menu does the same by keyboard. */
function Tile({ menu, handle, children }: { menu: MenuItemView; handle: Handle; children: ReactNode }) {
  const { setNodeRef, attributes, listeners, isDragging, style } = handle;
  return (
    <div ref={setNodeRef} className={classes['tile']} data-dragging={isDragging || undefined} style={style}>
      <div className={classes['grip']} {...attributes} {...listeners} aria-label={menu.menuName}>
        <span className={classes['icon']}>
          <MenuIcon name={menu.iconContent} />
        </span>
        <span className="jw-ellipsis">{menu.menuName}</span>
      </div>
      {children}
    </div>
  );
}

function TileMenu({ menu, disabled, children }: { menu: MenuItemView; disabled: boolean; children: ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes['more'] ?? ''}
          variant="subtle"
          color="gray"
          size={20}
          disabled={disabled}
          aria-label={`${menu.menuName}：更多操作`}
        >
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

export type TileProps = {
  menu: MenuItemView;
  categories: readonly MenuCategoryView[];
  busy: boolean;
  onChange: (change: LayoutChange | null) => void;
};

function ShowIn({ menu, categories, onChange }: Omit<TileProps, 'busy'>) {
  return categories.map((category) => {
    const full = category.menuList.length >= MENUS_A_CATEGORY;
    return (
      <Menu.Item
        key={category.menuCatagoryId}
        disabled={full}
        onClick={() => {
          onChange({ kind: 'show', menu, category });
        }}
      >
        {`移到“${category.menuCatagoryName}”`}
        {full && '（已满）'}
      </Menu.Item>
    );
  });
}

/** A tile of the pool. */
export function PoolTile({ menu, categories, busy, onChange }: TileProps) {
  const handle = useDraggable({ id: tileTarget(menu.menuId), disabled: busy });
  return (
    <Tile menu={menu} handle={handle}>
      <TileMenu menu={menu} disabled={busy}>
        <ShowIn menu={menu} categories={categories} onChange={onChange} />
      </TileMenu>
    </Tile>
  );
}

/** A tile of the tab in front: may change its place, go to another tab, or leave. */
export function TabTile({ menu, category, categories, busy, onChange }: TileProps & { category: MenuCategoryView }) {
  const { transform, transition, ...handle } = useSortable({ id: tileTarget(menu.menuId), disabled: busy });
  const place = category.menuList.indexOf(menu);
  const others = categories.filter((other) => other !== category);
  return (
    <Tile
      menu={menu}
      handle={{ ...handle, style: { transform: CSS.Translate.toString(transform) ?? undefined, transition } }}
    >
      <ActionIcon
        className={classes['remove'] ?? ''}
        variant="subtle"
        color="red"
        size={20}
        disabled={busy}
        aria-label={`移出：${menu.menuName}`}
        title="移出"
        onClick={() => {
          onChange({ kind: 'hide', menu });
        }}
      >
        <IconX size={14} />
      </ActionIcon>
      <TileMenu menu={menu} disabled={busy}>
        <Menu.Item
          leftSection={<IconArrowNarrowLeft size={14} />}
          disabled={place === 0}
          onClick={() => {
            onChange(moved(category, menu.menuId, place - 1));
          }}
        >
          前移一位
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowNarrowRight size={14} />}
          disabled={place === category.menuList.length - 1}
          onClick={() => {
            onChange(moved(category, menu.menuId, place + 1));
          }}
        >
          后移一位
        </Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        <ShowIn menu={menu} categories={others} onChange={onChange} />
        <Menu.Divider />
        <Menu.Item
          color="red"
          onClick={() => {
            onChange({ kind: 'hide', menu });
          }}
        >
          移出到可用应用
        </Menu.Item>
      </TileMenu>
    </Tile>
  );
}
