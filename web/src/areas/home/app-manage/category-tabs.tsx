import { useDroppable } from '@dnd-kit/core';
import type { MenuCategoryView } from '@jwxt/contracts/home/menu.operations.ts';
import { MENUS_A_CATEGORY } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { tabTarget } from './app-layout.model.ts';
import classes from './app-manage.module.css';

export type CategoryTabsProps = {
  categories: readonly MenuCategoryView[];
  current: MenuCategoryView;
  busy: boolean;
  onChoose: (categoryId: string) => void;
  onAdd: () => void;
  onRename: (category: MenuCategoryView, name: string) => void;
  onRemove: (category: MenuCategoryView) => void;
};

/**
 * The categories as tabs, each a place to drop a tile on; the one in front can be renamed and deleted (APPS-01, 11…14).
 */
export function CategoryTabs({ categories, current, busy, onChoose, onAdd, onRename, onRemove }: CategoryTabsProps) {
  return (
    <div className={classes['tabBar']}>
      <div role="tablist" aria-label="应用分类" className={classes['tabs']}>
        {categories.map((category) => (
          <CategoryTab
            key={category.menuCatagoryId}
            category={category}
            current={category === current}
            onChoose={onChoose}
          />
        ))}
      </div>
      <Rename key={current.menuCatagoryId} category={current} busy={busy} onRename={onRename} />
      <ActionIcon
        variant="subtle"
        color="red"
        disabled={busy}
        aria-label={`删除分类：${current.menuCatagoryName}`}
        title="删除分类"
        onClick={() => {
          onRemove(current);
        }}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
      <Button variant="light" size="xs" leftSection={<IconPlus size={14} />} disabled={busy} onClick={onAdd}>
        新增分类
      </Button>
    </div>
  );
}

/** Arrow keys go to the tab beside and choose it, as in any tab list. */
function toNeighbour({ key, currentTarget: tab }: KeyboardEvent<HTMLElement>): void {
  const neighbour =
    key === 'ArrowRight' ? tab.nextElementSibling : key === 'ArrowLeft' ? tab.previousElementSibling : null;
  if (!(neighbour instanceof HTMLElement)) return;
  neighbour.focus();
  neighbour.click();
}

function CategoryTab({
  category,
  current,
  onChoose,
}: {
  category: MenuCategoryView;
  current: boolean;
  onChoose: (categoryId: string) => void;
}) {
  const { setNodeRef, isOver } = useDroppable({ id: tabTarget(category.menuCatagoryId) });
  return (
    <button
      ref={setNodeRef}
      type="button"
      role="tab"
      aria-selected={current}
      aria-controls="app-surface"
      tabIndex={current ? 0 : -1}
      className={classes['tab']}
      data-over={isOver || undefined}
      onClick={() => {
        onChoose(category.menuCatagoryId);
      }}
      onKeyDown={(event) => {
        toNeighbour(event);
      }}
    >
      {category.menuCatagoryName}
      <small>
        {category.menuList.length}/{MENUS_A_CATEGORY}
      </small>
    </button>
  );
}

function Rename({
  category,
  busy,
  onRename,
}: {
  category: MenuCategoryView;
  busy: boolean;
  onRename: CategoryTabsProps['onRename'];
}) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(category.menuCatagoryName);
  const typed = name.trim();
  const save = () => {
    setOpen(false);
    if (typed !== category.menuCatagoryName) onRename(category, typed);
  };
  return (
    <Popover opened={open} onChange={setOpen} trapFocus position="bottom-end" withArrow>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={busy}
          aria-label={`重命名分类：${category.menuCatagoryName}`}
          title="重命名"
          onClick={() => {
            setName(category.menuCatagoryName);
            setOpen(!open);
          }}
        >
          <IconEdit size={16} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes['rename']}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed !== '') save();
          }}
        >
          <TextInput
            label="分类名称"
            data-autofocus
            maxLength={8}
            value={name}
            error={typed === '' && '请输入分类名称'}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
          />
          <Button type="submit" disabled={typed === ''}>
            确定
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
