import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { MENUS_A_CATEGORY } from '@jwxt/contracts/home/menu.vocabulary.ts';
import type { MenuCategoryView } from '@jwxt/contracts/home/menu.operations.ts';
import { Button, Portal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { notify } from '../../../lib/notify.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Paging } from '../../../ui/paging.tsx';
import { MenuIcon } from '../menu-icon.tsx';
import { dropped, findTile, POOL, surfaceTarget, tileTarget, type AppLayout } from './app-layout.model.ts';
import classes from './app-manage.module.css';
import { PoolTile, TabTile } from './app-tile.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { placeUnder, toNearestPlace } from './keyboard-drag.ts';
import { useAppLayout } from './use-app-layout.ts';

/** Width of the pool (APPS-03). */
const POOL_WIDTH = 760;
const PADDING = 20;

/**
 * 应用管理: tabs of categories above the pool of apps that show nowhere; drag, or use each app's menu. Every change is
 * saved at once (APPS-01…14).
 */
export function AppManageDialog({ onClose }: { onClose: () => void }) {
  const manage = useAppLayout();
  // Escape puts back what is held; only then does it close the dialog.
  const [dragged, setDragged] = useState<string | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnEscape={dragged === null}
      title="应用管理"
      width={POOL_WIDTH + 2 * PADDING}
      flush
      footerNote={
        <span role="status">
          {manage.busy
            ? '正在保存…'
            : manage.last === null
              ? '拖动应用到分类中，修改即时保存'
              : manage.last === 'saved'
                ? '已保存'
                : '上次修改未能保存，显示的是已保存的布局'}
        </span>
      }
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <div className={classes['body']} aria-busy={manage.busy || undefined}>
        <QueryFaces query={manage.query} rows={8}>
          {(layout) =>
            layout.categories.length === 0 ? (
              <EmptyState
                title="还没有分类"
                action={
                  <Button
                    loading={manage.busy}
                    onClick={() => {
                      manage.add.mutate({});
                    }}
                  >
                    新增分类
                  </Button>
                }
              />
            ) : (
              <Board layout={layout} manage={manage} dragged={dragged} setDragged={setDragged} />
            )
          }
        </QueryFaces>
      </div>
    </Dialog>
  );
}

type BoardProps = {
  layout: AppLayout;
  manage: ReturnType<typeof useAppLayout>;
  dragged: string | null;
  setDragged: (menuId: string | null) => void;
};

function Board({ layout, manage, dragged, setDragged }: BoardProps) {
  const { categories } = layout;
  const [chosen, setChosen] = useState('');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNearestPlace }),
  );
  const current = categories.find(({ menuCatagoryId }) => menuCatagoryId === chosen) ?? categories[0]!;
  const { busy, apply } = manage;
  const menu = dragged === null ? undefined : findTile(layout, dragged)?.menu;
  const remove = async (category: MenuCategoryView) => {
    if (categories.length === 1) {
      notify.warning('请至少保留一个分类');
      return;
    }
    const count = category.menuList.length;
    const message =
      `确认删除分类“${category.menuCatagoryName}”？` +
      `${count > 0 ? `其中的 ${String(count)} 个应用将回到可用应用。` : ''}`;
    if (await confirm({ message, confirmText: '确认', cancelText: '取消', danger: true }))
      manage.remove.mutate({ menuCatagoryId: category.menuCatagoryId, version: category.version });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeUnder}
      accessibility={{
        announcements: announcements(layout),
        screenReaderInstructions: {
          draggable: '按空格键拿起应用，用方向键移动，再按空格键放下，按 Esc 取消；也可以使用“更多操作”菜单。',
        },
      }}
      onDragStart={({ active }) => {
        setDragged(menuIdOf(active.id));
      }}
      onDragCancel={() => {
        setDragged(null);
      }}
      onDragEnd={({ active, over }) => {
        setDragged(null);
        if (over !== null) apply(dropped(layout, menuIdOf(active.id), String(over.id)));
      }}
    >
      <CategoryTabs
        categories={categories}
        current={current}
        busy={busy}
        onChoose={setChosen}
        onAdd={() => {
          manage.add.mutate(
            {},
            {
              onSuccess: ({ menuCatagoryId }) => {
                setChosen(menuCatagoryId);
              },
            },
          );
        }}
        onRename={(category, menuCatagoryName) => {
          manage.rename.mutate({
            menuCatagoryId: category.menuCatagoryId,
            menuCatagoryName,
            version: category.version,
          });
        }}
        onRemove={(category) => {
          void remove(category);
        }}
      />
      <Surface id={surfaceTarget(current.menuCatagoryId)} element="app-surface" label={current.menuCatagoryName}>
        <SortableContext
          items={current.menuList.map(({ menuId }) => tileTarget(menuId))}
          strategy={rectSortingStrategy}
        >
          {current.menuList.map((one) => (
            <TabTile
              key={one.menuId}
              menu={one}
              category={current}
              categories={categories}
              busy={busy}
              onChange={apply}
            />
          ))}
        </SortableContext>
        {current.menuList.length === 0 && (
          <p className={classes['hint']}>把下面的应用拖到这里，最多 {MENUS_A_CATEGORY} 个</p>
        )}
      </Surface>
      <Pool layout={layout} manage={manage} />
      {/*
       * At the root of the page: a dialog that moves would take what is held with it. What flies to its place is in
       * nobody's way.
       */}
      <Portal>
        <DragOverlay zIndex={300} style={{ pointerEvents: 'none' }}>
          {menu && (
            <div className={classes['overlay']}>
              <span className={classes['icon']}>
                <MenuIcon name={menu.iconContent} />
              </span>
              {menu.menuName}
            </div>
          )}
        </DragOverlay>
      </Portal>
    </DndContext>
  );
}

function Surface({
  id,
  element,
  label,
  children,
}: {
  id: string;
  element?: string;
  label: string;
  children: ReactNode;
}) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <div
      ref={setNodeRef}
      id={element}
      role={element === undefined ? 'group' : 'tabpanel'}
      aria-label={label}
      className={classes['surface']}
      data-over={isOver || undefined}
    >
      {children}
    </div>
  );
}

/** Apps that show nowhere, twelve a page (APPS-02). */
function Pool({ layout, manage }: { layout: AppLayout; manage: ReturnType<typeof useAppLayout> }) {
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(layout.pool.length / MENUS_A_CATEGORY));
  const pageNo = Math.min(wanted, pages);
  return (
    <section style={{ width: POOL_WIDTH, maxWidth: '100%' }} aria-labelledby="app-pool" data-testid="app-pool">
      <h3 id="app-pool" className={classes['poolTitle']}>
        可用应用<small>共 {layout.pool.length} 个，拖到这里即不再显示</small>
      </h3>
      <Surface id={POOL} label="可用应用">
        {layout.pool.slice((pageNo - 1) * MENUS_A_CATEGORY, pageNo * MENUS_A_CATEGORY).map((menu) => (
          <PoolTile
            key={menu.menuId}
            menu={menu}
            categories={layout.categories}
            busy={manage.busy}
            onChange={manage.apply}
          />
        ))}
        {layout.pool.length === 0 && <p className={classes['hint']}>所有应用都已在分类中显示</p>}
      </Surface>
      {pages > 1 && <Paging pageNo={pageNo} pageSize={MENUS_A_CATEGORY} total={layout.pool.length} onPage={setPage} />}
    </section>
  );
}

const menuIdOf = (id: string | number): string => String(id).replace(/^menu:/, '');

/** What is said aloud while something is dragged. */
function announcements(layout: AppLayout): Announcements {
  const name = (id: string | number) => findTile(layout, menuIdOf(id))?.menu.menuName ?? '';
  const place = (id: string | number | undefined): string => {
    if (id === undefined) return '空白处';
    const text = String(id);
    if (text.startsWith('menu:')) return `“${name(id)}”的位置`;
    if (text === POOL) return '可用应用';
    const category = layout.categories.find(({ menuCatagoryId }) => text.endsWith(`:${menuCatagoryId}`));
    return `分类“${category?.menuCatagoryName ?? ''}”`;
  };
  return {
    onDragStart: ({ active }) => `已拿起${name(active.id)}`,
    onDragOver: ({ active, over }) => `${name(active.id)}在${place(over?.id)}上`,
    onDragEnd: ({ active, over }) => `${name(active.id)}已放到${place(over?.id)}`,
    onDragCancel: ({ active }) => `已取消移动${name(active.id)}`,
  };
}
