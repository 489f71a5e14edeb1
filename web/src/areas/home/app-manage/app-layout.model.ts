import type { MenuCategoryView, MenuItemView } from '@jwxt/contracts/home/menu.operations.ts';
import { MENUS_A_CATEGORY } from '@jwxt/contracts/home/menu.vocabulary.ts';

/** The tiles in their tabs, and those in none. */
export type AppLayout = { categories: readonly MenuCategoryView[]; pool: readonly MenuItemView[] };

/** Where something can be dropped: a tab's name, the surface of the tab in front, a tile in it, or the pool. */
export const POOL = 'pool';
export const tabTarget = (categoryId: string): string => `tab:${categoryId}`;
export const surfaceTarget = (categoryId: string): string => `surface:${categoryId}`;
export const tileTarget = (menuId: string): string => `menu:${menuId}`;

/** What a drop comes to. `full` changes nothing and is only said (APPS-10). */
export type LayoutChange =
  | { kind: 'show'; menu: MenuItemView; category: MenuCategoryView }
  | { kind: 'hide'; menu: MenuItemView }
  | { kind: 'sort'; category: MenuCategoryView; menuIds: string[] }
  | { kind: 'full'; category: MenuCategoryView };

/** The tile and the category that shows it; null for one in the pool. */
export function findTile(
  layout: AppLayout,
  menuId: string,
): { menu: MenuItemView; category: MenuCategoryView | null } | null {
  for (const category of layout.categories) {
    const menu = category.menuList.find((one) => one.menuId === menuId);
    if (menu) return { menu, category };
  }
  const menu = layout.pool.find((one) => one.menuId === menuId);
  return menu ? { menu, category: null } : null;
}

/** What dropping a tile somewhere means; null: nothing (APPS-04…08). */
export function dropped(layout: AppLayout, menuId: string, target: string): LayoutChange | null {
  const found = findTile(layout, menuId);
  if (found === null) return null;
  const { menu, category: from } = found;
  const [kind, id = ''] = target.split(':');
  if (kind === POOL) return from === null ? null : { kind: 'hide', menu };
  const over = kind === 'menu' ? findTile(layout, id) : null;
  // A tile of the pool is part of the pool.
  if (over && over.category === null) return from === null ? null : { kind: 'hide', menu };
  const to = over?.category ?? layout.categories.find(({ menuCatagoryId }) => menuCatagoryId === id);
  if (!to) return null;
  if (to === from)
    return over
      ? moved(
          to,
          menuId,
          to.menuList.findIndex((one) => one.menuId === over.menu.menuId),
        )
      : null;
  return to.menuList.length >= MENUS_A_CATEGORY ? { kind: 'full', category: to } : { kind: 'show', menu, category: to };
}

/** A category with one of its tiles at another place; null when that is where it is. */
export function moved(category: MenuCategoryView, menuId: string, place: number): LayoutChange | null {
  const ids = category.menuList.map((menu) => menu.menuId);
  const from = ids.indexOf(menuId);
  if (from < 0 || place < 0 || place >= ids.length || place === from) return null;
  return { kind: 'sort', category, menuIds: ids.toSpliced(from, 1).toSpliced(place, 0, menuId) };
}

/** The layout as it will be, shown until the server has answered. */
export function after({ categories, pool }: AppLayout, change: LayoutChange): AppLayout {
  switch (change.kind) {
    case 'full':
      return { categories, pool };
    case 'sort':
      return {
        pool,
        categories: categories.map((category) =>
          category.menuCatagoryId !== change.category.menuCatagoryId
            ? category
            : {
                ...category,
                menuList: change.menuIds.flatMap((id) => category.menuList.filter((menu) => menu.menuId === id)),
              },
        ),
      };
    case 'show':
    case 'hide': {
      const { menu } = change;
      const to = change.kind === 'show' ? change.category.menuCatagoryId : null;
      const without = categories.map((category) => ({
        ...category,
        menuList: category.menuList.filter((one) => one.menuId !== menu.menuId),
      }));
      return {
        categories: without.map((category) =>
          category.menuCatagoryId === to ? { ...category, menuList: [...category.menuList, menu] } : category,
        ),
        pool:
          to === null
            ? [...pool, menu].toSorted((a, b) => Number(a.menuId) - Number(b.menuId))
            : pool.filter((one) => one.menuId !== menu.menuId),
      };
    }
  }
}
