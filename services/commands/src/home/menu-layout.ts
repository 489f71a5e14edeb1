import type { z } from 'zod';
import type {
  addMenuCategory,
  changeMenuCategory,
  placeMenu,
  removeMenuCategory,
  sortMenus,
} from '@jwxt/contracts/home/home.command.ts';
import { MENUS_A_CATEGORY, nextCategoryId, nextCategoryName } from '@jwxt/contracts/home/menu.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';

/*
 * Layout of the service tiles. Whoever changes a tile or a category sends the version that was seen; when somebody else
 * has changed it since, the change is refused and nothing of either is lost. All changes of the layout wait for one
 * another: there are few.
 */

interface CategoryRow {
  menu_catagory_id: string;
  menu_catagory_name: string;
  icon: string | null;
  url: string | null;
  remark: string | null;
  version: number;
  editor: string | null;
}
interface MenuRow {
  menu_id: string;
  menu_name: string;
  menu_catagory_id: string | null;
  data_status: 'SHOW' | 'HIDDEN';
  sort_num: number;
  version: number;
  editor: string | null;
}
type Payload<D extends { payload: z.ZodType }> = z.output<D['payload']>;

/** Adds a category at the end. Refuses a name that is taken. */
export async function addCategory(
  client: PoolClient,
  context: CommandContext,
  { menuCatagoryName, appId, icon, url, remark }: Payload<typeof addMenuCategory>,
): Promise<{ menuCatagoryId: string; menuCatagoryName: string } | Refused> {
  const all = await lockLayout(client);
  const name = menuCatagoryName ?? nextCategoryName(all.map((row) => row.menu_catagory_name));
  if (all.some((row) => row.menu_catagory_name === name)) return nameTaken(name);
  const { rows } = await client.query<CategoryRow>(
    `insert into base.menu_category (menu_catagory_id, menu_catagory_name, app_id, icon, url, remark, sort_num, creator,
        create_time, editor, edit_time)
     values ($1, $2, $3, $4, $5, $6, (select coalesce(max(sort_num), 0) + 1 from base.menu_category), $7, $8, $7, $8)
     returning *`,
    [
      nextCategoryId(all.map((row) => row.menu_catagory_id)),
      name,
      appId,
      icon,
      url,
      remark,
      context.actor.name,
      context.time,
    ],
  );
  const added = rows[0]!;
  await logOperations(client, context, 'add', 'menuCategory', [
    { key: added.menu_catagory_id, before: null, after: added },
  ]);
  return { menuCatagoryId: added.menu_catagory_id, menuCatagoryName: name };
}

/** Renames a category and sets its further fields; those that are not named stay. Refuses a name that is taken. */
export async function changeCategory(
  client: PoolClient,
  context: CommandContext,
  { menuCatagoryId, menuCatagoryName: name, icon, url, remark, version }: Payload<typeof changeMenuCategory>,
): Promise<{ menuCatagoryId: string } | Refused> {
  const all = await lockLayout(client);
  const before = seenCategory(all, menuCatagoryId, version);
  if (isRefused(before)) return before;
  if (all.some((row) => row !== before && row.menu_catagory_name === name)) return nameTaken(name);
  const { rows } = await client.query<CategoryRow>(
    `update base.menu_category
      set menu_catagory_name = $2, icon = coalesce($3, icon), url = coalesce($4, url), remark = coalesce($5, remark),
            version = version + 1, editor = $6, edit_time = $7 where menu_catagory_id = $1 returning *`,
    [menuCatagoryId, name, icon, url, remark, context.actor.name, context.time],
  );
  await logOperations(client, context, 'modify', 'menuCategory', [{ key: menuCatagoryId, before, after: rows[0]! }]);
  return { menuCatagoryId };
}

/** Removes a category; its tiles are hidden and stay in the pool. Refuses the last one (APPS-11). */
export async function removeCategory(
  client: PoolClient,
  context: CommandContext,
  { menuCatagoryId, version }: Payload<typeof removeMenuCategory>,
): Promise<{ menuCatagoryId: string } | Refused> {
  const all = await lockLayout(client);
  const before = seenCategory(all, menuCatagoryId, version);
  if (isRefused(before)) return before;
  if (all.length === 1) return refuse('MENU_CATEGORY_LAST');
  const shown = await shownIn(client, menuCatagoryId);
  for (const menu of shown)
    await store(client, context, menu, { menu_catagory_id: null, data_status: 'HIDDEN', sort_num: 0 });
  await client.query('delete from base.menu_category where menu_catagory_id = $1', [menuCatagoryId]);
  await logOperations(client, context, 'remove', 'menuCategory', [{ key: menuCatagoryId, before, after: null }]);
  return { menuCatagoryId };
}

/** Shows a tile at the end of a category, or hides it. Refuses a full category (APPS-10). */
export async function place(
  client: PoolClient,
  context: CommandContext,
  { menuId, menuCatagoryId, dataStatus, version }: Payload<typeof placeMenu>,
): Promise<{ menuId: string } | Refused> {
  const all = await lockLayout(client);
  const { rows } = await client.query<MenuRow>('select * from base.menu where menu_id = $1 for update', [menuId]);
  const menu = rows[0];
  if (!menu) return refuse('MENU_UNKNOWN', { name: menuId });
  if (menu.version !== version) return changed(menu.menu_name, menu.editor);
  const touched = [menu.menu_catagory_id];
  if (dataStatus === 'HIDDEN') {
    await store(client, context, menu, { menu_catagory_id: null, data_status: 'HIDDEN', sort_num: 0 });
  } else {
    const category = all.find((row) => row.menu_catagory_id === menuCatagoryId);
    if (!category) return refuse('MENU_CATEGORY_UNKNOWN');
    const others = (await shownIn(client, category.menu_catagory_id)).filter((other) => other.menu_id !== menuId);
    if (others.length >= MENUS_A_CATEGORY) return refuse('MENU_CATEGORY_FULL', { name: category.menu_catagory_name });
    await store(client, context, menu, {
      menu_catagory_id: category.menu_catagory_id,
      data_status: 'SHOW',
      sort_num: (others.at(-1)?.sort_num ?? 0) + 1,
    });
    touched.push(category.menu_catagory_id);
  }
  await touch(client, context, touched);
  return { menuId };
}

/** Orders the tiles of a category; exactly those that it shows must be named. */
export async function sort(
  client: PoolClient,
  context: CommandContext,
  { menuCatagoryId, menuIds, version }: Payload<typeof sortMenus>,
): Promise<{ menuCatagoryId: string } | Refused> {
  const category = seenCategory(await lockLayout(client), menuCatagoryId, version);
  if (isRefused(category)) return category;
  const shown = await shownIn(client, menuCatagoryId);
  const wanted = new Map(menuIds.map((id, index) => [id, index + 1]));
  if (wanted.size !== menuIds.length || wanted.size !== shown.length || shown.some((menu) => !wanted.has(menu.menu_id)))
    return changed(category.menu_catagory_name, category.editor);
  for (const menu of shown) {
    const place = wanted.get(menu.menu_id)!;
    if (menu.sort_num !== place) await store(client, context, menu, { ...menu, sort_num: place });
  }
  await touch(client, context, [menuCatagoryId]);
  return { menuCatagoryId };
}

/** All categories, locked until the transaction ends. */
async function lockLayout(client: PoolClient): Promise<CategoryRow[]> {
  await client.query(`select pg_advisory_xact_lock(hashtext('base.menu_category'))`);
  const { rows } = await client.query<CategoryRow>(
    'select * from base.menu_category order by sort_num, menu_catagory_id for update',
  );
  return rows;
}

function seenCategory(all: readonly CategoryRow[], id: string, version: number): CategoryRow | Refused {
  const category = all.find((row) => row.menu_catagory_id === id);
  if (!category) return refuse('MENU_CATEGORY_UNKNOWN');
  return category.version === version ? category : changed(category.menu_catagory_name, category.editor);
}

async function shownIn(client: PoolClient, categoryId: string): Promise<MenuRow[]> {
  const { rows } = await client.query<MenuRow>(
    `select * from base.menu where menu_catagory_id = $1 and data_status = 'SHOW'
      order by sort_num, menu_id for update`,
    [categoryId],
  );
  return rows;
}

async function store(
  client: PoolClient,
  context: CommandContext,
  before: MenuRow,
  to: Pick<MenuRow, 'menu_catagory_id' | 'data_status' | 'sort_num'>,
): Promise<void> {
  const { rows } = await client.query<MenuRow>(
    `update base.menu
      set menu_catagory_id = $2, data_status = $3, sort_num = $4, version = version + 1, editor = $5, edit_time = $6
      where menu_id = $1 returning *`,
    [before.menu_id, to.menu_catagory_id, to.data_status, to.sort_num, context.actor.name, context.time],
  );
  await logOperations(client, context, 'set', 'menu', [{ key: before.menu_id, before, after: rows[0]! }]);
}

/** Counts a change of what categories hold. */
async function touch(client: PoolClient, context: CommandContext, ids: readonly (string | null)[]): Promise<void> {
  await client.query(
    'update base.menu_category set version = version + 1, editor = $2, edit_time = $3 where menu_catagory_id = any($1)',
    [ids.filter((id) => id !== null), context.actor.name, context.time],
  );
}

function changed(name: string, editor: string | null): Refused {
  return refuse('MENU_CHANGED', { name, editor: editor ?? '他人' });
}

function nameTaken(name: string): Refused {
  return refuse(
    'MENU_CATEGORY_NAMED',
    { name },
    { fieldErrors: [{ field: 'menuCatagoryName', message: `已有名为“${name}”的分类` }] },
  );
}
